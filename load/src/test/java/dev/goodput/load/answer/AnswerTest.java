package dev.goodput.load.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Usage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final String TEXT = "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}";
    private static final String STOP = "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}";

    private static Answer answer(String... data) {
        Answer answer = new Answer(new ChunkReader());
        long stampNs = 100;
        for (String datum : data) {
            byte[] bytes = ("data: " + datum + "\n\n").getBytes(UTF_8);
            answer.feed(bytes, 0, bytes.length, stampNs++);
        }
        answer.bodyEnds(stampNs);
        return answer;
    }

    private static String withUsage(String choices, int completionTokens) {
        return "{\"choices\":[" + choices + "],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":" + completionTokens
                + "}}";
    }

    private static String text(String text) {
        return "{\"delta\":{\"content\":\"" + text + "\"}}";
    }

    private static FailureCategory category(Outcome outcome) {
        return ((Outcome.Failed) outcome).category();
    }

    private static int[] tokens(Answer answer) {
        Chunks chunks = answer.chunks();
        return IntStream.range(0, chunks.size()).map(chunks::tokens).toArray();
    }

    @Test
    void isCompleteWithFinishReasonAndOutput() {
        assertThat(answer(TEXT, STOP, "[DONE]").terminated()).isEqualTo(new Outcome.Completed("stop", true));
        assertThat(answer(TEXT, STOP).terminated()).isEqualTo(new Outcome.Completed("stop", false));
    }

    @Test
    void doneProvesNothing() {
        assertThat(category(answer(TEXT, "[DONE]").terminated())).isEqualTo(FailureCategory.CUT);
        assertThat(category(answer("[DONE]").terminated())).isEqualTo(FailureCategory.EMPTY);
    }

    @Test
    void withoutOutputItIsEmpty() {
        assertThat(category(answer().terminated())).isEqualTo(FailureCategory.EMPTY);
        assertThat(category(answer(STOP, "[DONE]").terminated())).isEqualTo(FailureCategory.EMPTY);
        assertThat(category(answer("gibberish").terminated())).isEqualTo(FailureCategory.MALFORMED);
    }

    @Test
    void anErrorAnywhereFailsIt() {
        String error = "{\"error\":{\"message\":\"engine died\"}}";
        Outcome.Failed expected = new Outcome.Failed(FailureCategory.ERROR_IN_STREAM, 200, "engine died");
        assertThat(answer(error, TEXT, STOP).terminated()).isEqualTo(expected);
        assertThat(answer(TEXT, STOP, error, "[DONE]").terminated()).isEqualTo(expected);
        assertThat(answer(TEXT, error).broken("connection closed")).isEqualTo(expected);
    }

    @Test
    void aLostConnectionCutsItEvenAfterAFinishReason() {
        assertThat(answer(TEXT, STOP, "[DONE]").broken("connection closed"))
                .isEqualTo(new Outcome.Failed(FailureCategory.BROKEN, 200, "connection closed after 3 chunks"));
    }

    @Test
    void oneBadEventDoesNotSpoilACompleteAnswer() {
        Answer answer = answer(TEXT, "{oops", STOP);
        assertThat(answer.terminated().isCompleted()).isTrue();
        assertThat(answer.unparsable()).isEqualTo(1);
        assertThat(answer.chunks().is(1, ChunkKind.UNPARSABLE)).isTrue();
    }

    @Test
    void eventsOfOneReadShareItsStamp() {
        Answer answer = new Answer(new ChunkReader());
        byte[] bytes = ("data: " + TEXT + "\n\n: ping\n\ndata: " + TEXT + "\n\ndata: " + STOP).getBytes(UTF_8);
        answer.feed(bytes, 0, bytes.length, 7);
        answer.bodyEnds(9);
        assertThat(answer.chunks())
                .isEqualTo(new Chunks.Builder()
                        .text(7, Chunks.TOKENS_UNKNOWN, 1)
                        .add(7, ChunkKind.COMMENT)
                        .text(7, Chunks.TOKENS_UNKNOWN, 1)
                        .add(
                                9,
                                ChunkKind.FINISH.bit() | ChunkKind.CHOICES.bit() | ChunkKind.SENTENCE.bit(),
                                Chunks.TOKENS_UNKNOWN,
                                0)
                        .build());
    }

    /// The chunk that shows the end of a sentence is marked, and the one with the finish reason if a sentence
    /// was open.
    @Test
    void marksSentences() {
        Answer answer = answer(
                data("Hi"),
                data("."),
                data(" How"),
                "{\"choices\":[{\"delta\":{\"reasoning\":\"Hm. \"}}]}",
                data("?"),
                STOP);
        Chunks chunks = answer.chunks();
        assertThat(IntStream.range(0, chunks.size()).filter(i -> chunks.is(i, ChunkKind.SENTENCE)))
                .containsExactly(2, 5);
        Chunks toolCall = answer("{\"choices\":[{\"delta\":{\"tool_calls\":[{}]}}]}", STOP)
                .chunks();
        assertThat(toolCall.is(1, ChunkKind.SENTENCE)).isFalse();
    }

    private static String data(String text) {
        return "{\"choices\":[" + text(text) + "]}";
    }

    @Test
    void usageThatGrowsWithEveryChunkGivesTokensPerChunk() {
        Answer answer = answer(
                withUsage("{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}", 0),
                withUsage(text("a"), 1),
                withUsage(text("bcd"), 5),
                withUsage(text("e"), 7),
                withUsage("", 7));
        assertThat(tokens(answer)).containsExactly(-1, 1, 4, 2, 0);
        assertThat(answer.usage()).isEqualTo(Usage.of(9, 7));
    }

    @Test
    void usageOnTheLastOutputChunkAloneGivesNone() {
        Answer answer = answer(TEXT, TEXT, withUsage(text("c"), 12));
        assertThat(tokens(answer)).containsExactly(-1, -1, -1);
        assertThat(answer.usage()).isEqualTo(Usage.of(9, 12));
    }

    @Test
    void zeroUsageOfProxiesIsNone() {
        String zero =
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0}}";
        assertThat(answer(zero, zero, STOP).usage()).isNull();
        assertThat(tokens(answer(zero, zero))).containsExactly(-1, -1);
        assertThat(answer(zero, withUsage("", 12)).usage()).isEqualTo(Usage.of(9, 12));
        assertThat(answer(TEXT, withUsage("", 12), zero).usage()).isEqualTo(Usage.of(9, 12));
    }
}
