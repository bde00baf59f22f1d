package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {
    private static FailureCategory category(RequestTrace trace) {
        return ((Outcome.Failed) trace.outcome()).category();
    }

    private static List<RequestTrace> inOrder(List<RequestTrace> traces) {
        return traces.stream()
                .sorted(Comparator.comparingLong(RequestTrace::index))
                .toList();
    }

    @Test
    void aClosedLoopKeepsItsConcurrencyAndNeverExceedsIt() throws IOException {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        // All users must be inside at once for any of them to be answered the first time round.
        CountDownLatch allInside = new CountDownLatch(7);
        try (RawServer server = new RawServer(e -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            allInside.countDown();
            await(allInside);
            e.startStream().event(RawServer.content("a", "\"stop\""));
            inside.decrementAndGet();
            e.endStream();
        })) {
            Plans.Ran ran = Plans.run(Plans.closedLoop(Plans.target(server.port()), 7, 200));
            assertThat(ran.traces()).hasSize(200).allMatch(RequestTrace::isCompleted);
            assertThat(most).hasValue(7);
            assertThat(ran.outcome().scheduledRequests()).isEqualTo(200);
            assertThat(ran.outcome().interrupted()).isFalse();
            assertThat(inOrder(ran.traces()).stream()
                            .mapToLong(RequestTrace::index)
                            .toArray())
                    .isEqualTo(LongStream.range(0, 200).toArray());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Of one user, each request is meant to start when the answer before it ends.
    @Test
    void aUserOfAClosedLoopStartsWhenItsAnswerEnds() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(2))) {
            Plans.Ran ran = Plans.run(Plans.closedLoop(Plans.target(server.port()), 1, 20));
            List<RequestTrace> traces = inOrder(ran.traces());
            for (int i = 1; i < traces.size(); i++) {
                assertThat(traces.get(i).timeline().intendedStartNs())
                        .isEqualTo(traces.get(i - 1).timeline().endNs());
            }
            assertThat((double) ran.outcome().windowNs())
                    .isEqualTo(traces.getLast().timeline().endNs());
            assertThat(ran.outcome().health().chunks()).isEqualTo(20 * 4);
            assertThat(ran.outcome().health().reads()).isPositive();
        }
    }

    @Test
    void anOpenLoopStartsWhatTheScheduleSays() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            LoadPlan plan = Plans.poisson(Plans.target(server.port()), 500, 0, 100);
            List<RequestTrace> traces = inOrder(Plans.run(plan).traces());
            ArrivalTimes expected = new ArrivalTimes(500, plan.seed());
            assertThat(traces).hasSize(100);
            for (RequestTrace trace : traces) {
                assertThat(trace.timeline().intendedStartNs()).isEqualTo(expected.nextNs());
                assertThat(trace.timeline().startNs())
                        .isGreaterThanOrEqualTo(trace.timeline().intendedStartNs());
            }
        }
    }

    /// Coordinated omission: with one slot, whatever a request waits for the slot lies between its intended
    /// start,
    /// which stays where the schedule put it, and its actual start.
    @Test
    void waitingForASlotCountsFromTheIntendedStart() throws IOException {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (RawServer server = new RawServer(e -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            e.startStream();
            for (int i = 0; i < 200; i++) {
                e.event(RawServer.content("a", i == 199 ? "\"stop\"" : "null"));
            }
            inside.decrementAndGet();
            e.endStream();
        })) {
            LoadPlan plan = Plans.poisson(Plans.target(server.port()), 100_000, 1, 30);
            List<RequestTrace> traces = inOrder(Plans.run(plan).traces());
            ArrivalTimes expected = new ArrivalTimes(100_000, plan.seed());
            assertThat(most).hasValue(1);
            for (int i = 0; i < traces.size(); i++) {
                assertThat(traces.get(i).timeline().intendedStartNs()).isEqualTo(expected.nextNs());
                if (i > 0) {
                    assertThat(traces.get(i).timeline().startNs())
                            .isGreaterThanOrEqualTo(traces.get(i - 1).timeline().endNs());
                }
            }
        }
    }

    @Test
    void theSameSeedAsksTheSameAndAllPromptsDiffer() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            LoadPlan plan = Plans.closedLoop(Plans.target(server.port()), 3, 30);
            Plans.run(plan);
            List<String> first = List.copyOf(server.bodies());
            Plans.run(plan);
            List<String> second = server.bodies().subList(30, 60);
            assertThat(first).doesNotHaveDuplicates().hasSize(30);
            assertThat(second).containsExactlyInAnyOrderElementsOf(first);
        }
    }

    @Test
    void stopEndsWhatIsInFlightAsCancelledAndWhatWaitsAsNotSent() throws IOException {
        Semaphore arrived = new Semaphore(0);
        try (RawServer server = new RawServer(e -> {
            e.startStream().event(RawServer.content("a", "null"));
            arrived.release();
            e.hang();
        })) {
            LoadPlan plan = new LoadPlan(
                    Plans.target(server.port()),
                    new Lengths(4, 0, 4, 0),
                    new Arrivals.Poisson(2000, 2),
                    0,
                    null,
                    Deadlines.DEFAULT,
                    Duration.ofMillis(50),
                    1,
                    false);
            List<RequestTrace> traces = new ArrayList<>();
            try (LoadGenerator generator = new LoadGenerator(plan)) {
                Thread stopper = Thread.ofVirtual().start(() -> {
                    arrived.acquireUninterruptibly(2);
                    while (generator.progress().elapsedNs() < 100_000_000) {
                        Thread.onSpinWait();
                    }
                    generator.stop();
                });
                LoadOutcome outcome = generator.run(traces::add);
                stopper.join();
                assertThat(outcome.interrupted()).isTrue();
                assertThat(outcome.scheduledRequests()).isEqualTo(traces.size());
                assertThat(generator.progress().inFlight()).isZero();
                assertThat(generator.progress().sent()).isEqualTo(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(traces)
                    .filteredOn(trace -> category(trace) == FailureCategory.CANCELLED)
                    .hasSize(2)
                    .allMatch(trace -> trace.chunks().size() == 1);
            assertThat(traces)
                    .filteredOn(trace -> category(trace) == FailureCategory.NOT_SENT)
                    .hasSizeGreaterThan(50)
                    .hasSize(traces.size() - 2)
                    .noneMatch(trace -> Stamp.isKnown(trace.timeline().startNs()));
            assertThat(inOrder(traces).stream().mapToLong(RequestTrace::index).toArray())
                    .isEqualTo(LongStream.range(0, traces.size()).toArray());
        }
    }

    @Test
    void noRequestStartsAfterTheDurationAndAllThatStartedEnd() throws IOException {
        Duration duration = Duration.ofMillis(300);
        try (RawServer server = new RawServer(e -> e.stream(2))) {
            for (Arrivals arrivals : List.of(new Arrivals.ClosedLoop(3), new Arrivals.Poisson(300, 0))) {
                Plans.Ran ran = Plans.run(new LoadPlan(
                        Plans.target(server.port()),
                        new Lengths(4, 0, 4, 0),
                        arrivals,
                        0,
                        duration,
                        Plans.SHORT,
                        Duration.ZERO,
                        1,
                        false));
                assertThat(ran.traces()).isNotEmpty().allMatch(RequestTrace::isCompleted);
                assertThat(ran.outcome().interrupted()).isFalse();
                assertThat(ran.outcome().scheduledRequests())
                        .isEqualTo(ran.traces().size());
                assertThat(ran.traces()).allMatch(trace -> trace.timeline().intendedStartNs() < duration.toNanos());
            }
        }
    }

    @Test
    void tracesComeOnOneThreadThatIsNoEventLoop() throws IOException {
        ConcurrentHashMap<String, Boolean> threads = new ConcurrentHashMap<>();
        try (RawServer server = new RawServer(e -> e.stream(1));
                LoadGenerator generator = new LoadGenerator(Plans.closedLoop(Plans.target(server.port()), 4, 40))) {
            generator.run(_ -> threads.put(Thread.currentThread().getName(), true));
        }
        assertThat(threads).containsOnlyKeys("traces");
    }

    @Test
    void aSinkThatFailsEndsTheRun() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(1));
                LoadGenerator generator = new LoadGenerator(Plans.closedLoop(Plans.target(server.port()), 4, 0))) {
            assertThatThrownBy(() -> generator.run(_ -> {
                        throw new UncheckedIOException(new IOException("No space left on device"));
                    }))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("No space left");
        }
    }

    /// A dead endpoint must not turn a closed loop into a mill of refused connections.
    @Test
    void usersRestBetweenRefusedConnections() throws IOException {
        int port;
        try (RawServer server = new RawServer(e -> e.stream(1))) {
            port = server.port();
        }
        Plans.Ran ran = Plans.run(new LoadPlan(
                Plans.target(port),
                new Lengths(4, 0, 4, 0),
                new Arrivals.ClosedLoop(2),
                0,
                Duration.ofMillis(450),
                Plans.SHORT,
                Duration.ZERO,
                1,
                false));
        assertThat(ran.traces()).isNotEmpty().hasSizeLessThanOrEqualTo(2 * 5);
        assertThat(ran.traces()).allMatch(trace -> category(trace) == FailureCategory.CONNECT_REFUSED);
    }
}
