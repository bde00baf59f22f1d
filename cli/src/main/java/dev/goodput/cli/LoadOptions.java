package dev.goodput.cli;

import dev.goodput.load.Api;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Deadlines;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.Target;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which endpoint a command measures and what it asks of it; how hard it loads it is the command's own matter.
final class LoadOptions {
    @Option(names = "--url", paramLabel = "URL", description = "Base URL, such as http://HOST:PORT/v1.")
    @Nullable
    private String url;

    @Option(names = "--model", paramLabel = "NAME", description = "Model name to ask for.")
    @Nullable
    private String model;

    @Option(names = "--api", paramLabel = "KIND", description = "chat or completions (default: chat).")
    private Api api = Api.CHAT;

    @Mixin
    private final LengthOptions lengthOptions = new LengthOptions();

    @Option(
            names = "--ignore-eos",
            description = "Ask the engine not to stop before the output length (vLLM, llama.cpp).")
    private boolean ignoreEos;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What prompts, lengths and arrivals are drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--hardware", paramLabel = "TEXT", description = "What the endpoint runs on, for the report.")
    @Nullable
    String hardware;

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
            description = "Skip the one request that is sent before to see that the endpoint answers.")
    private boolean noPreflight;

    /// The plan of a measurement.
    ///
    /// @param maxRequests 0 for no limit
    /// @param part counts the measurements of one command: each draws prompts of its own
    LoadPlan plan(Arrivals arrivals, long maxRequests, @Nullable Duration duration, int part) {
        return new LoadPlan(
                target(),
                lengths(),
                arrivals,
                maxRequests,
                duration,
                new Deadlines(connectTimeout, firstByteTimeout, stallTimeout, totalTimeout),
                drain,
                seed(part),
                ignoreEos);
    }

    /// The endpoint.
    ///
    /// @throws CliException when none is named, or its URL is none
    Target target() {
        if (url == null || model == null) {
            throw new CliException(
                    ExitCode.USAGE, "say which endpoint to measure: --url http://HOST:PORT/v1 --model NAME");
        }
        return EndpointUrl.target(EndpointUrl.parse(url), api, model);
    }

    /// Whether an endpoint is named.
    boolean namesEndpoint() {
        return url != null || model != null;
    }

    Lengths lengths() {
        return lengthOptions.lengths();
    }

    /// What a part of the command draws from; see [#plan].
    long seed(int part) {
        return seed + part;
    }

    /// Sends one request to see that the endpoint answers, unless told not to.
    void preflight(LoadPlan plan, Console console) {
        if (noPreflight) {
            return;
        }
        LoadSession.preflight(plan, console);
    }

    static void atLeast(String option, long value, long least) {
        if (value < least) {
            throw new CliException(ExitCode.USAGE, option + " must be at least " + least + ", but is " + value);
        }
    }
}
