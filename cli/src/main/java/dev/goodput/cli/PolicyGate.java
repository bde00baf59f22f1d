package dev.goodput.cli;

import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.PeakLoad;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.load.Api;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Deadlines;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.Target;
import dev.goodput.report.PolicyTerminal;
import dev.goodput.report.ReportFiles;
import dev.goodput.report.ReportInput;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.RunReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A policy from its levels to its verdict.
///
/// @param slo the policy's, as adjusted on the command line
/// @param baseline the run to compare with; null for none
/// @param engine simulated instead of the policy's endpoint measured
/// @param directory holds a run directory a level, and the reports
record PolicyGate(
        Console console,
        Policy policy,
        Slo slo,
        @Nullable Path baseline,
        Optional<ModelledEngine> engine,
        Path directory,
        List<String> command) {
    /// A prime, so that policies with neighbouring seeds share no level's.
    private static final long SEED_STEP = 1_000_003;

    /// @throws CliException when the policy cannot carry a verdict, with a line for each reason
    static PolicyGate of(
            Console console,
            Policy asked,
            Path file,
            SloOptions options,
            Optional<ModelledEngine> engine,
            Path directory,
            List<String> command) {
        Policy policy =
                engine.map(modelled -> asked.withEndpoint(inPlaceOf(modelled))).orElse(asked);
        List<String> refusals = policy.refusals();
        if (!refusals.isEmpty()) {
            refusals.subList(0, refusals.size() - 1).forEach(refusal -> console.say("goodput: " + told(file, refusal)));
            throw new CliException(ExitCode.USAGE, told(file, refusals.getLast()));
        }
        Path named = options.baseline != null
                ? options.baseline
                : policy.baseline() == null ? null : Path.of(policy.baseline());
        Path baseline = named == null ? null : atPeak(named);
        Slo slo = options.adjusted(Objects.requireNonNull(policy.slo()), baseline);
        return new PolicyGate(console, policy.withSlo(slo), slo, baseline, engine, directory, command);
    }

    /// An engine has no address; the name is never looked up.
    private static Manifest.Endpoint inPlaceOf(ModelledEngine engine) {
        return new Manifest.Endpoint("http://engine.invalid/v1", Api.CHAT.id(), engine.name());
    }

    private static String told(Path file, String refusal) {
        return Console.oneLine(file + ": " + refusal);
    }

    /// The run itself, or the deciding level of what a policy left there.
    private static Path atPeak(Path named) {
        Path level = named.resolve(PolicyLevel.name(Policy.PEAK));
        return Files.isDirectory(level) ? level : named;
    }

    int execute() {
        Comparison.Side before = before();
        List<PolicyLevel> levels =
                policy.distinctLevels().stream().map(this::level).toList();
        List<PolicyLevel> missing =
                levels.stream().filter(level -> !level.isMeasured()).toList();
        if (!missing.isEmpty()) {
            if (engine.isEmpty()) {
                LoadSession.preflight(missing.getFirst().session().plan(), console);
            }
            sayIfRaised();
        }
        List<PolicyResult.Level> results = new ArrayList<>();
        for (PolicyLevel level : levels) {
            Optional<Evaluation> evaluation = level.evaluation();
            if (evaluation.isEmpty()) {
                return ExitCode.INTERRUPTED.code();
            }
            results.add(new PolicyResult.Level(level.percent(), side(evaluation.get())));
        }
        return report(PolicyResult.of(policy, results, before));
    }

    private void sayIfRaised() {
        if (policy.requestsOfRound() > policy.requestsPerRound()) {
            console.say("a round at 100% has " + policy.requestsOfRound() + " requests instead of "
                    + policy.requestsPerRound() + ": a PASS takes about "
                    + policy.requestsOfRound() * policy.rounds() + " in all");
        }
    }

    /// The baseline, judged by the same objective.
    private Comparison.@Nullable Side before() {
        if (baseline == null) {
            return null;
        }
        Run run = RunReader.read(baseline);
        if (run.traces().isEmpty()) {
            throw new CliException(ExitCode.USAGE, "the baseline " + baseline + " holds no request to compare with");
        }
        return side(Evaluation.of(run, List.of(slo)));
    }

    private static Comparison.Side side(Evaluation evaluation) {
        ReportInput input = evaluation.input();
        return new Comparison.Side(input.run(), input.metrics(), input.results().getFirst());
    }

    private int report(PolicyResult result) {
        String report = PolicyTerminal.render(result, console.terminal().style());
        CiOutputs.guarded(System.getenv(), console, () -> console.out().print(report));
        try {
            ReportFiles.write(directory, result);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write reports to " + directory + ": " + RunFiles.reason(e), e);
        }
        CiOutputs.write(result, directory, System.getenv(), console);
        console.out().println();
        console.out().println("report: " + directory.resolve(ReportFiles.HTML));
        console.out().flush();
        Comparison.Side peak = result.peak().side();
        return Evaluation.exitCode(peak.metrics().counts(), result.verdict()).code();
    }

    private PolicyLevel level(int percent) {
        boolean isPeak = percent == Policy.PEAK;
        LoadSession session = new LoadSession(
                console,
                plan(percent),
                isPeak ? policy.rounds() : 1,
                policy.warmUpRequests(),
                false,
                Optional.of(slo),
                directory.resolve(PolicyLevel.name(percent)),
                command,
                policy.hardware());
        return new PolicyLevel(percent, session, engine);
    }

    private LoadPlan plan(int percent) {
        Policy.Workload workload = Objects.requireNonNull(policy.workload());
        Arrivals arrivals = switch (Objects.requireNonNull(policy.load()).at(percent)) {
            case PeakLoad.Concurrency(int requests) -> new Arrivals.ClosedLoop(requests);
            case PeakLoad.Rate rate -> new Arrivals.Poisson(rate.perSecond().doubleValue(), 0);
        };
        return new LoadPlan(
                target(),
                new Lengths(
                        workload.inputTokens(),
                        workload.inputTokensSd(),
                        workload.outputTokens(),
                        workload.outputTokensSd()),
                arrivals,
                percent == Policy.PEAK ? policy.requestsOfRound() : policy.sweepRequests(),
                null,
                Deadlines.DEFAULT,
                Duration.ofSeconds(5),
                seed(workload, percent),
                workload.exactLengths());
    }

    /// As written at the peak. Another at each other level: no level may find the prompts of one before it in a cache.
    private static long seed(Policy.Workload workload, int percent) {
        return workload.seed() + (percent - Policy.PEAK) * SEED_STEP;
    }

    private Target target() {
        Api api = policy.endpoint().api().equals(Api.CHAT.id()) ? Api.CHAT : Api.COMPLETIONS;
        return EndpointUrl.target(
                URI.create(policy.endpoint().url()), api, policy.endpoint().model());
    }
}
