package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.TraceBuilder;
import dev.goodput.core.trace.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Worked examples, request by request, with what each tool reports for them. The expected values were calculated by
/// hand from each tool's definition and seen (within the client's own overhead) when the tools ran against a server
/// that sent these very streams.
class WorkedChecksTest {
    private static final double MS = 1e6;

    /// TTFT 500 ms, 100 tokens, 700 ms of decode; every token its own chunk, no framing.
    @Test
    void plain() {
        TraceBuilder stream = request(0).texts(100, 500, 1200).usage(100);
        RequestTrace trace = stream.done(1200).completed();

        assertMs(Reading.of(trace, Dialect.GOODPUT).ttftNs(), 500);
        assertMs(Reading.of(trace, Dialect.GOODPUT).e2eNs(), 1200);
        assertMs(Reading.of(trace, Dialect.GOODPUT).perTokenNs(), 7.0707);
        assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs()).isEqualTo(7_070_707);
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 12.0000);
    }

    /// The same with the framing of OpenAI: role chunk, empty finish chunk, usage chunk.
    @Test
    void framed() {
        RequestTrace trace = request(0)
                .role(500)
                .texts(100, 500, 1200)
                .finish(1200)
                .usageChunk(1200)
                .done(1200)
                .usage(100)
                .completed();

        assertMs(Reading.of(trace, Dialect.GOODPUT).perTokenNs(), 7.0707);
        assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs()).isEqualTo(7_070_707);
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 11.7647);
    }

    /// The same tokens, four to a chunk: 96 tokens came after the first chunk. Whether the server told the count with
    /// each chunk or only the total, the answer is the same.
    @Test
    void fourTokensAChunk() {
        for (int told : new int[] {4, Chunks.TOKENS_UNKNOWN}) {
            TraceBuilder stream = request(0).usage(100);
            for (int i = 0; i < 25; i++) {
                stream.text(500 + 700.0 * i / 24, told, 16);
            }
            RequestTrace trace = stream.usageChunk(1200).done(1200).completed();

            assertMs(Reading.of(trace, Dialect.GOODPUT).perTokenNs(), 7.2917);
            assertMs(Reading.of(trace, Dialect.GOODPUT).longestGapNs(), 29.1667);
            assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs()).isEqualTo(7_070_707);
            assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 48.0000);
        }
    }

    /// A role chunk 100 ms before the first text and 60 ms of framing after the last: neither is output.
    @Test
    void earlyRoleAndTail() {
        RequestTrace trace = request(0)
                .role(100)
                .texts(10, 200, 380)
                .finish(385)
                .usageChunk(390)
                .done(440)
                .usage(10)
                .completed();

        for (Dialect dialect : new Dialect[] {Dialect.GOODPUT, Dialects.genaiPerf()}) {
            assertMs(Reading.of(trace, dialect).ttftNs(), 200);
            assertMs(Reading.of(trace, dialect).e2eNs(), 380);
            assertMs(Reading.of(trace, dialect).perTokenNs(), 20.0000);
        }
        assertMs(Reading.of(trace, Dialects.llmperf()).ttftNs(), 200);
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 31.6667);
    }

    /// One token has a TTFT and an end, and no time between tokens; LLMPerf divides all the same.
    @Test
    void oneToken() {
        RequestTrace trace = request(0)
                .role(200)
                .text(200)
                .finish(205)
                .usageChunk(210)
                .done(215)
                .usage(1)
                .completed();

        Reading ours = Reading.of(trace, Dialect.GOODPUT);
        assertMs(ours.ttftNs(), 200);
        assertMs(ours.e2eNs(), 200);
        assertThat(ours.perTokenNs()).isNaN();
        assertThat(ours.longestGapNs()).isNaN();
        assertThat(ours.outputTokens()).isEqualTo(1);
        assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs()).isNaN();
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 66.6667);
    }

    /// Fifty tokens in one chunk: nothing was seen between them, so there is no TPOT rather than one of 0.
    @Test
    void allTokensInOneChunk() {
        RequestTrace trace = request(0)
                .role(500)
                .text(900, Chunks.TOKENS_UNKNOWN, 200)
                .finish(900)
                .usageChunk(900)
                .done(900)
                .usage(50)
                .completed();

        assertMs(Reading.of(trace, Dialect.GOODPUT).ttftNs(), 900);
        assertThat(Reading.of(trace, Dialect.GOODPUT).perTokenNs()).isNaN();
        assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs()).isNaN();
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 300);
    }

    /// Five tokens of reasoning, then five of answer. Tools that ignore reasoning see a long TTFT and five tokens,
    /// whether the server told how many tokens were reasoning or not.
    @Test
    void reasoningThenAnswer() {
        for (Usage usage : new Usage[] {new Usage(10, 10, 5, Usage.UNKNOWN), Usage.of(10, 10)}) {
            TraceBuilder stream = request(0).role(100).usage(usage);
            for (int ms = 200; ms <= 280; ms += 20) {
                stream.reasoning(ms);
            }
            RequestTrace trace = stream.texts(5, 400, 480)
                    .finish(480)
                    .usageChunk(480)
                    .done(480)
                    .completed();

            Reading ours = Reading.of(trace, Dialect.GOODPUT);
            assertMs(ours.ttftNs(), 200);
            assertMs(ours.ttatNs(), 400);
            assertMs(ours.perTokenNs(), 31.1111);
            assertThat(ours.outputTokens()).isEqualTo(10);
            Reading genaiPerf = Reading.of(trace, Dialects.genaiPerf());
            assertMs(genaiPerf.ttftNs(), 400);
            assertMs(genaiPerf.perTokenNs(), 20.0000);
            assertThat(genaiPerf.outputTokens()).isEqualTo(5);
            assertMs(Reading.of(trace, Dialects.llmperf()).ttftNs(), 400);
            assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 40.0000);
        }
    }

    /// A request that left 300 ms late: from the schedule the user waited for it, from the send nobody did.
    @Test
    void lateSend() {
        RequestTrace trace = request(0)
                .intended(0)
                .started(300)
                .texts(10, 500, 680)
                .usage(10)
                .completed();

        assertMs(Reading.of(trace, Dialect.GOODPUT).ttftNs(), 500);
        assertMs(Reading.of(trace, Dialect.GOODPUT).e2eNs(), 680);
        assertMs(Reading.of(trace, Dialect.GOODPUT_FROM_SEND).ttftNs(), 200);
        assertMs(Reading.of(trace, Dialect.GOODPUT_FROM_SEND).e2eNs(), 380);
        assertMs(Reading.of(trace, Dialect.GOODPUT_FROM_SEND).perTokenNs(), 20);
        assertMs(Reading.of(trace, Dialects.llmperf()).perTokenNs(), 38);
    }

    /// A tool call is output to us and to nobody else here; a keep-alive comment is no data line to anybody.
    @Test
    void toolCallAndComments() {
        RequestTrace trace = request(0)
                .comment(50)
                .role(100)
                .toolCall(200)
                .toolCall(220)
                .finish(220)
                .usage(2)
                .completed();

        assertMs(Reading.of(trace, Dialect.GOODPUT).ttftNs(), 200);
        assertMs(Reading.of(trace, Dialect.GOODPUT).ttatNs(), 200);
        assertMs(Reading.of(trace, Dialect.GOODPUT).perTokenNs(), 20);
        assertThat(Reading.of(trace, Dialects.genaiPerf()).ttftNs()).isNaN();
        assertThat(Reading.of(trace, Dialects.llmperf()).perTokenNs()).isNaN();

        RequestTrace pinged =
                request(1).comment(50).text(100).comment(150).text(200).usage(2).completed();
        assertMs(Reading.of(pinged, Dialects.llmperf()).perTokenNs(), 100);
    }

    /// What came before a failure is there to be read.
    @Test
    void failedHalfWay() {
        RequestTrace trace = request(0).texts(20, 200, 390).error(400).failed(FailureCategory.ERROR_IN_STREAM);

        Reading reading = Reading.of(trace, Dialect.GOODPUT);
        assertMs(reading.ttftNs(), 200);
        assertMs(reading.e2eNs(), 390);
        assertMs(reading.perTokenNs(), 10);
        assertThat(reading.outputTokens()).isEqualTo(20);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNKS);
    }

    @Test
    void nothingCame() {
        for (RequestTrace trace : new RequestTrace[] {
            TraceBuilder.neverSent(0), request(1).role(100).failed(FailureCategory.EMPTY)
        }) {
            for (Dialect dialect : List.of(Dialect.GOODPUT, Dialects.genaiPerf())) {
                Reading reading = Reading.of(trace, dialect);
                assertThat(reading.ttftNs()).isNaN();
                assertThat(reading.ttatNs()).isNaN();
                assertThat(reading.e2eNs()).isNaN();
                assertThat(reading.perTokenNs()).isNaN();
                assertThat(reading.longestGapNs()).isNaN();
                assertThat(reading.outputTokens()).isZero();
                assertThat(reading.tokenSource()).isEqualTo(TokenSource.NONE);
            }
        }
    }

    private static void assertMs(double ns, double ms) {
        assertThat(ns / MS).isCloseTo(ms, within(5e-5));
    }
}
