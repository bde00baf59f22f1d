package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.trace.Manifest;

/// The lines that stand first in every report.
final class Headline {
    private Headline() {}

    /// The sign that carries the verdict where colour cannot.
    static String sign(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "✓";
            case FAIL -> "✗";
            case INCONCLUSIVE -> "?";
            case INVALID -> "!";
        };
    }

    /// What the verdict means, for whoever meets the word for the first time.
    static String meaning(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "goodput is shown to reach the target";
            case FAIL -> "the endpoint is shown to miss its objective";
            case INCONCLUSIVE -> "more requests are needed to tell";
            case INVALID -> "the measurement cannot carry a verdict";
        };
    }

    /// Such as `goodput 99.40% · at least 98.42%, at most 99.84% with 95% confidence · target 99%`.
    static String goodput(GateResult result) {
        GoodputEstimate goodput = result.goodput();
        return "goodput " + Format.percent(goodput.share()) + " (" + Format.count(goodput.good()) + " of "
                + Format.count(goodput.total()) + ") · target " + Format.percent(goodput.target());
    }

    static String bounds(GoodputEstimate goodput) {
        return "at least " + goodput.lowerText() + ", at most " + goodput.upperText() + " with "
                + Format.percent(goodput.confidence().value()) + " confidence each · "
                + Format.rate(goodput.ratePerSecond()) + " good requests/s";
    }

    static String slo(GateResult result) {
        return PlainText.clean(result.slo().name()) + ": " + result.slo().constraintText();
    }

    /// What was measured: model and endpoint, or the workload where there was none, and the engine that
    /// was modelled.
    static String subject(Manifest manifest) {
        Manifest.Endpoint endpoint = manifest.endpoint();
        Manifest.Engine engine = manifest.engine();
        return endpoint == null
                ? (engine == null ? "" : PlainText.clean(engine.name()) + " (modelled): ")
                        + PlainText.clean(manifest.workload().description())
                : PlainText.clean(endpoint.model()) + " at " + PlainText.clean(endpoint.url());
    }
}
