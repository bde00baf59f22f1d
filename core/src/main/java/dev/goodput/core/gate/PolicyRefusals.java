package dev.goodput.core.gate;

import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.OutputSpeed;
import dev.goodput.core.slo.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a policy lacks to carry a verdict: why it matters, and what to write.
final class PolicyRefusals {
    private static final int TAIL_PER_MILLE = 990;

    private PolicyRefusals() {}

    static List<String> of(Policy policy) {
        List<String> refusals = new ArrayList<>();
        if (policy.slo() == null) {
            refusals.add("no SLO is written: without limits any speed is good enough; name one under 'slo:', such as"
                    + " preset:streaming-chat");
        } else {
            criteria(policy.slo()).ifPresent(refusals::add);
        }
        levels(policy).ifPresent(refusals::add);
        if (policy.rounds() < Policy.LEAST_ROUNDS) {
            refusals.add("rounds: " + policy.rounds() + " is fewer than " + Policy.LEAST_ROUNDS
                    + ": the spread over so few rounds does not say how far a verdict can be trusted");
        }
        if (policy.requestsPerRound() < Policy.LEAST_REQUESTS_PER_ROUND) {
            refusals.add("requests_per_round: " + policy.requestsPerRound() + " is fewer than "
                    + Policy.LEAST_REQUESTS_PER_ROUND
                    + ": in so short a round the endpoint is filling up and draining most of the time");
        }
        facts(policy, refusals);
        return List.copyOf(refusals);
    }

    /// Whether the SLO speaks of what users feel, and of the slow ones among them.
    private static Optional<String> criteria(Slo slo) {
        boolean boundsRequests =
                slo.constraints().stream().anyMatch(constraint -> !(constraint.metric() instanceof OutputSpeed));
        List<Objective.Percentile> percentiles = slo.objectives().stream()
                .filter(Objective.Percentile.class::isInstance)
                .map(Objective.Percentile.class::cast)
                .toList();
        if (boundsRequests || percentiles.stream().anyMatch(percentile -> percentile.perMille() >= TAIL_PER_MILLE)) {
            return Optional.empty();
        }
        String clauses = Stream.concat(slo.constraints().stream(), slo.objectives().stream())
                .map(Object::toString)
                .collect(Collectors.joining(", "));
        return Optional.of(
                percentiles.isEmpty()
                        ? "throughput is the only criterion (" + clauses + "): it can be high while users wait; add a"
                                + " limit on latency, such as ttft<=500ms"
                        : "means and medians without P99 (" + clauses + "): they hide the slow tail; add p99("
                                + percentiles.getFirst().metric().id()
                                + ")<=… or a limit on every request, such as ttft<=500ms");
    }

    private static Optional<String> levels(Policy policy) {
        String example = Policy.LEVELS.stream().map(level -> level + "%").collect(Collectors.joining(", ", "[", "]"));
        if (!policy.levels().contains(Policy.PEAK)) {
            return Optional.of("levels: 100% is missing: it is the expected peak, which decides; write " + example);
        }
        return policy.distinctLevels().size() > 1
                ? Optional.empty()
                : Optional.of(
                        "a single load level does not show what happens when traffic grows; write levels: " + example);
    }

    /// What every report names, because a figure means nothing without it.
    private static void facts(Policy policy, List<String> refusals) {
        if (policy.endpoint().url().isBlank()) {
            refusals.add("no endpoint: name its base URL under 'endpoint:', as url: http://HOST:PORT/v1");
        }
        if (policy.endpoint().model().isBlank()) {
            refusals.add(lacking("the model", "under 'endpoint:', as model: NAME"));
        }
        if (isBlank(policy.hardware())) {
            refusals.add(lacking("the hardware", "as hardware: 1 x H100 80GB"));
        }
        if (policy.load() == null) {
            refusals.add(lacking("the load", "at the expected peak, as load: {concurrency: 16} or load: {rate: 20/s}"));
        }
        Policy.Workload workload = policy.workload();
        if (workload == null) {
            refusals.add(lacking(
                    "the prompt distribution",
                    "as workload: {input_tokens: 800, input_tokens_sd: 300, output_tokens: 150}"));
        } else if (workload.prompt() != null) {
            refusals.add("one prompt looped is answered from the prefix cache, which no user's prompt is; write"
                    + " input_tokens and output_tokens instead of prompt, and each prompt is drawn anew");
        }
    }

    private static String lacking(String what, String how) {
        return "the report would lack " + what + ", without which its figures mean nothing; name it " + how;
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
