package dev.goodput.cli;

import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.workload.Variants;
import dev.goodput.engine.workload.Workload;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.engine.workload.Workloads;
import dev.goodput.load.Arrivals;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What a modelled engine is asked: the load flags of `run`.
final class SimulatedLoadOptions {
    private static final long DEFAULT_REQUESTS = 2_000;
    private static final double LEAST_RATE = 0.001;
    private static final int MOST_USERS = 1_000_000;

    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            description =
                    "With --engine: what is asked. A preset (chat, summarize, long-context, code-completion, agent,"
                            + " reasoning, rag, mixed; recorded: azure-conv, azure-code, mooncake), a YAML description, or a trace"
                            + " of Azure, Mooncake, BurstGPT, Vidur or your own (CSV, JSONL).")
    @Nullable
    private String workload;

    @Option(
            names = "--time-scale",
            paramLabel = "X",
            description = "With a workload that has times: X times as fast (default: as recorded).")
    @Nullable
    private Double timeScale;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --workload: N times one after the other, with other texts each time (default:"
                    + " ${DEFAULT-VALUE}).")
    private int repeat;

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
    @Nullable
    private Long requests;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Values.DurationConverter.class,
            description = "With --engine: no request starts after this time.")
    @Nullable
    private Duration duration;

    @Mixin
    private final LengthOptions lengthOptions = new LengthOptions();

    /// Requests to simulate at most; 0 for no limit.
    long requests() {
        if (requests == null) {
            return duration == null ? DEFAULT_REQUESTS : 0;
        }
        if (requests < 1 || requests > 10_000_000) {
            throw new CliException(ExitCode.USAGE, "--requests must be 1 to 10000000, but is " + requests);
        }
        return requests;
    }

    SimulatedLoad load() {
        return load(ratePerSecond, concurrency);
    }

    /// An open loop with another rate than was given.
    SimulatedLoad atRate(double perSecond) {
        sweptAlone();
        return load(perSecond, 0);
    }

    /// A closed loop with another number of requests in flight than was given.
    SimulatedLoad atConcurrency(int users) {
        sweptAlone();
        LoadOptions.atLeast("--sweep concurrency", users, 1);
        return load(0, users);
    }

    private void sweptAlone() {
        if (ratePerSecond > 0 || concurrency > 0) {
            throw new CliException(
                    ExitCode.USAGE, "the load is swept: leave out " + (ratePerSecond > 0 ? "--rate" : "--concurrency"));
        }
    }

    /// @param perSecond of an open loop; 0 for none
    /// @param users of a closed loop; 0 for none
    private SimulatedLoad load(double perSecond, int users) {
        if (perSecond > 0 && perSecond < LEAST_RATE) {
            throw new CliException(
                    ExitCode.USAGE, "--rate must be at least " + LEAST_RATE + "/s, but is " + perSecond + "/s");
        }
        if (users > MOST_USERS) {
            throw new CliException(ExitCode.USAGE, "--concurrency must be at most " + MOST_USERS + ", but is " + users);
        }
        if (workload != null) {
            return described(Workloads.load(workload), perSecond, users);
        }
        LoadOptions.atLeast("--concurrency", users, 0);
        return SimulatedLoad.of(
                lengthOptions.lengths(),
                arrivals(perSecond, users),
                requests(),
                duration == null ? 0 : duration.toNanos());
    }

    private SimulatedLoad described(Workload named, double perSecond, int users) {
        LoadOptions.atLeast("--repeat", repeat, 1);
        if (repeat > 1_000_000) {
            throw new CliException(ExitCode.USAGE, "--repeat must be at most 1000000, but is " + repeat);
        }
        LoadOptions.atLeast("--concurrency", users, 0);
        if (perSecond > 0 && users > 0) {
            throw new CliException(ExitCode.USAGE, "--rate or --concurrency, not both: a load is open or closed");
        }
        Workload asked = named;
        if (timeScale != null) {
            if (!(timeScale >= 1e-3 && timeScale <= 1e6)) {
                throw new CliException(
                        ExitCode.USAGE, "--time-scale must lie from 0.001 to 1000000, but is " + timeScale);
            }
            asked = Variants.timeScale(asked, timeScale);
        }
        if (repeat > 1) {
            asked = Variants.repeat(asked.isEndless() ? Variants.limit(asked, requests()) : asked, repeat);
        }
        if (perSecond > 0) {
            asked = Variants.atRate(asked, perSecond);
        } else if (users > 0) {
            asked = Variants.whenFree(asked);
        } else if (asked.requests(0).next().start() instanceof WorkloadRequest.WhenFree) {
            throw new CliException(
                    ExitCode.USAGE,
                    "workload " + Console.oneLine(String.valueOf(workload)) + " does not say when its requests start:"
                            + " add --rate 8/s (open loop) or --concurrency 16 (closed loop)");
        }
        long most = asked.isEndless() || requests != null ? requests() : 0;
        Limits limits = new Limits(users, most, duration == null ? 0 : duration.toNanos());
        return new SimulatedLoad(asked, limits, perSecond);
    }

    private static Arrivals arrivals(double perSecond, int users) {
        if (perSecond > 0 == users > 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "say how to load the engine: --rate 8/s (open loop) or --concurrency 16 (closed loop)");
        }
        return perSecond > 0 ? new Arrivals.Poisson(perSecond, 0) : new Arrivals.ClosedLoop(users);
    }
}
