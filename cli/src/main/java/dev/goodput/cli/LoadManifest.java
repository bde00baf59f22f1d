package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadPlan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The manifest of a run that is about to begin.
final class LoadManifest {
    private LoadManifest() {}

    /// @param command the command line, secrets masked
    /// @param hardware what the endpoint runs on, as told
    /// @param stopsEarlyWithin see [Manifest.Schedule]
    static Manifest begun(
            LoadPlan plan, Optional<Slo> slo, List<String> command, @Nullable String hardware, long stopsEarlyWithin) {
        return new Manifest(
                Manifest.SCHEMA,
                Version.TOOL,
                Manifest.Origin.LOAD,
                Manifest.Status.RUNNING,
                command,
                Instant.now(),
                new Manifest.Endpoint(
                        CommandText.maskUrl(plan.target().baseUrl().toString()),
                        plan.target().api().id(),
                        plan.target().model()),
                hardware,
                new Manifest.Workload(describe(plan.lengths()), plan.seed(), plan.ignoreEos()),
                schedule(plan, stopsEarlyWithin),
                slo.map(RecordedSlo::write).orElse(null),
                0,
                0,
                HostFacts.collect(),
                null,
                List.of(),
                Coverage.FULL);
    }

    private static Manifest.Schedule schedule(LoadPlan plan, long within) {
        return switch (plan.arrivals()) {
            case Arrivals.ClosedLoop closed ->
                new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, closed.concurrency(), 0, plan.seed(), within);
            case Arrivals.Poisson poisson ->
                new Manifest.Schedule(
                        Manifest.Schedule.POISSON, poisson.maxInFlight(), poisson.ratePerSecond(), plan.seed(), within);
        };
    }

    static String describe(Lengths lengths) {
        return "unique random prompts of " + normal(lengths.inputTokens(), lengths.inputTokensSd())
                + " tokens, outputs of " + normal(lengths.outputTokens(), lengths.outputTokensSd()) + " tokens";
    }

    private static String normal(int mean, int sd) {
        return sd == 0 ? String.valueOf(mean) : mean + " ± " + sd;
    }
}
