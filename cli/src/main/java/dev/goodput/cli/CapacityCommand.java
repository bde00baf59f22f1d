package dev.goodput.cli;

import dev.goodput.core.gate.CapacitySearch;
import dev.goodput.core.gate.CapacitySearch.Step;
import dev.goodput.core.gate.LoadCurve;
import dev.goodput.core.gate.LoadLevel;
import dev.goodput.core.gate.ObjectivePlan;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.load.Arrivals;
import dev.goodput.load.LoadPlan;
import dev.goodput.report.CapacityInput;
import dev.goodput.report.CapacityReport;
import dev.goodput.report.LoadUnit;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput capacity`: the largest load at which an endpoint still keeps its objectives.
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Finds the largest rate (or number of requests in flight) at which an endpoint still passes.",
        footer = {
            "",
            "Screens loads with few requests, halving the range, then measures the best one anew with as many as a verdict",
            "takes. Writes capacity.json, capacity.html, capacity.md and every run into DIR. With --engine instead of --url it",
            "asks a modelled engine, in virtual time: minutes of load take a second.",
            "Exit code: 0 a load was shown to pass, 1 the smallest was shown to fail, 3 neither, 4 nothing could be trusted.",
            "Examples:",
            "  goodput capacity --url http://localhost:8000/v1 --model llama --slo \"ttft<=500ms, tpot<=25ms\" \\",
            "    --target 99%% --rate-from 2/s --rate-to 100/s",
            "  goodput capacity --url http://localhost:8000/v1 --model llama --slo slo.yaml --concurrency-to 256",
            "  goodput capacity --engine h100-llama3.1-8b --slo \"ttft<=500ms, tpot<=25ms\" --target 99%% --rate-to 100/s"
        })
final class CapacityCommand implements Callable<Integer> {
    /// A closed loop is filled and its users answered this many times at least.
    private static final long ANSWERS_PER_USER = 5;

    /// A queue that grows slowly takes long to show: a confirmation lasts so many looks.
    private static final int LOOKS_OF_CONFIRMATION = 3;

    /// To plan a verdict it is expected that a fifth of the allowed misses occur.
    private static final BigDecimal EXPECTED_OF_ALLOWED = new BigDecimal("0.2");

    private static final double POWER = 0.8;

    /// Requests of a modelled engine cost no time: it is asked so many times as often, for answers that
    /// are seldom open.
    private static final int MODELLED_TIMES = 5;

    private static final String RESULT = "capacity.json";

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final LoadOptions loadOptions = new LoadOptions();

    @Mixin
    private final EngineOptions engineOptions = new EngineOptions();

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--rate-from",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "Smallest rate to look at; the search begins there (default: 1/s).")
    private double rateFrom;

    @Option(
            names = "--rate-to",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "Largest rate to look at (default: 1000/s).")
    private double rateTo;

    @Option(
            names = "--concurrency-from",
            paramLabel = "N",
            description = "Smallest number of requests in flight; the search begins there (default: 1).")
    private int concurrencyFrom;

    @Option(
            names = "--concurrency-to",
            paramLabel = "N",
            description = "Largest number of requests in flight (default: 1024).")
    private int concurrencyTo;

    @Option(
            names = "--resolution",
            paramLabel = "SHARE",
            defaultValue = "5%",
            converter = Values.PercentConverter.class,
            description = "How close to the limit to look, as a share of the load (default: 5%%).")
    private double resolution;

    @Option(
            names = "--step-requests",
            paramLabel = "N",
            defaultValue = "100",
            description = "Requests of the first look at a load; more follow while its answer is open (default:"
                    + " ${DEFAULT-VALUE}, with --engine five times as many).")
    private int stepRequests;

    @Option(
            names = "--step-duration",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description =
                    "A look at a rate lasts this long at least, a confirmation three times as long (default: 10s).")
    private Duration stepDuration = Duration.ofSeconds(10);

    @Option(
            names = "--verdict-requests",
            paramLabel = "N",
            description = "Requests of a verdict (default: what shows the target with 80%% chance where a fifth of the"
                    + " misses that it allows occur; about 4,000 for 99%%; with --engine five times as many).")
    private int verdictRequests;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "20",
            description = "Send N requests before the first look, which do not count (default: ${DEFAULT-VALUE}).")
    private long warmUpRequests;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the result and its runs go (default: goodput-runs/DATE-TIME-capacity).")
    @Nullable
    private Path out;

    private int steps;

    CapacityCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Slo slo = sloOptions
                .slo()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE, "capacity for what? say --slo \"ttft<=500ms, …\" --target 99%"));
        Optional<ModelledEngine> engine = engineOptions.spec().map(EngineSpec::build);
        if (engine.isPresent() && loadOptions.namesEndpoint()) {
            throw new CliException(ExitCode.USAGE, "--engine is instead of an endpoint: leave out --url and --model");
        }
        if (engine.isEmpty()) {
            loadOptions.target();
        }
        CapacitySearch.Settings settings = settings(slo, engine.isPresent() ? MODELLED_TIMES : 1);
        LoadUnit unit = settings.whole() ? LoadUnit.CONCURRENCY : LoadUnit.RATE;
        Path directory = OutputDirectory.choose(out, "capacity");
        if (Files.exists(directory.resolve(RESULT))) {
            throw new CliException(
                    ExitCode.USAGE,
                    directory + " already holds a capacity search; name another directory with --out, or remove it");
        }
        if (engine.isEmpty()) {
            loadOptions.preflight(plan(unit, settings.least(), 1), console);
        }
        console.say(String.format(
                Locale.ROOT,
                "looking from %s to %s, %d requests a verdict",
                text(unit, settings.least()),
                text(unit, settings.most()),
                settings.verdictRequests()));
        StepRunner runner = new StepRunner(console, slo, CommandText.of(spec), loadOptions.hardware);
        CapacitySteps search = new CapacitySteps(
                new CapacitySearch(settings),
                slo,
                step -> engine.isPresent()
                        ? Optional.of(simulated(step, unit, engine.get(), slo, directory))
                        : measured(step, unit, runner, directory),
                level -> tell(unit, level));
        try (Interruption interruption = Interruption.watch(runner::stop)) {
            boolean isComplete = search.run();
            if (search.levels().isEmpty()) {
                throw new CliException(ExitCode.INTERRUPTED, "interrupted before any load was measured");
            }
            CapacityReport report = new CapacityReport(new CapacityInput(
                    new LoadCurve(search.levels()),
                    unit,
                    slo,
                    settings.most(),
                    settings.resolution(),
                    search.directories(),
                    isComplete ? List.of() : List.of("interrupted: the search did not come to its end")));
            TextFile.write(directory.resolve(RESULT), report.json());
            TextFile.write(directory.resolve("capacity.html"), report.html());
            TextFile.write(directory.resolve("capacity.md"), report.markdown());
            console.out().print(report.terminal(console.terminal().style()));
            console.out().println();
            console.out().println("report: " + directory.resolve("capacity.html"));
            console.out().flush();
            return (interruption.happened() ? ExitCode.INTERRUPTED : exitCode(search.levels())).code();
        }
    }

    private Optional<CapacitySteps.Measured> measured(Step step, LoadUnit unit, StepRunner runner, Path directory) {
        String name = name(unit, step);
        LoadPlan plan = plan(unit, step.load(), requests(unit, step));
        Run run = runner.measure(plan, steps == 1 ? warmUpRequests : 0, directory.resolve(name));
        if (runner.isStopped()) {
            return Optional.empty();
        }
        if (steps == 1 && run.traces().stream().noneMatch(trace -> trace.isCompleted())) {
            throw new CliException(
                    ExitCode.UNREACHABLE,
                    "no request was answered at " + text(unit, step.load()) + "; 'goodput report "
                            + directory.resolve(name) + "' says why");
        }
        return Optional.of(new CapacitySteps.Measured(run, name));
    }

    private CapacitySteps.Measured simulated(Step step, LoadUnit unit, ModelledEngine engine, Slo slo, Path directory) {
        String name = name(unit, step);
        SimulatedLoad load =
                SimulatedLoad.of(loadOptions.lengths(), arrivals(unit, step.load()), requests(unit, step), 0);
        EngineRun run = new EngineRun(
                engine, load, Network.NONE, loadOptions.seed(steps), 1, Optional.of(slo), CommandText.withoutOut(spec));
        Run measured = run.into(directory.resolve(name));
        EngineRun.whyNothingCame(measured).ifPresent(reason -> {
            throw new CliException(ExitCode.UNREACHABLE, "every request failed: " + reason);
        });
        return new CapacitySteps.Measured(measured, name);
    }

    private String name(LoadUnit unit, Step step) {
        return String.format(Locale.ROOT, "runs/%02d-%s", ++steps, fileName(unit, step.load()));
    }

    /// As many as the search asks for, and enough for the load to be there at all.
    private long requests(LoadUnit unit, Step step) {
        int looks = step.confirms() ? LOOKS_OF_CONFIRMATION : 1;
        double least = unit == LoadUnit.RATE
                ? step.load() * looks * stepDuration.toNanos() / 1e9
                : step.load() * ANSWERS_PER_USER;
        return Math.max(step.requests(), (long) Math.ceil(least));
    }

    private LoadPlan plan(LoadUnit unit, double load, long requests) {
        return loadOptions.plan(arrivals(unit, load), requests, null, steps);
    }

    private static Arrivals arrivals(LoadUnit unit, double load) {
        return unit == LoadUnit.RATE ? new Arrivals.Poisson(load, 0) : new Arrivals.ClosedLoop((int) Math.round(load));
    }

    private void tell(LoadUnit unit, LoadLevel level) {
        console.say(String.format(
                Locale.ROOT,
                "%2d  %-8s %s of %d requests good, %s%s",
                steps,
                text(unit, level.load()),
                level.result().goodput().good(),
                level.result().goodput().total(),
                level.verdict(),
                level.confirmed() ? " (confirmed)" : ""));
    }

    private static String text(LoadUnit unit, double load) {
        return unit == LoadUnit.RATE
                ? String.format(Locale.ROOT, "%.3g/s", load)
                : String.format(Locale.ROOT, "%.0f in flight", load);
    }

    private static String fileName(LoadUnit unit, double load) {
        return unit == LoadUnit.RATE
                ? String.format(Locale.ROOT, "rate-%.2f", load)
                : String.format(Locale.ROOT, "concurrency-%.0f", load);
    }

    private CapacitySearch.Settings settings(Slo slo, int times) {
        boolean byRate = rateFrom > 0 || rateTo > 0;
        boolean byConcurrency = isGiven("--concurrency-from") || isGiven("--concurrency-to");
        if (byRate == byConcurrency) {
            throw new CliException(
                    ExitCode.USAGE,
                    byRate
                            ? "look for a rate or for a concurrency, not for both"
                            : "say what to look for: --rate-to 100/s (open loop) or --concurrency-to 64 (closed loop)");
        }
        LoadOptions.atLeast("--step-requests", stepRequests, 1);
        LoadOptions.atLeast("--warmup", warmUpRequests, 0);
        double least = byRate ? (rateFrom > 0 ? rateFrom : 1) : isGiven("--concurrency-from") ? concurrencyFrom : 1;
        double most = byRate ? (rateTo > 0 ? rateTo : 1000) : isGiven("--concurrency-to") ? concurrencyTo : 1024;
        if (byConcurrency) {
            LoadOptions.atLeast("--concurrency-from", Math.round(least), 1);
        }
        if (least > most) {
            throw new CliException(ExitCode.USAGE, "the search must end above where it begins: look at -from and -to");
        }
        if (!(resolution > 0 && resolution < 0.5)) {
            throw new CliException(ExitCode.USAGE, "--resolution must lie between 0% and 50%");
        }
        int screening = isGiven("--step-requests") ? stepRequests : times * stepRequests;
        long verdict = isGiven("--verdict-requests") ? verdictRequests : times * verdictRequests(slo);
        LoadOptions.atLeast("--verdict-requests", verdict, screening);
        return new CapacitySearch.Settings(least, least, most, resolution, byConcurrency, screening, verdict);
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /// What the hungriest objective takes.
    private static long verdictRequests(Slo slo) {
        long most = 1;
        for (Objective objective : slo.allObjectives()) {
            BigDecimal required = ObjectivePlan.requiredShare(objective)
                    .orElseThrow(() -> new CliException(
                            ExitCode.USAGE, objective + " is what the search looks for: leave it out of the SLO"));
            BigDecimal allowed = BigDecimal.ONE.subtract(required);
            ObjectivePlan plan = ObjectivePlan.of(
                    objective,
                    required,
                    BigDecimal.ONE.subtract(allowed.multiply(EXPECTED_OF_ALLOWED)),
                    new ObjectivePlan.Settings(slo.confidence(), Dependence.MEASURED, POWER, 1, 1, false));
            most = Math.max(
                    most,
                    plan.needed(slo.dependence())
                            .orElseThrow(() -> new CliException(
                                    ExitCode.USAGE,
                                    objective + ": no practical number of requests shows this; ask for less")));
        }
        return most;
    }

    private static ExitCode exitCode(List<LoadLevel> levels) {
        List<Verdict> verdicts = levels.stream().map(LoadLevel::verdict).toList();
        if (new LoadCurve(levels).capacity().isPresent()) {
            return ExitCode.OK;
        }
        if (verdicts.stream().allMatch(verdict -> verdict == Verdict.INVALID)) {
            return ExitCode.INVALID;
        }
        return verdicts.getFirst() == Verdict.FAIL ? ExitCode.FAIL : ExitCode.INCONCLUSIVE;
    }
}
