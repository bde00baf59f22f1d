package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.load.http.RecordedStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every recorded stream once more, over real sockets: each recorded read is written on its own, then the
/// connection is closed.
class ReplayTest {
    private static final List<RecordedStream> RECORDED = RecordedStream.all();
    private static final Map<String, RequestTrace> TRACES = new TreeMap<>();

    @BeforeAll
    static void replayAll() throws IOException {
        try (RawServer server = new RawServer(e -> {
            for (byte[] read : RECORDED.get(e.number()).reads()) {
                e.send(read);
            }
            e.socket().close();
        })) {
            List<RequestTrace> traces =
                    new ArrayList<>(Plans.run(Plans.closedLoop(Plans.target(server.port()), 1, RECORDED.size()))
                            .traces());
            for (int i = 0; i < traces.size(); i++) {
                TRACES.put(RECORDED.get(i).name(), traces.get(i));
            }
        }
    }

    private static RequestTrace trace(String name) {
        RequestTrace trace = TRACES.get(name);
        if (trace == null) {
            throw new AssertionError("no recording " + name);
        }
        return trace;
    }

    private static Outcome.Failed failure(String name) {
        return (Outcome.Failed) trace(name).outcome();
    }

    @Test
    void eachComesToWhatItWas() {
        for (RecordedStream recorded : RECORDED) {
            RequestTrace trace = trace(recorded.name());
            assertThat(trace.isCompleted())
                    .as("%s: %s", recorded, trace.outcome())
                    .isEqualTo(recorded.isCompleteAnswer());
            if (trace.outcome() instanceof Outcome.Failed failed) {
                assertThat(failed.httpStatus()).as(recorded.name()).isEqualTo(recorded.status());
            }
            if (recorded.stream()) {
                assertThat(IntStream.range(0, trace.chunks().size())
                                .map(trace.chunks()::chars)
                                .sum())
                        .as(recorded.name())
                        .isEqualTo(recorded.chars());
            }
        }
    }

    @Test
    void errorsInsideStreamsThatEndWithDoneAreFailures() {
        assertThat(failure("vllm-opts.engine-crash-by-request-stream"))
                .isEqualTo(new Outcome.Failed(
                        FailureCategory.ERROR_IN_STREAM,
                        200,
                        "EngineCore encountered an issue. See stack trace (above) for the root cause."));
        assertThat(failure("vllm.interrupted-engine-killed").category()).isEqualTo(FailureCategory.ERROR_IN_STREAM);
        assertThat(failure("vllm.error-inside-200-stream").category()).isEqualTo(FailureCategory.ERROR_IN_STREAM);
    }

    @Test
    void killedServersCutTheirAnswers() {
        assertThat(failure("vllm.interrupted-sigkill"))
                .isEqualTo(new Outcome.Failed(FailureCategory.BROKEN, 200, "connection closed after 25 chunks"));
        assertThat(failure("llama-server.interrupted-sigkill").category()).isEqualTo(FailureCategory.BROKEN);
    }

    @Test
    void answersWithoutTextAreEmptyAndPlainAnswersAreNoStream() {
        assertThat(failure("vllm.chat-stream-empty").category()).isEqualTo(FailureCategory.EMPTY);
        assertThat(failure("llama-server.completions-stream-empty").category()).isEqualTo(FailureCategory.EMPTY);
        assertThat(failure("ollama.chat-nonstream").category()).isEqualTo(FailureCategory.NOT_A_STREAM);
        assertThat(failure("vllm.error-unknown-model").category()).isEqualTo(FailureCategory.HTTP_STATUS);
    }

    @Test
    void tokensPerChunkComeFromIdsAndFromUsageOnEveryChunk() {
        RequestTrace ids = trace("vllm.chat-stream-token-ids");
        assertThat(IntStream.range(1, 7).map(ids.chunks()::tokens)).containsOnly(1);
        RequestTrace forced = trace("vllm-nochunk.chat-stream-forced-usage");
        assertThat(IntStream.range(1, 7).map(forced.chunks()::tokens)).containsOnly(1);
        RequestTrace merged = trace("vllm-opts.completions-stream-interval4-usage-continuous");
        assertThat(IntStream.range(0, 6).map(merged.chunks()::tokens).sum()).isEqualTo(21);
        assertThat(merged.chunks().tokens(1)).isEqualTo(4);
    }
}
