package dev.goodput.cli;

import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What a modelled engine is asked: the load flags of `run`.
final class SimulatedLoadOptions {
    private static final long DEFAULT_REQUESTS = 2_000;

    @Option(
            names = "--rate",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "With --engine, open loop: Poisson arrivals, such as 8/s.")
    private double ratePerSecond;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "With --engine, closed loop: N requests in flight.")
    private int concurrency;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests to simulate (default: 2000 if there is no --duration).")
    private long requests;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "With --engine: no request starts after this time.")
    @Nullable
    private Duration duration;

    @Option(
            names = "--input-tokens",
            paramLabel = "N",
            defaultValue = "800",
            description = "With --engine: mean prompt length (default: ${DEFAULT-VALUE}).")
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
            description = "With --engine: mean output length (default: ${DEFAULT-VALUE}).")
    private int outputTokens;

    @Option(
            names = "--output-tokens-sd",
            paramLabel = "N",
            defaultValue = "0",
            description = "Its standard deviation (default: ${DEFAULT-VALUE}).")
    private int outputTokensSd;

    /// Requests to simulate at most; 0 for no limit.
    long requests() {
        if (requests < 0 || requests > 100_000_000) {
            throw new CliException(ExitCode.USAGE, "--requests must be 1 to 100000000, but is " + requests);
        }
        return requests == 0 && duration == null ? DEFAULT_REQUESTS : requests;
    }

    SimulatedLoad load() {
        LoadOptions.atLeast("--input-tokens", inputTokens, 1);
        LoadOptions.atLeast("--output-tokens", outputTokens, 1);
        LoadOptions.atLeast("--input-tokens-sd", inputTokensSd, 0);
        LoadOptions.atLeast("--output-tokens-sd", outputTokensSd, 0);
        LoadOptions.atLeast("--concurrency", concurrency, 0);
        return SimulatedLoad.of(
                new Lengths(inputTokens, inputTokensSd, outputTokens, outputTokensSd),
                arrivals(),
                requests(),
                duration == null ? 0 : duration.toNanos());
    }

    private Arrivals arrivals() {
        if (ratePerSecond > 0 == concurrency > 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "say how to load the engine: --rate 8/s (open loop) or --concurrency 16 (closed loop)");
        }
        return ratePerSecond > 0 ? new Arrivals.Poisson(ratePerSecond, 0) : new Arrivals.ClosedLoop(concurrency);
    }
}
