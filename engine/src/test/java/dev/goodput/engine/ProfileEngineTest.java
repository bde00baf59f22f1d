package dev.goodput.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.serving.ServingEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileEngineTest {
    private static final LatencyProfile PROFILE = LatencyProfiles.load("default");
    private static final long MS = 1_000_000L;

    /// Before the first prompt of the other tenant, which comes after 1.8 s at the earliest.
    private static final long QUIET_NS = 1_500 * MS;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void healthyEngineFollowsTheSimulationToTheNanosecond(long seed) {
        ServingEngine engine = ProfileEngine.healthy(PROFILE, seed);
        List<RequestTrace> simulated = LatencySimulation.run(PROFILE, 200, seed);
        List<RecordedGeneration> live = new ArrayList<>();
        for (RequestTrace trace : simulated) {
            RecordedGeneration request = new RecordedGeneration(
                    Math.round(trace.timeline().startNs()), trace.asked().promptTokens());
            request.submitTo(engine, trace.asked().maxOutputTokens());
            live.add(request);
        }
        finish(engine, live);
        for (int i = 0; i < simulated.size(); i++) {
            RequestTrace expected = simulated.get(i);
            RecordedGeneration actual = live.get(i);
            assertThat((double) actual.prefillStartedNs)
                    .isEqualTo(expected.timeline().headNs());
            assertThat(actual.tokenNs).hasSize(expected.asked().maxOutputTokens());
            for (int token = 0; token < actual.tokenNs.size(); token++) {
                assertThat((double) actual.tokenNs.get(token))
                        .isEqualTo(expected.chunks().arrivalNs(token));
            }
        }
        assertThat(engine.nextDueNs()).isEqualTo(ServingEngine.NEVER);
    }

    @Test
    void requestedLengthIsKeptExactly() {
        ServingEngine engine = ProfileEngine.healthy(PROFILE, 1);
        RecordedGeneration one = new RecordedGeneration(0, 10);
        RecordedGeneration many = new RecordedGeneration(0, 10);
        one.submitTo(engine, 1);
        many.submitTo(engine, 1_234);
        finish(engine, List.of(one, many));
        assertThat(one.tokenNs).hasSize(1);
        assertThat(many.tokenNs).hasSize(1_234);
    }

    /// Requests are counted where they stand, whatever way they end.
    @Test
    void statsCountWaitingAndRunning() {
        ServingEngine engine = ProfileEngine.healthy(PROFILE, 1);
        List<RecordedGeneration> requests = new ArrayList<>();
        List<ServingEngine.Ticket> tickets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            requests.add(new RecordedGeneration(0, 10));
            tickets.add(requests.getLast().submitTo(engine, 20));
        }
        assertThat(engine.stats().waiting()).isEqualTo(50);
        for (int cancelled = 0; engine.nextDueNs() != ServingEngine.NEVER; cancelled += 7) {
            engine.advanceTo(engine.nextDueNs());
            if (cancelled < 49) {
                RecordedGeneration gone = requests.get(cancelled);
                engine.cancel(tickets.get(cancelled));
                gone.ended = true;
            }
            assertThat((long) engine.stats().running())
                    .isEqualTo(requests.stream()
                            .filter(request -> request.prefillStartedNs >= 0 && !request.ended)
                            .count());
            assertThat((long) engine.stats().waiting())
                    .isEqualTo(requests.stream()
                            .filter(request -> request.prefillStartedNs < 0 && !request.ended)
                            .count());
        }
        assertThat(engine.stats().running() + engine.stats().waiting()).isZero();
    }

    @Test
    void lateAdvanceDoesNotMoveDueTimes() {
        List<Long> prompt = tokensOf(5 * MS);
        List<Long> late = tokensOf(5_000 * MS);
        assertThat(late).isEqualTo(prompt);
    }

    private static List<Long> tokensOf(long stepNs) {
        ServingEngine engine = ProfileEngine.degraded(PROFILE, 3, 0);
        RecordedGeneration request = new RecordedGeneration(0, 500);
        request.submitTo(engine, 400);
        for (long nowNs = 0; !request.ended; nowNs += stepNs) {
            engine.advanceTo(nowNs);
        }
        return request.tokenNs;
    }

    @Test
    void cancelledRequestHearsNothingMore() {
        ServingEngine engine = ProfileEngine.healthy(PROFILE, 1);
        RecordedGeneration stopped = new RecordedGeneration(0, 10);
        RecordedGeneration other = new RecordedGeneration(0, 10);
        ServingEngine.Ticket ticket = stopped.submitTo(engine, 100);
        other.submitTo(engine, 100);
        while (stopped.tokenNs.size() < 10) {
            engine.advanceTo(engine.nextDueNs());
        }
        engine.cancel(ticket);
        engine.cancel(ticket);
        finish(engine, List.of(other));
        assertThat(stopped.tokenNs).hasSize(10);
        assertThat(other.tokenNs).hasSize(100);
        assertThat(engine.nextDueNs()).isEqualTo(ServingEngine.NEVER);
    }

    /// One long prompt on a degraded engine: every neighbour's gap around its prefill grows by exactly
    /// the prefill, what arrives during it starts at its end, and nothing else changes. The same
    /// requests on a healthy engine are the reference.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void longPrefillStallsItsNeighboursByItsLength(long seed) {
        RecordedGeneration longPrompt = new RecordedGeneration(100 * MS, 8_000);
        long prefillNs = PROFILE.prefillNs(8_000);
        List<RecordedGeneration> shared = run(ProfileEngine.degraded(PROFILE, seed, 0), longPrompt);
        RecordedGeneration alone = new RecordedGeneration(100 * MS, 8_000);
        List<RecordedGeneration> free = run(ProfileEngine.healthy(PROFILE, seed), alone);
        long stallNs = longPrompt.prefillStartedNs;
        long stallEndNs = stallNs + prefillNs;
        assertThat(stallEndNs).isLessThan(QUIET_NS);
        assertThat(longPrompt.tokenNs.getFirst()).isEqualTo(stallEndNs);
        int hit = 0;
        for (int i = 0; i < shared.size(); i++) {
            List<Long> expected = free.get(i).tokenNs;
            List<Long> actual = shared.get(i).tokenNs;
            for (int token = 0; token < actual.size() && actual.get(token) < QUIET_NS; token++) {
                long pausedFromNs = Math.max(stallNs, shared.get(i).arrivalNs);
                long shiftNs = expected.get(token) > stallNs ? Math.max(0, stallEndNs - pausedFromNs) : 0;
                assertThat(actual.get(token)).isEqualTo(expected.get(token) + shiftNs);
                hit += shiftNs > 0 && token > 0 && expected.get(token - 1) <= stallNs ? 1 : 0;
            }
        }
        assertThat(hit).as("neighbours whose decode was interrupted").isPositive();
    }

    /// Twenty short requests, one every 10 ms, around a given one.
    private static List<RecordedGeneration> run(ServingEngine engine, RecordedGeneration longPrompt) {
        List<RecordedGeneration> neighbours = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (i == 10) {
                longPrompt.submitTo(engine, 20);
            }
            RecordedGeneration neighbour = new RecordedGeneration(i * 10L * MS, 100);
            neighbour.submitTo(engine, 100);
            neighbours.add(neighbour);
        }
        finish(engine, neighbours);
        return neighbours;
    }

    @Test
    void nothingMovesDuringAStallAndArrivalsWaitForItsEnd() {
        ServingEngine engine = ProfileEngine.degraded(PROFILE, 1, 0);
        RecordedGeneration longPrompt = new RecordedGeneration(0, 10_000);
        longPrompt.submitTo(engine, 5);
        while (longPrompt.prefillStartedNs < 0) {
            engine.advanceTo(engine.nextDueNs());
        }
        long stallEndNs = longPrompt.prefillStartedNs + PROFILE.prefillNs(10_000);
        RecordedGeneration arrival = new RecordedGeneration(longPrompt.prefillStartedNs + MS, 10);
        arrival.submitTo(engine, 5);
        assertThat(engine.nextDueNs()).isEqualTo(stallEndNs);
        finish(engine, List.of(longPrompt, arrival));
        assertThat(arrival.prefillStartedNs).isGreaterThanOrEqualTo(stallEndNs);
    }

    @Test
    void otherTenantStallsEveryFewSeconds() {
        ServingEngine engine = ProfileEngine.degraded(PROFILE, 1, 0);
        RecordedGeneration steady = new RecordedGeneration(0, 10);
        steady.submitTo(engine, 8_000);
        finish(engine, List.of(steady));
        List<Long> stallsMs = new ArrayList<>();
        for (int i = 1; i < steady.tokenNs.size(); i++) {
            long gapMs = (steady.tokenNs.get(i) - steady.tokenNs.get(i - 1)) / MS;
            if (gapMs > 500) {
                stallsMs.add(gapMs);
            }
        }
        // 8,000 tokens of 7.06 ms are 56.5 s of work; stalls come every 4 to 4.4 s of it, after a first one at 2 s.
        assertThat(stallsMs).hasSizeBetween(13, 14);
        for (int i = 0; i < stallsMs.size(); i++) {
            assertThat(stallsMs.get(i)).isBetween(i % 2 == 0 ? 1_175L : 2_025L, i % 2 == 0 ? 1_285L : 2_135L);
        }
    }

    private static void finish(ServingEngine engine, List<RecordedGeneration> requests) {
        for (RecordedGeneration request : requests) {
            while (!request.ended) {
                engine.advanceTo(engine.nextDueNs());
            }
        }
    }
}
