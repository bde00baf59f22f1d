package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The server over an engine of its own kind: one batch of one, three tokens a step, a queue of one and
/// a context of 100 tokens, which it refuses to exceed.
@Timeout(60)
class SeamTest {
    private static final String END = "\r\n0\r\n\r\n";

    /// Gives three tokens a millisecond to the first request in its queue.
    private static class Batching implements ServingEngine {
        private static final long STEP_NS = 1_000_000;

        private static final class Work implements Ticket {
            final EngineRequest request;
            final RequestListener listener;
            int produced;

            Work(EngineRequest request, RequestListener listener) {
                this.request = request;
                this.listener = listener;
            }
        }

        private final Queue<Work> queue = new ArrayDeque<>();
        private final Queue<Runnable> refusals = new ArrayDeque<>();
        private final boolean stuck;
        private long dueNs = NEVER;
        private long steps;
        private long tokens;
        private boolean working;

        Batching(boolean stuck) {
            this.stuck = stuck;
        }

        @Override
        public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
            advanceTo(nowNs);
            Work work = new Work(request, listener);
            if (request.promptTokens() + request.maxOutputTokens() > 100) {
                refusals.add(() -> listener.rejected(Rejection.TOO_LONG, nowNs));
            } else if (queue.size() == 2) {
                refusals.add(() -> listener.rejected(Rejection.QUEUE_FULL, nowNs));
            } else {
                queue.add(work);
                dueNs = stuck ? NEVER : Math.min(dueNs, nowNs + STEP_NS);
            }
            return work;
        }

        @Override
        public void cancel(Ticket ticket) {
            if (working) {
                throw new IllegalStateException("cancelled in the middle of a step");
            }
            queue.remove((Work) ticket);
        }

        @Override
        public long nextDueNs() {
            if (!refusals.isEmpty()) {
                return 0;
            }
            return queue.isEmpty() ? NEVER : dueNs;
        }

        @Override
        public void advanceTo(long nowNs) {
            working = true;
            refusals.forEach(Runnable::run);
            refusals.clear();
            while (nextDueNs() <= nowNs && nextDueNs() != NEVER) {
                step(queue.element());
            }
            working = false;
        }

        private void step(Work work) {
            if (work.produced == 0) {
                work.listener.admitted(dueNs, 0);
            }
            int count = Math.min(3, work.request.outputTokens() - work.produced);
            work.produced += count;
            boolean last = work.produced == work.request.outputTokens();
            if (last) {
                queue.remove();
            }
            steps++;
            tokens += count;
            work.listener.tokens(count, last, dueNs);
            dueNs += STEP_NS;
        }

        @Override
        public EngineStats stats() {
            int running = Math.min(1, queue.size());
            return new EngineStats(running, queue.size() - running, 200, 50, steps, tokens, 40, 30, 2);
        }
    }

    private static GoodputServer serve(boolean stuck) {
        return serve(new Batching(stuck));
    }

    private static GoodputServer serve(ServingEngine engine) {
        return GoodputServer.start(new ServerConfig(
                "127.0.0.1",
                0,
                "m",
                () -> engine,
                100,
                new OutputLengths(7, 7),
                1,
                Tokenizer.named("words"),
                FaultSchedule.NONE));
    }

    /// A step's tokens come as one chunk; the connection is good for more.
    @ParameterizedTest
    @ValueSource(strings = {"", "x-goodput-fault: usage=wrong,role=merged"})
    void tokensOfAStep(String header) throws IOException {
        try (GoodputServer server = serve(false);
                RawConnection connection = new RawConnection(server.port())) {
            for (int i = 0; i < 3; i++) {
                connection.post(
                        "/v1/chat/completions",
                        "{\"stream\": true, \"messages\": [{\"content\": \"x\"}]}",
                        header.isEmpty() ? "x-y: z" : header);
                RawAnswer answer = RawAnswer.of(connection.readUntil(END));
                assertThat(String.join("", answer.texts())).isEqualTo("the endpoint answers one word at a");
                assertThat(answer.texts()).hasSize(header.isEmpty() ? 4 : 7);
                assertThat(answer.finishReasons()).containsExactly("stop");
            }
            connection.post("/v1/completions", "{\"prompt\": \"x\", \"max_tokens\": 5}");
            assertThat(connection.readUntil("}}")).contains("\"the endpoint answers one word\"");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tooLongIsABadRequest(boolean stream) throws IOException {
        try (GoodputServer server = serve(false);
                RawConnection connection = new RawConnection(server.port())) {
            for (String header : new String[] {"x-y: z", "x-goodput-fault: no-done"}) {
                connection.post(
                        "/v1/completions",
                        "{\"prompt\": \"a b c\", \"stream\": " + stream + ", \"max_tokens\": 98}",
                        header);
                assertThat(connection.readUntil("}}"))
                        .startsWith("HTTP/1.1 400 Bad Request")
                        .contains("This model's maximum context length is 100 tokens. However, you requested 101 tokens"
                                + " (3 in the prompt, 98 in the completion).");
                assertThat(server.inFlight()).isZero();
            }
        }
    }

    /// The head is out already, for the pings.
    @Test
    void tooLongAfterTheHeadIsAnErrorEvent() throws IOException {
        try (GoodputServer server = serve(false);
                RawConnection connection = new RawConnection(server.port())) {
            connection.post(
                    "/v1/completions",
                    "{\"prompt\": \"a b c\", \"stream\": true, \"max_tokens\": 98}",
                    "x-goodput-fault: ping=10s");
            RawAnswer answer = RawAnswer.of(connection.readUntil(END));
            assertThat(answer.head()).startsWith("HTTP/1.1 200 OK");
            assertThat(answer.events())
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.at("/error/code").intValue()).isEqualTo(400));
        }
    }

    @Test
    void fullQueueIs429AndDisconnectingMakesRoom() throws IOException {
        String body = "{\"prompt\": \"x\", \"stream\": true}";
        try (GoodputServer server = serve(true);
                RawConnection third = new RawConnection(server.port())) {
            try (RawConnection first = new RawConnection(server.port());
                    RawConnection second = new RawConnection(server.port())) {
                first.post("/v1/completions", body);
                second.post("/v1/completions", body);
                awaitInFlight(server, 2);
                third.post("/v1/completions", body);
                assertThat(third.readUntil("}}"))
                        .startsWith("HTTP/1.1 429 Too Many Requests")
                        .contains("retry-after: 1\r\n");
                third.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(third.readUntil("request_decode_time_seconds_sum"))
                        .contains("num_requests_running{engine=\"0\",model_name=\"m\"} 1.0\n")
                        .contains("num_requests_waiting{engine=\"0\",model_name=\"m\"} 1.0\n")
                        .contains("kv_cache_usage_perc{engine=\"0\",model_name=\"m\"} 0.25\n")
                        .contains("prefix_cache_queries_total{engine=\"0\",model_name=\"m\"} 40.0\n")
                        .contains("prefix_cache_hits_total{engine=\"0\",model_name=\"m\"} 30.0\n")
                        .contains("num_preemptions_total{engine=\"0\",model_name=\"m\"} 2.0\n")
                        .contains("reason=\"max_num_queued_reqs\",model_name=\"m\"} 1.0\n");
                third.readUntil("\n");
            }
            awaitInFlight(server, 0);
            third.post("/v1/completions", body);
            awaitInFlight(server, 1);
        }
    }

    /// Long prompts are read beside the loop; what goes wrong afterwards ends them as it ends short ones.
    @ParameterizedTest
    @ValueSource(ints = {1, 40_000})
    void engineThatFailsEndsTheConnection(int words) throws IOException {
        Batching broken = new Batching(false) {
            @Override
            public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
                throw new IllegalStateException("broken engine");
            }
        };
        try (GoodputServer server = serve(broken);
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"" + "w ".repeat(words) + "\"}");
            assertThat(connection.atEnd()).isTrue();
            awaitInFlight(server, 0);
        }
    }

    @Test
    void stepsAreCounted() throws IOException {
        try (GoodputServer server = serve(false);
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true}");
            connection.readUntil(END);
            connection.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(connection.readUntil("never"))
                    .contains("iteration_tokens_total_count{engine=\"0\",model_name=\"m\"} 3.0\n")
                    .contains("iteration_tokens_total_bucket{engine=\"0\",le=\"8.0\",model_name=\"m\"} 3.0\n");
        }
    }

    @Test
    void contextIsAnnounced() throws IOException {
        try (GoodputServer server = serve(false);
                RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(connection.readUntil("}]}")).contains("\"max_model_len\":100");
        }
    }

    private static void awaitInFlight(GoodputServer server, int expected) {
        while (server.inFlight() != expected) {
            Thread.onSpinWait();
        }
    }
}
