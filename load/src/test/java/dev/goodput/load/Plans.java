package dev.goodput.load;

import dev.goodput.core.trace.RequestTrace;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Plans for tests, and runs of them.
final class Plans {
    static final Deadlines SHORT = new Deadlines(
            Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofMillis(200), Duration.ofSeconds(20));

    private Plans() {}

    static Target target(int port) {
        return target("http://127.0.0.1:" + port + "/v1");
    }

    static Target target(String url) {
        return new Target(URI.create(url), Api.CHAT, "m", null);
    }

    static LoadPlan closedLoop(Target target, int concurrency, long requests) {
        return new LoadPlan(
                target,
                new Lengths(8, 2, 4, 0),
                new Arrivals.ClosedLoop(concurrency),
                requests,
                null,
                SHORT,
                Duration.ofMillis(100),
                7,
                false);
    }

    static LoadPlan poisson(Target target, double rate, int maxInFlight, long requests) {
        return new LoadPlan(
                target,
                new Lengths(8, 2, 4, 0),
                new Arrivals.Poisson(rate, maxInFlight),
                requests,
                null,
                SHORT,
                Duration.ofMillis(100),
                7,
                false);
    }

    /// What a run came to, with its traces in the order in which requests ended.
    record Ran(LoadOutcome outcome, List<RequestTrace> traces) {}

    static Ran run(LoadPlan plan) {
        return run(plan, Map.of());
    }

    static Ran run(LoadPlan plan, Map<String, String> environment) {
        List<RequestTrace> traces = Collections.synchronizedList(new ArrayList<>());
        try (LoadGenerator generator = new LoadGenerator(plan, environment)) {
            return new Ran(generator.run(traces::add), List.copyOf(traces));
        }
    }
}
