package dev.goodput.cli;

import dev.goodput.core.gate.Gate;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Dependence;
import dev.goodput.load.Arrivals;
import dev.goodput.load.LoadPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput run`: measures an endpoint and judges it.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Measures an OpenAI-compatible endpoint and judges it by an SLO.",
        footer = {
            "",
            "The API key, if the endpoint wants one, is taken from OPENAI_API_KEY.",
            "Example:",
            "  goodput run --url http://localhost:8000/v1 --model llama --concurrency 16 --requests 700 \\",
            "    --slo \"ttft<=500ms, tpot<=15ms, e2e<=2s\" --target 95%%"
        })
final class RunCommand implements Callable<Integer> {
    private static final long DEFAULT_REQUESTS = 500;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final LoadOptions loadOptions = new LoadOptions();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description =
                    "Closed loop: N requests in flight. With --rate: at most N in flight; waiting counts as latency.")
    private int concurrency;

    @Option(
            names = "--rate",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "Open loop: Poisson arrivals, such as 20/s.")
    private double ratePerSecond;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Stop after N requests (default: 500 if there is no --duration).")
    private long requests;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "Stop sending after this time, such as 60s.")
    @Nullable
    private Duration duration;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Do it N times, each time from an idle endpoint; --requests and --duration are those of one"
                    + " round (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "0",
            description = "Send N requests before, which do not count (default: ${DEFAULT-VALUE}).")
    private long warmUpRequests;

    @Option(
            names = "--stop-early",
            description =
                    "End as soon as the answer is certain, a run without hope of a PASS at half. Looking often takes stricter"
                            + " bounds than looking once: the error stays what --confidence says.")
    private boolean stopEarly;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the run directory goes (default: goodput-runs/DATE-TIME-run).")
    @Nullable
    private Path out;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        // Whom to ask comes before how much.
        loadOptions.target();
        LoadPlan plan = loadOptions.plan(arrivals(), maxRequests(), duration, 0);
        Optional<Slo> slo = sloOptions.slo();
        if (slo.isEmpty()) {
            console.say("no --slo: measuring without a verdict");
        }
        LoadOptions.atLeast("--rounds", rounds, 1);
        LoadOptions.atLeast("--warmup", warmUpRequests, 0);
        if (stopEarly && (slo.isEmpty() || plan.maxRequests() == 0)) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--stop-early needs --slo and --requests: it plans when to look at how many misses");
        }
        if (plan.maxRequests() > 0) {
            slo.ifPresent(judge -> sayWhatIsOutOfReach(judge, rounds * plan.maxRequests()));
        }
        loadOptions.preflight(plan, console);
        return new LoadSession(
                        console,
                        plan,
                        rounds,
                        warmUpRequests,
                        stopEarly,
                        slo,
                        OutputDirectory.choose(out, "run"),
                        CommandText.of(spec),
                        loadOptions.hardware)
                .execute();
    }

    /// Better said before the run than after it.
    private void sayWhatIsOutOfReach(Slo judge, long requests) {
        long needed = Gate.fewestForPass(judge);
        if (requests < needed) {
            console.say(
                    "note: " + requests + " requests cannot show a PASS, only a FAIL: without a single miss it takes "
                            + needed
                            + (judge.dependence() == Dependence.MEASURED
                                    ? ", or --assume-independent where you know that they are"
                                    : "")
                            + " (see 'goodput plan')");
        }
    }

    private Arrivals arrivals() {
        boolean hasConcurrency = spec.commandLine().getParseResult().hasMatchedOption("--concurrency");
        if (hasConcurrency) {
            LoadOptions.atLeast("--concurrency", concurrency, 1);
        }
        if (ratePerSecond > 0) {
            return new Arrivals.Poisson(ratePerSecond, concurrency);
        }
        if (!hasConcurrency) {
            throw new CliException(
                    ExitCode.USAGE,
                    "say how to load the endpoint: --concurrency 16 (closed loop) or --rate 20/s (open loop)");
        }
        return new Arrivals.ClosedLoop(concurrency);
    }

    private long maxRequests() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--requests")) {
            LoadOptions.atLeast("--requests", requests, 1);
            return requests;
        }
        return duration == null ? DEFAULT_REQUESTS : 0;
    }
}
