package dev.goodput.engine.fit;

import dev.goodput.core.trace.Run;
import dev.goodput.engine.serving.EngineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A measured run as a sequence of engine steps.
///
/// @param steps those whose length was seen
/// @param inferred what was not told and had to be read off the run, in sentences
record ObservedRun(
        ServedRequests requests,
        Arrivals arrivals,
        RecoveredSteps recovered,
        Scheduling scheduling,
        int maxSequences,
        List<ObservedStep> steps,
        List<String> inferred) {
    private static final int DEFAULT_BUDGET = 2_048;
    private static final int DEFAULT_SEQUENCES = 256;
    private static final List<Integer> BUDGETS =
            IntStream.rangeClosed(5, 14).map(power -> 1 << power).boxed().toList();

    /// A rule under which more prompts than this do not fit between arrival and first token is not the
    /// engine's.
    private static final double MISFITS = 0.02;

    /// How much smaller the residual of one rule must be to be preferred to a simpler one.
    private static final double BETTER = 0.99;

    /// @throws FitException when the run does not hold what a fit needs
    static ObservedRun of(Run run, FitSettings settings) {
        ServedRequests requests = ServedRequests.of(run, settings.templateTokens());
        RecoveredSteps recovered = RecoveredSteps.of(requests.all());
        List<String> inferred = new ArrayList<>();
        Arrivals arrivals = Arrivals.of(requests.all());
        inferred.add(
                switch (arrivals) {
                    case Arrivals.Closed closed ->
                        "closed loop of " + closed.clients() + ": a request starts when another has ended";
                    case Arrivals.Open _ -> "requests start at times of their own, whatever becomes of the others";
                });
        Scheduling.Rule rule = rule(requests.all(), recovered, settings, inferred);
        Scheduling scheduling = Scheduling.of(requests.all(), recovered, rule, 0);
        int maxSequences = maxSequences(requests.all(), recovered, scheduling, settings, inferred);
        return new ObservedRun(
                requests,
                arrivals,
                recovered,
                scheduling,
                maxSequences,
                measured(recovered, scheduling),
                List.copyOf(inferred));
    }

    /// The same with the schedule replayed for a known front-end time.
    ObservedRun withFrontEnd(double frontEndNs) {
        Scheduling replayed = Scheduling.of(requests.all(), recovered, rule(), frontEndNs);
        return new ObservedRun(
                requests, arrivals, recovered, replayed, maxSequences, measured(recovered, replayed), inferred);
    }

    private static int maxSequences(
            List<ServedRequest> requests,
            RecoveredSteps recovered,
            Scheduling scheduling,
            FitSettings settings,
            List<String> inferred) {
        if (settings.maxSequences() != null) {
            return settings.maxSequences();
        }
        int full = scheduling.fullBatch(requests, recovered);
        if (full == 0) {
            return Math.min(DEFAULT_SEQUENCES, scheduling.rule().budget());
        }
        inferred.add("inferred from requests that waited beside an unused budget: max-sequences " + full);
        return full;
    }

    private static List<ObservedStep> measured(RecoveredSteps recovered, Scheduling scheduling) {
        List<ObservedStep> steps = ObservedStep.measured(recovered, scheduling);
        if (steps.size() < ServedRequests.LEAST) {
            throw new FitException("only " + steps.size() + " steps follow another one directly; a fit needs requests"
                    + " that overlap, so measure at a higher load");
        }
        if (steps.stream().allMatch(ObservedStep::isPureDecode)) {
            throw new FitException("no prompt was computed while another request was answered, so the time of a prompt"
                    + " token cannot be told; measure at a higher load");
        }
        return steps;
    }

    private static Scheduling.Rule rule(
            List<ServedRequest> requests, RecoveredSteps recovered, FitSettings settings, List<String> inferred) {
        Boolean chunked = settings.chunkedPrefill();
        Integer budget = settings.maxBatchedTokens();
        if (chunked != null && budget != null) {
            return new Scheduling.Rule(chunked, budget);
        }
        @Nullable Scored best = null;
        if (chunked == null || !chunked) {
            best = score(requests, recovered, new Scheduling.Rule(false, unchunkedBudget(requests, budget)));
        }
        if (chunked == null || chunked) {
            for (int candidate : budget == null ? BUDGETS : List.of(budget)) {
                Scored scored = score(requests, recovered, new Scheduling.Rule(true, candidate));
                if (best == null || scored.isBetterThan(best)) {
                    best = scored;
                }
            }
        }
        if (best == null || !best.fits()) {
            throw new FitException("no budget of a step explains when prompts were computed;"
                    + " say --max-batched-tokens and --chunked-prefill as the engine has them");
        }
        inferred.add(words(best.rule, requests, chunked == null, budget == null));
        return best.rule;
    }

    private static String words(
            Scheduling.Rule rule, List<ServedRequest> requests, boolean modeInferred, boolean budgetInferred) {
        StringBuilder words = new StringBuilder("inferred from the times of the steps: ");
        if (!rule.chunked()) {
            words.append("chunked prefill off");
            if (budgetInferred) {
                words.append(" (max-batched-tokens ")
                        .append(rule.budget())
                        .append(" is assumed; such a run does not tell)");
            }
        } else {
            words.append(modeInferred ? "chunked prefill" : "");
            words.append(modeInferred && budgetInferred ? ", " : "");
            words.append(budgetInferred ? "max-batched-tokens " + rule.budget() + " (of powers of two)" : "");
        }
        int longest =
                requests.stream().mapToInt(ServedRequest::promptTokens).max().orElse(0);
        if (rule.chunked() && longest < rule.budget()) {
            words.append("; no prompt is longer than that, so it hardly matters");
        }
        return words.toString();
    }

    private static int unchunkedBudget(List<ServedRequest> requests, @Nullable Integer told) {
        int longest = requests.stream()
                .mapToInt(request -> request.promptTokens() + request.outputTokens())
                .max()
                .orElse(0);
        return told == null ? Math.max(DEFAULT_BUDGET, longest) : told;
    }

    private record Scored(Scheduling.Rule rule, boolean fits, double residual) {
        boolean isBetterThan(Scored other) {
            return fits && (!other.fits || residual < BETTER * other.residual);
        }
    }

    private static Scored score(List<ServedRequest> requests, RecoveredSteps recovered, Scheduling.Rule rule) {
        Scheduling scheduling = Scheduling.of(requests, recovered, rule, 0);
        boolean fits = scheduling.misfits() <= MISFITS * requests.size();
        if (!fits) {
            return new Scored(rule, false, Double.POSITIVE_INFINITY);
        }
        List<ObservedStep> steps = measured(recovered, scheduling);
        return new Scored(rule, true, StepFit.rough(steps, EngineFit.WINDOW_NS).medianResidual());
    }

    Scheduling.Rule rule() {
        return scheduling.rule();
    }

    /// How an engine like the measured one schedules.
    EngineConfig engine(long frontEndNs) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxBatchedTokens = rule().budget();
        config.maxSequences = maxSequences;
        config.chunkedPrefill = rule().chunked();
        config.maxModelLen = rule().chunked() ? config.maxModelLen : Math.min(config.maxModelLen, rule().budget());
        config.frontEndNs = frontEndNs;
        try {
            return config.build();
        } catch (IllegalArgumentException e) {
            throw new FitException(String.valueOf(e.getMessage()));
        }
    }

    RunFigures figures() {
        return RunFigures.of(requests.all(), recovered.count());
    }
}
