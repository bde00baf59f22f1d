package dev.goodput.core.gate;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whether the run was about the workload that it says it was about: answers as long as was asked, prompts that the
/// endpoint had not seen before.
final class AskedAndGot {
    /// Below this nothing typical can be said.
    private static final int LEAST_REQUESTS = 20;

    /// Of the tokens asked for: answers that were told not to end early, and answers that may.
    private static final double EXACT_LENGTH = 0.9;

    private static final double FREE_LENGTH = 0.5;
    private static final double WARM_CACHE = 0.5;

    private AskedAndGot() {}

    static List<Check> of(Run run, RunMetrics metrics) {
        List<Check> checks = new ArrayList<>();
        answers(run, metrics).ifPresent(checks::add);
        prompts(run).ifPresent(checks::add);
        return checks;
    }

    private static Optional<Check> answers(Run run, RunMetrics metrics) {
        long asked = 0;
        long got = 0;
        int requests = 0;
        for (int i = 0; i < run.traces().size(); i++) {
            RequestTrace trace = run.traces().get(i);
            Reading reading = metrics.readings().get(i);
            if (trace.isCompleted() && trace.asked().maxOutputTokens() > 0 && reading.outputTokens() > 0) {
                asked += trace.asked().maxOutputTokens();
                got += reading.outputTokens();
                requests++;
            }
        }
        if (requests < LEAST_REQUESTS || run.manifest().origin() == Manifest.Origin.IMPORT) {
            return Optional.empty();
        }
        boolean exact = run.manifest().workload().exactLengths();
        double limit = exact ? EXACT_LENGTH : FREE_LENGTH;
        double share = (double) got / asked;
        return Optional.of(
                new Check(
                        "answers were as long as asked",
                        Check.Kind.TOO_KIND,
                        share,
                        limit,
                        "share",
                        share >= limit,
                        String.format(
                                Locale.ROOT,
                                "answers had %d tokens where %d were asked for%s",
                                got / requests,
                                asked / requests,
                                share >= limit
                                        ? ""
                                        : exact
                                                ? ": the endpoint cut them short"
                                                : ": ask with --ignore-eos, or for as many as the model gives (--output-tokens)")));
    }

    /// One prompt sent again and again is answered from the prefix cache: all prompts are of one length, and their
    /// tokens come from the cache.
    private static Optional<Check> prompts(Run run) {
        List<Usage> told = run.traces().stream()
                .filter(RequestTrace::isCompleted)
                .map(RequestTrace::usage)
                .filter(usage -> usage != null && usage.promptTokens() > 0 && usage.cachedTokens() >= 0)
                .toList();
        if (told.size() < LEAST_REQUESTS) {
            return Optional.empty();
        }
        boolean alike = told.stream().mapToInt(Usage::promptTokens).distinct().count() == 1;
        double cached = Distribution.of(
                        told.stream().mapToDouble(usage -> (double) usage.cachedTokens() / usage.promptTokens()))
                .p50();
        boolean isReplay = alike && cached >= WARM_CACHE;
        return Optional.of(new Check(
                "prompts were new to the endpoint",
                Check.Kind.TOO_KIND,
                cached,
                alike ? WARM_CACHE : 1,
                "share",
                !isReplay,
                String.format(
                        Locale.ROOT,
                        "the endpoint had %.0f%% of the typical prompt in its cache%s",
                        cached * 100,
                        isReplay
                                ? ", and all prompts have " + told.getFirst().promptTokens()
                                        + " tokens: one prompt again and again is not what users send"
                                : "")));
    }
}
