package dev.goodput.cli;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.report.EngineSteps;
import dev.goodput.report.SweepAxis;
import dev.goodput.report.SweepInput;
import dev.goodput.report.SweepPoint;
import dev.goodput.report.SweepReport;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/// One workload on one engine, again and again, each time with another value of a setting or of the
/// load. Runs stay in memory, and of each only its figures, unless they are to be kept.
///
/// @param seeds runs of each value, the first with `seed`
/// @param keepRuns whether each run becomes a run directory of its own
record EngineSweep(
        Console console,
        EngineSpec engine,
        SimulatedLoadOptions load,
        Network network,
        List<SweepAxis> axes,
        long seed,
        int seeds,
        Optional<Slo> slo,
        List<String> command,
        boolean keepRuns) {
    private static final String RESULT = "sweep.json";

    /// One combination of values, ready to run.
    private record Setting(List<String> values, String words, ModelledEngine engine, SimulatedLoad load) {}

    private record Ran(Run run, EngineSteps steps) {}

    /// Runs all, writes the reports into the directory and prints one.
    ExitCode into(Path directory) {
        List<Setting> settings = settings();
        prepare(directory);
        List<SweepPoint> points = new ArrayList<>();
        Manifest first = null;
        for (Setting setting : settings) {
            List<SweepPoint.Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                EngineRun engineRun =
                        new EngineRun(setting.engine(), setting.load(), network, seed + i, 1, slo, command);
                Ran ran = keepRuns
                        ? kept(engineRun, directory.resolve(name(points.size(), setting, i)))
                        : inMemory(engineRun);
                first = first == null ? ran.run().manifest() : first;
                outcomes.add(outcome(seed + i, ran));
            }
            points.add(new SweepPoint(setting.values(), outcomes));
            console.say(points.size() + " of " + settings.size() + "  " + setting.words());
        }
        SweepReport report = new SweepReport(new SweepInput(Objects.requireNonNull(first), axes, points, slo));
        TextFile.write(directory.resolve(RESULT), report.json());
        TextFile.write(directory.resolve("sweep.html"), report.html());
        TextFile.write(directory.resolve("sweep.md"), report.markdown());
        console.out().print(report.terminal(console.terminal().style()));
        console.out().println();
        console.out().println("report: " + directory.resolve("sweep.html"));
        console.out().flush();
        return exitCode(points);
    }

    private SweepPoint.Outcome outcome(long runSeed, Ran ran) {
        RunMetrics metrics = RunMetrics.of(ran.run());
        @Nullable
        GateResult result =
                slo.map(objective -> Gate.judge(ran.run(), metrics, objective)).orElse(null);
        return SweepPoint.Outcome.of(runSeed, ran.run(), metrics, ran.steps(), result);
    }

    private Ran kept(EngineRun engineRun, Path directory) {
        Run run = engineRun.into(directory);
        Evaluation.of(run, slo.stream().toList(), directory).write(directory);
        return new Ran(run, EngineSteps.read(directory).orElseGet(EngineSteps::new));
    }

    private static Ran inMemory(EngineRun engineRun) {
        EngineSteps steps = new EngineSteps();
        return new Ran(engineRun.inMemory(steps::add), steps);
    }

    private String name(int number, Setting setting, int run) {
        String values = String.join("-", setting.values()).replaceAll("[^A-Za-z0-9.]+", "-");
        String ofSeed = seeds == 1 ? "" : "-seed-" + (seed + run);
        return String.format(Locale.ROOT, "runs/%02d-%s%s", number + 1, values, ofSeed);
    }

    private static void prepare(Path directory) {
        if (Files.exists(directory.resolve(RESULT))) {
            throw new CliException(
                    ExitCode.USAGE,
                    directory + " already holds a sweep; name another directory with --out, or remove it");
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write " + directory + ": " + RunFiles.reason(e), e);
        }
    }

    /// All of them, before the first runs: a typing mistake in the last value is told at once.
    private List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        SweepAxis second = axes.size() > 1 ? axes.getLast() : null;
        for (String value : axes.getFirst().values()) {
            for (String other : second == null ? List.of("") : second.values()) {
                settings.add(setting(second == null ? List.of(value) : List.of(value, other)));
            }
        }
        return settings;
    }

    private Setting setting(List<String> values) {
        EngineSpec changed = engine;
        SimulatedLoad asked = null;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String key = axes.get(i).key();
            String value = values.get(i);
            words.add(key + "=" + Console.oneLine(value));
            if (axes.get(i).isLoad()) {
                asked = swept(key, value, asked != null);
            } else {
                changed = changed.with(key, value, "--sweep");
            }
        }
        String said = String.join(", ", words);
        try {
            return new Setting(values, said, changed.build(), asked == null ? load.load() : asked);
        } catch (ConfigException e) {
            String message = String.valueOf(e.getMessage());
            throw new ConfigException(message.startsWith("--sweep") ? message : "--sweep " + said + ": " + message);
        }
    }

    private SimulatedLoad swept(String key, String value, boolean twice) {
        if (twice) {
            throw new CliException(
                    ExitCode.USAGE, "--sweep: rate and concurrency are two ways to load an engine; sweep one");
        }
        try {
            return key.equals(SweepAxis.RATE)
                    ? load.atRate(new Values.RateConverter().convert(value))
                    : load.atConcurrency(Integer.parseInt(value));
        } catch (TypeConversionException e) {
            throw new CliException(ExitCode.USAGE, "--sweep rate: " + Console.oneLine(String.valueOf(e.getMessage())));
        } catch (NumberFormatException e) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--sweep concurrency: '" + Console.oneLine(value) + "' is not a number of requests in flight");
        }
    }

    /// What the shell is told: 0 when a setting passes, 1 when all are shown to fail, else 3.
    private ExitCode exitCode(List<SweepPoint> points) {
        List<Verdict> verdicts =
                points.stream().flatMap(point -> point.verdict().stream()).toList();
        if (verdicts.isEmpty() || verdicts.contains(Verdict.PASS)) {
            return ExitCode.OK;
        }
        return verdicts.stream().allMatch(verdict -> verdict == Verdict.FAIL) ? ExitCode.FAIL : ExitCode.INCONCLUSIVE;
    }
}
