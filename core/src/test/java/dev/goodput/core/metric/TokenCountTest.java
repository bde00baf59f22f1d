package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.TraceBuilder;
import dev.goodput.core.trace.Usage;
import org.junit.jupiter.api.Test;

/// Who counted the tokens, and how many of them came with the first chunk.
class TokenCountTest {

    @Test
    void usageComesFirst() {
        Reading reading = read(request(0).text(100, 3, 9).text(200, 3, 9).usage(7));
        assertThat(reading.outputTokens()).isEqualTo(7);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.USAGE);
    }

    @Test
    void thenCountsOnTheChunks() {
        Reading reading = read(request(0).text(100, 3, 9).text(200, 4, 9));
        assertThat(reading.outputTokens()).isEqualTo(7);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNK_COUNTS);
        assertThat(reading.perTokenNs()).isCloseTo(25e6, within(1e-3));
    }

    @Test
    void thenTheChunksThemselvesAndThatIsSaid() {
        Reading reading = read(request(0).texts(5, 100, 180));
        assertThat(reading.outputTokens()).isEqualTo(5);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNKS);
        assertThat(reading.tokenSource().words()).isEqualTo("chunks counted as tokens");
        assertThat(reading.perTokenNs()).isEqualTo(20e6);
    }

    /// One chunk without a count makes the sum of the others no total.
    @Test
    void countsOnSomeChunksAreNoCount() {
        Reading reading = read(request(0).text(100, 3, 9).text(200));
        assertThat(reading.outputTokens()).isEqualTo(2);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNKS);
    }

    /// Proxies that send usage with zeros on every chunk do not make an answer empty.
    @Test
    void zeroUsageBesideTextIsNoCount() {
        Reading reading = read(request(0).texts(5, 100, 180).usage(Usage.of(0, 0)));
        assertThat(reading.outputTokens()).isEqualTo(5);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNKS);
    }

    @Test
    void unknownCompletionTokensAreNoCount() {
        Reading reading = read(request(0).texts(5, 100, 180).usage(Usage.of(12, Usage.UNKNOWN)));
        assertThat(reading.outputTokens()).isEqualTo(5);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.CHUNKS);
    }

    /// A first chunk of eight tokens, then 92 single ones in 920 ms: 10 ms a token however the server told.
    @Test
    void firstChunkOfSeveralTokens() {
        TraceBuilder counted = request(0).text(500, 8, 32).usage(100);
        for (int i = 1; i <= 92; i++) {
            counted.text(500 + 10.0 * i, 1, 4);
        }
        assertThat(read(counted).perTokenNs()).isEqualTo(10e6);
    }

    /// Eight tokens a chunk with usage only: the first chunk's share of the characters stands in for its tokens.
    @Test
    void severalTokensAChunkByCharacters() {
        TraceBuilder stream = request(0).usage(80);
        for (int i = 0; i < 10; i++) {
            stream.text(500 + 80.0 * i, Chunks.TOKENS_UNKNOWN, 32);
        }
        assertThat(read(stream).perTokenNs()).isEqualTo(10e6);

        TraceBuilder bigFirst = request(0).usage(60).text(500, Chunks.TOKENS_UNKNOWN, 160);
        for (int i = 1; i <= 5; i++) {
            bigFirst.text(500 + 40.0 * i, Chunks.TOKENS_UNKNOWN, 16);
        }
        assertThat(read(bigFirst).perTokenNs()).isEqualTo(10e6);
    }

    /// A busy server merges two tokens into one chunk now and then; the first chunk still held one, long or not.
    @Test
    void aFewMergedChunksDoNotMakeTheFirstOneBig() {
        TraceBuilder stream = request(0).usage(103).text(500, Chunks.TOKENS_UNKNOWN, 12);
        for (int i = 1; i < 100; i++) {
            stream.text(500 + 10.0 * i, Chunks.TOKENS_UNKNOWN, 4);
        }
        assertThat(read(stream).perTokenNs()).isCloseTo(990e6 / 102, within(1e-3));
    }

    /// Without any idea of sizes the first chunk is taken for one token.
    @Test
    void noCharactersNoGuess() {
        Reading reading = read(request(0)
                .text(500, Chunks.TOKENS_UNKNOWN, 0)
                .text(590, Chunks.TOKENS_UNKNOWN, 0)
                .usage(10));
        assertThat(reading.perTokenNs()).isEqualTo(10e6);
    }

    /// A count that leaves nothing after the first chunk gives no TPOT, not an infinite or negative one.
    @Test
    void countsThatContradictTheChunksGiveNoTpot() {
        assertThat(read(request(0).text(100, 9, 9).text(200, 9, 9).usage(5)).perTokenNs())
                .isNaN();
        assertThat(read(request(0).texts(5, 100, 180).usage(1)).perTokenNs()).isNaN();
    }

    /// Where content alone counts and the server did not tell the reasoning tokens, the channels share the total by
    /// what they told on the wire, else by characters.
    @Test
    void answerTokensOfAReasoningModel() {
        RequestTrace byCounts = request(0)
                .reasoning(100, 6, 10)
                .text(200, 2, 10)
                .text(300, 2, 10)
                .usage(10)
                .completed();
        assertThat(Reading.of(byCounts, Dialects.genaiPerf()).outputTokens()).isEqualTo(4);

        RequestTrace byChars = request(0)
                .reasoning(100, Chunks.TOKENS_UNKNOWN, 30)
                .text(200, Chunks.TOKENS_UNKNOWN, 5)
                .text(300, Chunks.TOKENS_UNKNOWN, 5)
                .usage(40)
                .completed();
        assertThat(Reading.of(byChars, Dialects.genaiPerf()).outputTokens()).isEqualTo(10);
        assertThat(Reading.of(byChars, Dialect.GOODPUT).outputTokens()).isEqualTo(40);

        RequestTrace onlyReasoning =
                request(0).reasoning(100).reasoning(200).usage(40).completed();
        assertThat(Reading.of(onlyReasoning, Dialects.genaiPerf()).outputTokens())
                .isZero();
        assertThat(Reading.of(onlyReasoning, Dialects.genaiPerf()).ttftNs()).isNaN();
    }

    /// An answer that came without a stream of chunks keeps the server's count.
    @Test
    void usageWithoutAnyChunk() {
        Reading reading = read(request(0).usage(12));
        assertThat(reading.outputTokens()).isEqualTo(12);
        assertThat(reading.tokenSource()).isEqualTo(TokenSource.USAGE);
    }

    private static Reading read(TraceBuilder stream) {
        return Reading.of(stream.completed(), Dialect.GOODPUT);
    }
}
