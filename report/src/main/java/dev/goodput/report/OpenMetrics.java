package dev.goodput.report;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import java.util.List;
import java.util.Locale;

/// A run as OpenMetrics text: what GitLab shows in a merge request as a metrics report, and what a push gateway takes.
///
/// Names and labels are fixed and hold nothing that a user or a server wrote, so that two runs can be compared line by
/// line. Times are in seconds, as that format wants them; what does not exist is left out.
public final class OpenMetrics {
    private static final List<Integer> PER_MILLE = List.of(500, 900, 990);

    private OpenMetrics() {}

    public static String render(ReportInput input) {
        StringBuilder out = new StringBuilder();
        input.decisive().ifPresent(result -> verdict(out, result.verdict(), result.goodput()));
        metrics(out, input.metrics());
        return out.append("# EOF\n").toString();
    }

    /// The level that decides as if it were the only run, and goodput at every level.
    public static String render(PolicyResult policy) {
        StringBuilder out = new StringBuilder();
        Comparison.Side peak = policy.peak().side();
        verdict(out, policy.verdict(), peak.result().goodput());
        family(out, "goodput_level_share", "Good requests of those scheduled, by load in percent of the peak.");
        for (PolicyResult.Level level : policy.levels()) {
            sample(
                    out,
                    "goodput_level_share{level=\"" + level.percent() + "\"}",
                    level.side().result().goodput().share());
        }
        metrics(out, peak.metrics());
        return out.append("# EOF\n").toString();
    }

    private static void metrics(StringBuilder out, RunMetrics metrics) {
        family(out, "goodput_requests", "Requests by fate.");
        sample(out, "goodput_requests{fate=\"completed\"}", metrics.counts().completed());
        sample(out, "goodput_requests{fate=\"failed\"}", metrics.counts().failed());
        family(out, "goodput_latency_seconds", "Percentiles over completed requests, from the intended start.");
        latency(out, "ttft", metrics.ttft());
        latency(out, "tpot", metrics.tpot());
        latency(out, "e2e", metrics.e2e());
        family(out, "goodput_output_tokens_per_second", "Throughput; it decides nothing.");
        sample(out, "goodput_output_tokens_per_second", metrics.throughput().outputTokensPerSecond());
    }

    private static void verdict(StringBuilder out, Verdict reached, GoodputEstimate goodput) {
        family(out, "goodput_verdict", "1 for the verdict that was reached, 0 for the others.");
        for (Verdict verdict : Verdict.values()) {
            String label = verdict.name().toLowerCase(Locale.ROOT);
            sample(out, "goodput_verdict{verdict=\"" + label + "\"}", verdict == reached ? 1 : 0);
        }
        family(out, "goodput_share", "Good requests of those scheduled, with one-sided bounds.");
        sample(out, "goodput_share{value=\"observed\"}", goodput.share());
        sample(out, "goodput_share{value=\"at_least\"}", goodput.lower());
        sample(out, "goodput_share{value=\"at_most\"}", goodput.upper());
        sample(out, "goodput_share{value=\"target\"}", goodput.target().doubleValue());
        family(out, "goodput_good_requests_per_second", "Good requests per second.");
        sample(out, "goodput_good_requests_per_second", goodput.ratePerSecond());
    }

    private static void latency(StringBuilder out, String metric, Distribution values) {
        for (int perMille : PER_MILLE) {
            sample(
                    out,
                    "goodput_latency_seconds{metric=\"" + metric + "\",percentile=\"" + perMille / 10 + "\"}",
                    values.quantile(perMille) / 1e9);
        }
    }

    private static void family(StringBuilder out, String name, String help) {
        out.append("# TYPE ").append(name).append(" gauge\n");
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    private static void sample(StringBuilder out, String series, double value) {
        if (Double.isFinite(value)) {
            // At most nine decimals: a nanosecond, and no digits that rounding made.
            String shown = java.math.BigDecimal.valueOf(value)
                    .setScale(9, java.math.RoundingMode.HALF_EVEN)
                    .stripTrailingZeros()
                    .toPlainString();
            out.append(series).append(' ').append(shown).append('\n');
        }
    }
}
