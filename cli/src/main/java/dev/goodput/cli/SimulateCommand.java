package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.engine.LatencyProfile;
import dev.goodput.engine.LatencyProfiles;
import dev.goodput.engine.LatencySimulation;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.report.SweepAxis;
import dev.goodput.runs.RunWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput simulate`: the goodput calculator. Request traces drawn from declared distributions, no
/// network.
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Simulates a serving engine step by step (--engine), or draws requests from declared latency"
                + " distributions (--latency), and judges them.",
        footer = {
            "",
            "With --engine the requests compete for a modelled GPU: queue, batch, KV cache. Judged under any --slo given.",
            "Without, requests are independent draws, judged under any --slo given and three presets: target (500ms, 15ms,",
            "2s), loose (800ms, 25ms, 3s) and tight (300ms, 10ms, 1.5s).",
            "With --slo the exit code is the verdict under the first one given; without, it is 0. The same command with",
            "the same seed writes the same bytes.",
            "--sweep compares settings of an engine, or loads, in one table; writes sweep.json, sweep.md and sweep.html. With",
            "--slo its exit code is 0 when a setting passes, 1 when all are shown to fail, else 3.",
            "Examples:",
            "  goodput simulate --engine h100-llama3.1-8b --rate 8/s --requests 300",
            "  goodput simulate --lesson chunked-prefill",
            "  goodput simulate --engine l4-qwen3-8b --set max-batched-tokens=512 --concurrency 16 --slo \"tpot<=80ms\"",
            "  goodput simulate --engine h100-llama3.1-8b --rate 20/s --sweep max-batched-tokens=256,1024,8192,off"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final List<Slo> PRESETS = List.of(
            SloParser.inline("ttft<=500ms, tpot<=15ms, e2e<=2s", "target").withName("target"),
            SloParser.inline("ttft<=800ms, tpot<=25ms, e2e<=3s", "loose").withName("loose"),
            SloParser.inline("ttft<=300ms, tpot<=10ms, e2e<=1.5s", "tight").withName("tight"));

    private static final List<String> TIMED = List.of("--workload", "--rate", "--concurrency", "--duration", "--rtt");
    private static final List<String> LENGTHS =
            List.of("--input-tokens", "--input-tokens-sd", "--output-tokens", "--output-tokens-sd");
    private static final List<String> OF_A_WORKLOAD = List.of("--time-scale", "--repeat");

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = LessonCommand.OPTION,
            paramLabel = "NAME",
            description =
                    "Show one effect on the modelled engine, with its numbers and a picture: chunked-prefill, tail,"
                            + " tool-trap, mean-vs-p99, open-vs-closed-loop, coordinated-omission; 'list' says what each is"
                            + " about. Takes --seed and --out.")
    @Nullable
    private String lesson;

    @Option(
            names = "--latency",
            paramLabel = "PRESET|FILE",
            defaultValue = "default",
            description = "Latency preset or YAML file (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String latency;

    @Mixin
    private final EngineOptions engineOptions = new EngineOptions();

    @Mixin
    private final SimulatedLoadOptions loadOptions = new SimulatedLoadOptions();

    @Option(
            names = "--rtt",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "With --engine: round trip between client and engine (default: none).")
    private Duration roundTrip = Duration.ZERO;

    @Option(
            names = "--tail-spikes",
            paramLabel = "SHARE",
            converter = Values.PercentConverter.class,
            description = "Share of tokens slowed 3 to 8 times, such as 1%% (default: the profile's).")
    @Nullable
    private Double tailSpikes;

    @Option(
            names = "--slo",
            paramLabel = "SLO",
            description = "A further objective: constraints or a YAML file; may be repeated.")
    private List<String> slos = new ArrayList<>();

    @Option(
            names = "--target",
            paramLabel = "SHARE",
            description = "Share of requests that must be good (default: 99%%).")
    @Nullable
    private String target;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What everything is drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private final SweepOptions sweepOptions = new SweepOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the run directory goes (default: goodput-runs/DATE-TIME-simulate).")
    @Nullable
    private Path out;

    SimulateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (lesson != null) {
            LessonCommand.run(lesson, seed, out, spec.commandLine().getParseResult(), console);
            return ExitCode.OK.code();
        }
        Optional<EngineSpec> spec = engineOptions.spec();
        refuseWhatChangesNothing(spec.isPresent());
        List<SweepAxis> axes = sweepOptions.axes();
        if (!axes.isEmpty() && (spec.isEmpty() || slos.size() > 1)) {
            throw new CliException(
                    ExitCode.USAGE,
                    spec.isEmpty() ? "--sweep changes an engine: say which with --engine" : "--sweep takes one --slo");
        }
        List<Slo> judged = new ArrayList<>(slos.stream()
                .map(SloOptions::parse)
                .map(slo -> SloOptions.resolved(slo, null))
                .toList());
        if (spec.isEmpty()) {
            judged.addAll(PRESETS);
        }
        if (target != null) {
            BigDecimal share = SloParser.share(target, "--target");
            judged.replaceAll(slo -> slo.withTarget(share));
        }
        if (!axes.isEmpty()) {
            return sweep(spec.orElseThrow(), axes, judged)
                    .into(OutputDirectory.choose(out, "sweep"))
                    .code();
        }
        Path directory = OutputDirectory.choose(out, "simulate");
        Run run = spec.isPresent() ? simulated(engineRun(spec.get(), judged), directory) : drawn(directory);
        Evaluation evaluation = Evaluation.of(run, judged, directory);
        evaluation.write(directory);
        evaluation.print(console);
        console.out().println();
        console.out().println("report: " + directory.resolve("report.html"));
        console.out().flush();
        Optional<String> refused = EngineRun.whyNothingCame(run);
        refused.ifPresent(reason -> console.say("every request failed: " + reason));
        return (refused.isPresent() ? ExitCode.UNREACHABLE : slos.isEmpty() ? ExitCode.OK : evaluation.exitCode())
                .code();
    }

    private Run simulated(EngineRun engineRun, Path directory) {
        if (engineRun.slo().isEmpty()) {
            console.say("no --slo: simulating without a verdict");
        }
        return engineRun.into(directory);
    }

    private EngineSweep sweep(EngineSpec engine, List<SweepAxis> axes, List<Slo> judged) {
        return new EngineSweep(
                console,
                engine,
                loadOptions,
                Network.roundTrip(roundTrip.toNanos()),
                axes,
                seed,
                sweepOptions.seeds(),
                judged.stream().findFirst(),
                CommandText.withoutOut(spec),
                sweepOptions.keepsRuns());
    }

    /// A flag that changes nothing is a misunderstanding.
    private void refuseWhatChangesNothing(boolean withEngine) {
        if (!withEngine) {
            refuse(
                    Stream.of(TIMED, LENGTHS, OF_A_WORKLOAD).flatMap(List::stream),
                    "needs an engine: say which with --engine");
            return;
        }
        refuse(Stream.of("--latency", "--tail-spikes"), "draws latencies, --engine models them: leave out one of them");
        if (isGiven("--workload")) {
            refuse(LENGTHS.stream(), "is said by the workload: leave out one of them");
        } else {
            refuse(OF_A_WORKLOAD.stream(), "needs a workload: say which with --workload");
        }
    }

    private void refuse(Stream<String> options, String because) {
        options.filter(this::isGiven).findFirst().ifPresent(option -> {
            throw new CliException(ExitCode.USAGE, option + " " + because);
        });
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private EngineRun engineRun(EngineSpec spec, List<Slo> judged) {
        return new EngineRun(
                spec.build(),
                loadOptions.load(),
                Network.roundTrip(roundTrip.toNanos()),
                seed,
                1,
                judged.stream().findFirst(),
                CommandText.withoutOut(this.spec));
    }

    private Run drawn(Path directory) {
        LatencyProfile profile = LatencyProfiles.load(latency);
        if (tailSpikes != null) {
            profile = profile.withTailSpikes(tailSpikes);
        }
        Run run = new Run(manifest(profile), LatencySimulation.run(profile, (int) loadOptions.requests(), seed));
        Manifest ended = ended(run);
        try (RunWriter writer = RunWriter.create(directory, run.manifest())) {
            run.traces().forEach(writer::append);
            writer.finish(ended);
        }
        return new Run(ended, run.traces());
    }

    /// Nothing in it depends on when or where it ran: same seed, same bytes. `--out` is left out of the
    /// command for the same reason.
    private Manifest manifest(LatencyProfile profile) {
        return new Manifest(
                Manifest.SCHEMA,
                Version.TOOL,
                Manifest.Origin.SIMULATION,
                Manifest.Status.RUNNING,
                CommandText.withoutOut(spec),
                Instant.EPOCH,
                null,
                null,
                new Manifest.Workload("latency profile '" + profile.name() + "'", seed),
                new Manifest.Schedule(Manifest.Schedule.POISSON, 0, profile.arrivalsPerSecond(), seed),
                null,
                0,
                0,
                Map.of(),
                null,
                List.of("simulated: no endpoint was measured; requests do not compete for anything"),
                Coverage.FULL);
    }

    private static Manifest ended(Run run) {
        double endNs = run.traces().stream()
                .map(RequestTrace::timeline)
                .mapToDouble(timeline -> timeline.endNs())
                .filter(Stamp::isKnown)
                .max()
                .orElse(0);
        Manifest begun = run.manifest();
        return begun.finished(
                Manifest.Status.COMPLETE,
                begun.startedAt(),
                run.traces().size(),
                Math.round(endNs),
                null,
                begun.remarks());
    }
}
