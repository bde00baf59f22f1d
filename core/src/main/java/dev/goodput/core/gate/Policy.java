package dev.goodput.core.gate;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a release is let through on: an endpoint, what is asked of it, an objective, and the loads at which it is
/// measured. 100 % is the expected peak, which decides; the other levels show what happens around it.
///
/// What is not told is null or empty here, and named in [#refusals()].
///
/// @param endpoint its URL and model are empty where they are not told
/// @param hardware what the endpoint runs on
/// @param load the expected peak
/// @param levels in percent of the peak
/// @param rounds at 100 %, each from an idle endpoint
/// @param requestsPerRound as asked for; see [#requestsOfRound]
/// @param sweepRequests at each level other than 100 %
/// @param warmUpRequests sent before each level, and not counted
/// @param headroom by how much goodput may fall from 100 % to 150 %, in shares
/// @param baseline a run, or what an earlier gate by a policy left, to compare with
public record Policy(
        Manifest.Endpoint endpoint,
        @Nullable String hardware,
        @Nullable Workload workload,
        @Nullable Slo slo,
        @Nullable PeakLoad load,
        List<Integer> levels,
        int rounds,
        long requestsPerRound,
        long sweepRequests,
        long warmUpRequests,
        BigDecimal headroom,
        @Nullable String baseline,
        Margins margins) {
    /// The level that decides.
    public static final int PEAK = 100;

    /// The level that shows headroom.
    public static final int BEYOND_PEAK = 150;

    public static final List<Integer> LEVELS = List.of(25, 50, PEAK, BEYOND_PEAK, 200);
    public static final int LEAST_ROUNDS = 30;
    public static final int LEAST_REQUESTS_PER_ROUND = 100;
    public static final int SWEEP_REQUESTS = 300;
    public static final int WARM_UP_REQUESTS = 20;
    public static final BigDecimal HEADROOM = new BigDecimal("0.05");

    /// What is asked of the endpoint: lengths in tokens, normally distributed.
    ///
    /// @param exactLengths whether the engine is asked not to end before the output length
    /// @param prompt one text to send again and again, which a policy refuses; null for prompts drawn anew
    public record Workload(
            int inputTokens,
            int inputTokensSd,
            int outputTokens,
            int outputTokensSd,
            long seed,
            boolean exactLengths,
            @Nullable String prompt) {}

    public Policy {
        levels = levels.stream().distinct().sorted().toList();
    }

    /// The same policy for another endpoint.
    public Policy withEndpoint(Manifest.Endpoint newEndpoint) {
        return with(newEndpoint, slo);
    }

    /// The same policy with another objective.
    public Policy withSlo(Slo newSlo) {
        return with(endpoint, newSlo);
    }

    private Policy with(Manifest.Endpoint newEndpoint, @Nullable Slo newSlo) {
        return new Policy(
                newEndpoint,
                hardware,
                workload,
                newSlo,
                load,
                levels,
                rounds,
                requestsPerRound,
                sweepRequests,
                warmUpRequests,
                headroom,
                baseline,
                margins);
    }

    /// Why no verdict may rest on this policy, one sentence each; empty where one may.
    public List<String> refusals() {
        return PolicyRefusals.of(this);
    }

    /// The levels that differ in load, ascending: few requests in flight leave no room for all of them. Of two that are
    /// the same load the one nearer to 100 % stays.
    public List<Integer> distinctLevels() {
        if (load == null) {
            return levels;
        }
        List<Integer> kept = new ArrayList<>();
        List<PeakLoad> loads = new ArrayList<>();
        levels.stream()
                .sorted(Comparator.comparingInt(level -> Math.abs(level - PEAK)))
                .forEach(level -> {
                    PeakLoad there = load.at(level);
                    if (!loads.contains(there)) {
                        loads.add(there);
                        kept.add(level);
                    }
                });
        return kept.stream().sorted().toList();
    }

    /// Requests of a round at 100 %: as many as asked for, or as a PASS takes, if those are more.
    public long requestsOfRound() {
        long needed = slo == null ? 0 : VerdictSize.requests(slo, rounds);
        return Math.max(requestsPerRound, Math.ceilDiv(needed, Math.max(1, rounds)));
    }
}
