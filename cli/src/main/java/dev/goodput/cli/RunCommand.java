package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.load.Api;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Deadlines;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.Target;
import java.net.URI;
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
            "  goodput run --url http://localhost:8000/v1 --model llama --concurrency 16 --requests 500 \\",
            "    --slo \"ttft<=500ms, tpot<=15ms, e2e<=2s\" --target 99%%"
        })
final class RunCommand implements Callable<Integer> {
    private static final long DEFAULT_REQUESTS = 500;
    static final String API_KEY_VARIABLE = "OPENAI_API_KEY";

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "Base URL, such as http://HOST:PORT/v1.")
    @SuppressWarnings("NullAway.Init")
    private String url;

    @Option(names = "--model", required = true, paramLabel = "NAME", description = "Model name to ask for.")
    @SuppressWarnings("NullAway.Init")
    private String model;

    @Option(names = "--api", paramLabel = "KIND", description = "chat or completions (default: chat).")
    private Api api = Api.CHAT;

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
            description = "End as soon as the answer is certain, a hopeless run at once. Looking often takes stricter"
                    + " bounds than looking once: the error stays what --confidence says.")
    private boolean stopEarly;

    @Option(
            names = "--input-tokens",
            paramLabel = "N",
            defaultValue = "800",
            description = "Mean prompt length (default: ${DEFAULT-VALUE}).")
    private int inputTokens;

    @Option(
            names = "--input-tokens-sd",
            paramLabel = "N",
            defaultValue = "0",
            description = "Its standard deviation (default: ${DEFAULT-VALUE}).")
    private int inputTokensSd;

    @Option(
            names = "--output-tokens",
            paramLabel = "N",
            defaultValue = "150",
            description = "Mean output length to ask for (default: ${DEFAULT-VALUE}).")
    private int outputTokens;

    @Option(
            names = "--output-tokens-sd",
            paramLabel = "N",
            defaultValue = "0",
            description = "Its standard deviation (default: ${DEFAULT-VALUE}).")
    private int outputTokensSd;

    @Option(
            names = "--ignore-eos",
            description = "Ask the engine not to stop before the output length (vLLM, llama.cpp).")
    private boolean ignoreEos;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What prompts, lengths and arrivals are drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the run directory goes (default: goodput-runs/DATE-TIME-run).")
    @Nullable
    private Path out;

    @Option(names = "--hardware", paramLabel = "TEXT", description = "What the endpoint runs on, for the report.")
    @Nullable
    private String hardware;

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "Deadline for a connection (default: 10s).")
    private Duration connectTimeout = Deadlines.DEFAULT.connect();

    @Option(
            names = "--first-byte-timeout",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "Deadline from the request to the first byte of the answer (default: 2min).")
    private Duration firstByteTimeout = Deadlines.DEFAULT.firstByte();

    @Option(
            names = "--stall-timeout",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "Longest silence inside an answer (default: 1min).")
    private Duration stallTimeout = Deadlines.DEFAULT.stall();

    @Option(
            names = "--total-timeout",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "Deadline for a whole answer (default: 10min).")
    private Duration totalTimeout = Deadlines.DEFAULT.total();

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "After Ctrl-C, how long to wait for what is in flight (default: 5s).")
    private Duration drain = Duration.ofSeconds(5);

    @Option(
            names = "--no-preflight",
            description = "Skip the one request that is sent before the run to see that the endpoint answers.")
    private boolean noPreflight;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        LoadPlan plan = plan();
        Optional<Slo> slo = sloOptions.slo();
        if (slo.isEmpty()) {
            console.say("no --slo: measuring without a verdict");
        }
        positive("--rounds", rounds, 1);
        positive("--warmup", warmUpRequests, 0);
        if (stopEarly && (slo.isEmpty() || plan.maxRequests() == 0)) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--stop-early needs --slo and --requests: it plans when to look at how many misses");
        }
        LoadSession session = new LoadSession(
                console,
                plan,
                rounds,
                warmUpRequests,
                stopEarly,
                slo,
                OutputDirectory.choose(out, "run"),
                CommandText.of(spec),
                hardware);
        if (!noPreflight) {
            session.preflight();
        }
        return session.execute();
    }

    private LoadPlan plan() {
        positive("--input-tokens", inputTokens, 1);
        positive("--output-tokens", outputTokens, 1);
        positive("--input-tokens-sd", inputTokensSd, 0);
        positive("--output-tokens-sd", outputTokensSd, 0);
        return new LoadPlan(
                target(EndpointUrl.parse(url), api, model),
                new Lengths(inputTokens, inputTokensSd, outputTokens, outputTokensSd),
                arrivals(),
                maxRequests(),
                duration,
                new Deadlines(connectTimeout, firstByteTimeout, stallTimeout, totalTimeout),
                drain,
                seed,
                ignoreEos);
    }

    /// The endpoint with the key from the environment, if there is one.
    static Target target(URI baseUrl, Api api, String model) {
        String key = System.getenv(API_KEY_VARIABLE);
        try {
            return new Target(baseUrl, api, model, key == null || key.isBlank() ? null : key.strip());
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, Console.oneLine(String.valueOf(e.getMessage())));
        }
    }

    private static void positive(String option, long value, long least) {
        if (value < least) {
            throw new CliException(ExitCode.USAGE, option + " must be at least " + least + ", but is " + value);
        }
    }

    private Arrivals arrivals() {
        boolean hasConcurrency = spec.commandLine().getParseResult().hasMatchedOption("--concurrency");
        if (hasConcurrency) {
            positive("--concurrency", concurrency, 1);
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
            positive("--requests", requests, 1);
            return requests;
        }
        return duration == null ? DEFAULT_REQUESTS : 0;
    }
}
