package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One engine on two clocks: what a server gave each token's time for, a simulation of the same
/// arrivals gives again, to the nanosecond. What the real clock adds is when bytes leave, which
/// [SendLateness] measures.
@Timeout(120)
class TwoClocksTest {
    private static final int USERS = 12;
    private static final int REQUESTS_OF_A_USER = 4;

    /// An arrival as the engine was told it, and what it answered.
    private record Arrival(long atNs, EngineRequest request, List<Long> eventsNs) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-batched-tokens=256 max-sequences=64",
                "max-batched-tokens=off",
                "kv-blocks=60 max-model-len=900 max-sequences=64",
                "replicas=2 router=prefix-aware speculative-tokens=3 jitter=0.2",
                "decode-replicas=1 neighbour-prompt-tokens=2000 neighbour-every=150ms"
            })
    void theSameArrivalsAreServedAlike(String settings) throws Exception {
        EngineSpec spec = EngineSpec.load("h100-llama3.1-8b");
        for (String setting : settings.split(" ", -1)) {
            spec = spec.with(setting, "test");
        }
        ModelledEngine engine = spec.build();
        List<Arrival> real = served(engine);
        assertThat(real).hasSize(USERS * REQUESTS_OF_A_USER);
        assertThat(real).allSatisfy(arrival -> assertThat(arrival.eventsNs()).isNotEmpty());
        assertThat(replayed(engine, real)).isEqualTo(real);
    }

    private static List<Arrival> served(ModelledEngine engine)
            throws IOException, ExecutionException, InterruptedException {
        List<Arrival> arrivals = new ArrayList<>();
        ServerConfig config = new ServerConfig(
                "127.0.0.1",
                0,
                "m",
                () -> new Recorded(engine.start(5, null), arrivals),
                engine.config().engine().maxModelLen(),
                new OutputLengths(5, 5),
                1,
                Tokenizer.named("words"),
                FaultSchedule.NONE);
        try (GoodputServer server = GoodputServer.start(config);
                ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> done = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                int number = user;
                done.add(users.submit(() -> {
                    ask(server, number);
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        }
        return arrivals;
    }

    private static void ask(GoodputServer server, int user) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            for (int i = 0; i < REQUESTS_OF_A_USER; i++) {
                String prompt =
                        ("shared words " + user + " ").repeat(10 + 20 * user).strip();
                connection.post(
                        "/v1/completions",
                        "{\"stream\": true, \"max_tokens\": " + (5 + 7 * i) + ", \"prompt\": \"" + prompt + "\"}");
                assertThat(connection.readUntil("\r\n0\r\n\r\n")).contains("[DONE]");
            }
        }
    }

    private static List<Arrival> replayed(ModelledEngine engine, List<Arrival> arrivals) {
        List<Arrival> replayed = new ArrayList<>();
        ServingEngine fresh = new Recorded(engine.start(5, null), replayed);
        for (Arrival arrival : arrivals) {
            fresh.submit(arrival.atNs(), arrival.request(), RequestListener.NOBODY);
        }
        while (fresh.nextDueNs() != ServingEngine.NEVER) {
            fresh.advanceTo(fresh.nextDueNs());
        }
        return replayed;
    }

    /// Writes down what an engine is asked and answers.
    private record Recorded(ServingEngine engine, List<Arrival> arrivals) implements ServingEngine {
        @Override
        public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
            Arrival arrival = new Arrival(nowNs, request, new ArrayList<>());
            arrivals.add(arrival);
            return engine.submit(nowNs, request, new RequestListener() {
                @Override
                public void admitted(long atNs, int cachedTokens) {
                    arrival.eventsNs().add(atNs);
                    listener.admitted(atNs, cachedTokens);
                }

                @Override
                public void tokens(int count, boolean last, long atNs) {
                    arrival.eventsNs().add(atNs + count - 1);
                    listener.tokens(count, last, atNs);
                }

                @Override
                public void preempted(long atNs) {
                    arrival.eventsNs().add(-atNs);
                    listener.preempted(atNs);
                }

                @Override
                public void rejected(Rejection reason, long atNs) {
                    listener.rejected(reason, atNs);
                }
            });
        }

        @Override
        public void cancel(Ticket ticket) {
            engine.cancel(ticket);
        }

        @Override
        public long nextDueNs() {
            return engine.nextDueNs();
        }

        @Override
        public void advanceTo(long nowNs) {
            engine.advanceTo(nowNs);
        }

        @Override
        public EngineStats stats() {
            return engine.stats();
        }
    }

    @Test
    void aServerAtRestHasAnEngineAtRest() {
        ServingEngine engine = EngineSpec.load(EngineSpec.DEMO).build().start(1, null);
        engine.advanceTo(3_600_000_000_000L);
        assertThat(engine.nextDueNs()).isEqualTo(ServingEngine.NEVER);
    }
}
