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

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void healthyEngineFollowsTheSimulationToTheNanosecond(long seed) {
        ServingEngine engine = new ProfileEngine(PROFILE, seed);
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
        ServingEngine engine = new ProfileEngine(PROFILE, 1);
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
        ServingEngine engine = new ProfileEngine(PROFILE, 1);
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
        ServingEngine engine = new ProfileEngine(PROFILE, 3);
        RecordedGeneration request = new RecordedGeneration(0, 500);
        request.submitTo(engine, 400);
        for (long nowNs = 0; !request.ended; nowNs += stepNs) {
            engine.advanceTo(nowNs);
        }
        return request.tokenNs;
    }

    @Test
    void cancelledRequestHearsNothingMore() {
        ServingEngine engine = new ProfileEngine(PROFILE, 1);
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

    private static void finish(ServingEngine engine, List<RecordedGeneration> requests) {
        for (RecordedGeneration request : requests) {
            while (!request.ended) {
                engine.advanceTo(engine.nextDueNs());
            }
        }
    }
}
