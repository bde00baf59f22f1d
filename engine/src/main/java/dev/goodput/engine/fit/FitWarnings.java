package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What makes a fit weak, in words.
final class FitWarnings {
    private static final int FEW_STEPS = 500;
    private static final int FEW_PREFILLS = 100;

    /// Prompt tokens of a step hardly vary when the 10th percentile is this close to the 90th.
    private static final double SAME_SIZE = 0.8;

    /// A coefficient is loose when its standard error is this share of it.
    private static final double LOOSE = 0.15;

    /// D hardly varies when its two most frequent values cover so many steps.
    private static final double SAME_BATCH = 0.6;

    private static final double DRIFT = 1.25;
    private static final double MISFITS = 0.02;
    private static final double MERGED = 0.02;

    private FitWarnings() {}

    static List<String> of(ObservedRun run, StepFit fit, FitSettings settings) {
        List<String> warnings = new ArrayList<>();
        drift(fit, warnings);
        prefills(run, warnings);
        batch(run, fit, warnings);
        if (run.steps().size() < FEW_STEPS) {
            warnings.add("few steps (" + run.steps().size() + "): a few hundred requests give some thousand");
        }
        run(run, settings, warnings);
        return warnings;
    }

    private static void drift(StepFit fit, List<String> warnings) {
        Distribution speed = Distribution.of(fit.speed());
        if (speed.max() >= DRIFT * speed.min()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "the machine's speed drifted: a step took %.2f to %.2f times its mean, second by second; two runs"
                            + " of it may differ as much, so measure the speed of its pure-decode steps next to every"
                            + " run that is compared",
                    speed.min(),
                    speed.max()));
        }
    }

    private static void prefills(ObservedRun run, List<String> warnings) {
        Distribution sizes = Distribution.of(run.steps().stream()
                .filter(step -> !step.isPureDecode())
                .mapToDouble(step -> step.load().prefillTokens()));
        if (sizes.count() < FEW_PREFILLS) {
            warnings.add("the time of a prompt token rests on " + sizes.count() + " steps only");
        }
        double low = sizes.quantile(100);
        if (low >= SAME_SIZE * sizes.p90()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "prefill sizes hardly vary (nine in ten prefill steps hold %.0f prompt tokens or more, the largest"
                            + " %.0f), so the time of a prompt token is hard to tell from that of having any; calibrate"
                            + " on a run without chunked prefill, or with a larger budget, if you can choose",
                    low,
                    sizes.max()));
        }
    }

    private static void batch(ObservedRun run, StepFit fit, List<String> warnings) {
        Terms terms = fit.terms();
        if (terms.context() && isLoose(fit, 2)) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "the constant and the time of a token attended to trade off; together, at the usual batch, they are"
                            + " known better than each alone (a step without prefill: %.2f ms)",
                    Distribution.of(run.steps().stream()
                                    .filter(ObservedStep::isPureDecode)
                                    .mapToDouble(step -> fit.calibrated().stepMs(step.load())))
                            .p50()));
        }
        List<Integer> batches = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        run.steps().stream()
                .collect(Collectors.groupingBy(step -> step.load().decodes(), Collectors.counting()))
                .entrySet()
                .stream()
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .limit(2)
                .forEach(entry -> {
                    batches.add(entry.getKey());
                    counts.add(entry.getValue());
                });
        double share = counts.stream().mapToLong(Long::longValue).sum()
                / (double) run.steps().size();
        if (share >= SAME_BATCH) {
            String sizes = batches.stream().sorted().map(String::valueOf).collect(Collectors.joining(" or "));
            warnings.add(String.format(
                    Locale.ROOT,
                    "the batch hardly varies (%s generating requests in %.0f%% of the steps), so the time of a"
                            + " generating request %s",
                    sizes,
                    share * 100,
                    terms.perSequence()
                            ? "cannot be told from the constant; do not trust it"
                            : "is not fitted; predictions for other batch sizes are extrapolations"));
        }
    }

    private static boolean isLoose(StepFit fit, int position) {
        return fit.standardErrors()[position] > LOOSE * fit.median()[position];
    }

    private static void run(ObservedRun run, FitSettings settings, List<String> warnings) {
        ServedRequests requests = run.requests();
        int count = requests.all().size();
        if (requests.failed() > 0) {
            warnings.add(requests.failed() + " failed requests are left out; what they made the engine do is not known"
                    + " and counts as time of the others");
        }
        if (requests.clientCounted() > 0 && settings.templateTokens() == 0) {
            warnings.add("prompt lengths are the client's count; what the chat template adds is missing"
                    + " (--template-tokens)");
        }
        if (run.scheduling().misfits() > MISFITS * count) {
            warnings.add(run.scheduling().misfits() + " prompts do not fit into the budget of the steps between their"
                    + " arrival and their first token; is --max-batched-tokens "
                    + run.rule().budget() + " right?");
        }
        long cached =
                requests.all().stream().mapToLong(ServedRequest::cachedTokens).sum();
        if (cached > 0) {
            warnings.add("a prefix cache held " + cached + " prompt tokens; simulations compute the others only, and do"
                    + " not know which requests shared them");
        }
        long tokens =
                requests.all().stream().mapToLong(ServedRequest::outputTokens).sum();
        long stamped = requests.all().stream().mapToLong(ServedRequest::stamped).sum();
        if (stamped < tokens * (1 - MERGED)) {
            warnings.add(
                    (tokens - stamped) + " of " + tokens + " tokens came in a chunk with others and have no stamp");
        }
    }
}
