package dev.goodput.cli;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.ObjectivePlan;
import dev.goodput.core.gate.ObjectiveResult;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.trace.Run;
import dev.goodput.report.PlanReport;
import dev.goodput.runs.RunReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `goodput plan`: how many requests a verdict will take.
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Says how many requests, rounds and minutes a verdict will take.",
        footer = {
            "",
            "Examples:",
            "  goodput plan --slo \"ttft<=500ms, goodput>=99%%\" --expect 99.8%% --rate 20/s",
            "  goodput plan --slo \"ttft<=500ms, p99(ttft)<=800ms\" --expect 99.8%% --expect \"p99(ttft)=99.9%%\" \\",
            "    --concurrency 16 --e2e 3s --stop-early",
            "  goodput plan --like goodput-runs/RUN --rate 20/s"
        })
final class PlanCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--expect",
            paramLabel = "SHARE",
            description = "Share of good requests that you expect, such as 99.8%%; for another objective"
                    + " \"p99(ttft)=99.9%%\" of requests within its limit, or \"error_rate=0.02%%\". May be repeated.")
    private List<String> expected = List.of();

    @Option(
            names = "--like",
            paramLabel = "RUN",
            description = "Take what was not said, and how requests depend on each other, from an earlier run.")
    @Nullable
    private Path like;

    @Option(
            names = "--rate",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "Rate of the run, for the time it takes.")
    private double rate;

    @Option(names = "--concurrency", paramLabel = "N", description = "Or requests in flight, with --e2e.")
    private int concurrency;

    @Option(
            names = "--e2e",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "How long an answer takes on average, such as 3s.")
    @Nullable
    private Duration e2e;

    @Option(
            names = "--power",
            paramLabel = "SHARE",
            defaultValue = "80%",
            converter = Values.PercentConverter.class,
            description = "Chance of a PASS to plan for (default: 80%%).")
    private double power;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Rounds of a run in rounds (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--design-effect",
            paramLabel = "X",
            description = "How many requests say as much as one independent request (default: 1, or as in --like).")
    private double designEffect;

    @Option(names = "--stop-early", description = "Also say how many requests a run takes that may end early.")
    private boolean stopEarly;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        check();
        Run earlier = like == null ? null : RunReader.read(like);
        Slo slo = slo(earlier);
        GateResult seen = earlier == null ? null : Gate.judge(earlier, RunMetrics.of(earlier), slo);
        Expectations expectations = new Expectations(expected);
        expectations.check(slo.allObjectives());
        ObjectivePlan.Settings settings = new ObjectivePlan.Settings(
                slo.confidence(), slo.dependence(), power, designEffect(seen), rounds, stopEarly);
        List<ObjectivePlan> plans = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Objective objective : slo.allObjectives()) {
            Optional<BigDecimal> required = ObjectivePlan.requiredShare(objective);
            if (required.isEmpty()) {
                notes.add(objective + " is not planned: how much a rate scatters is known after a run only");
            } else {
                BigDecimal share = expectations
                        .of(objective)
                        .or(() -> Optional.ofNullable(seen).flatMap(result -> observed(result, objective)))
                        .or(() -> assumed(expectations, objective, notes))
                        .orElseThrow(() ->
                                new CliException(ExitCode.USAGE, "say what you expect: --expect 99.8%, or --like RUN"));
                plans.add(ObjectivePlan.of(objective, required.get(), share, settings));
            }
        }
        PlanReport report = new PlanReport(slo, settings, plans, perSecond(), notes);
        console.out()
                .print(json ? report.json() : report.terminal(console.terminal().style()));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private void check() {
        LoadOptions.atLeast("--rounds", rounds, 1);
        if (!(power > 0 && power < 1)) {
            throw new CliException(ExitCode.USAGE, "--power must lie between 0% and 100%");
        }
        if (designEffect != 0 && !(designEffect >= 1 && designEffect <= 10_000)) {
            throw new CliException(ExitCode.USAGE, "--design-effect must be 1 to 10000, but is " + designEffect);
        }
        if (concurrency < 0 || (concurrency > 0) != (e2e != null)) {
            throw new CliException(ExitCode.USAGE, "--concurrency and --e2e go together: --concurrency 16 --e2e 3s");
        }
        if (rate > 0 && concurrency > 0) {
            throw new CliException(ExitCode.USAGE, "say --rate or --concurrency, not both");
        }
    }

    private Slo slo(@Nullable Run earlier) {
        if (sloOptions.slo == null && earlier != null && earlier.manifest().slo() != null) {
            return sloOptions.adjusted(RecordedSlo.read(earlier.manifest()));
        }
        return sloOptions
                .slo()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE, "a verdict on what? say --slo \"ttft<=500ms, …\" --target 99%"));
    }

    private double designEffect(@Nullable GateResult seen) {
        return designEffect > 0
                ? designEffect
                : seen == null ? 1 : seen.goodput().designEffect();
    }

    private static Optional<BigDecimal> observed(GateResult result, Objective objective) {
        if (objective instanceof Objective.GoodputShare goodput
                && goodput.conditions().isEmpty()) {
            return share(result.goodput().shown());
        }
        return result.objectives().stream()
                .filter(other -> other.objective().equals(objective))
                .findFirst()
                .flatMap((ObjectiveResult other) -> share(other.shown()));
    }

    private static Optional<BigDecimal> share(@Nullable GoodShare shown) {
        return Optional.ofNullable(shown)
                .map(counts -> BigDecimal.valueOf(counts.good())
                        .divide(BigDecimal.valueOf(counts.total()), MathContext.DECIMAL32));
    }

    private static Optional<BigDecimal> assumed(Expectations expectations, Objective objective, List<String> notes) {
        Optional<BigDecimal> goodput = expectations.ofGoodput();
        goodput.ifPresent(_ -> notes.add("of " + objective + " as much is expected as of goodput; say --expect \""
                + objective.toString().split("[<>]", 2)[0] + "=…%\" where you know better"));
        return goodput;
    }

    private double perSecond() {
        return e2e == null ? rate : concurrency / (e2e.toNanos() / 1e9);
    }
}
