package dev.goodput.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ChunkReader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every recorded stream, as it was read and at every split of its bytes.
class RecordedStreamsTest {
    /// An answer read without a network.
    private static final class Reading implements ResponseDecoder.Sink {
        private final ResponseDecoder decoder = new ResponseDecoder(this);
        private final Answer answer = new Answer(new ChunkReader());
        private @Nullable ResponseHead head;

        @Override
        public void head(ResponseHead received) {
            head = received;
        }

        @Override
        public void body(byte[] bytes, int from, int to) {
            if (head != null && head.isEventStream()) {
                answer.feed(bytes, from, to, 1);
            }
        }

        private Reading feed(byte[] bytes, int from, int to) {
            try {
                assertThat(decoder.feed(bytes, from, to)).isEqualTo(to);
            } catch (MalformedResponse e) {
                throw new AssertionError(e);
            }
            return this;
        }

        private Outcome end() {
            answer.bodyEnds(1);
            return decoder.isComplete() ? answer.terminated() : answer.broken("connection closed");
        }
    }

    static List<RecordedStream> recorded() {
        return RecordedStream.all();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsWhatAnIndependentProgramRead(RecordedStream recorded) {
        Reading reading = new Reading();
        recorded.reads().forEach(bytes -> reading.feed(bytes, 0, bytes.length));
        Outcome outcome = reading.end();
        Chunks chunks = reading.answer.chunks();

        assertThat(reading.head).isNotNull().returns(recorded.status(), ResponseHead::status);
        assertThat(reading.decoder.isComplete()).isEqualTo(recorded.terminated());
        if (recorded.stream()) {
            assertThat(count(chunks, ~ChunkKind.COMMENT.bit())).isEqualTo(recorded.events());
            assertThat(IntStream.range(0, chunks.size()).map(chunks::chars).sum())
                    .isEqualTo(recorded.chars());
            assertThat(count(chunks, ChunkKind.FINISH.bit())).isEqualTo(recorded.finishes());
            assertThat(count(chunks, ChunkKind.ERROR.bit())).isEqualTo(recorded.errors());
            assertThat(
                            reading.answer.usage() == null
                                    ? -1
                                    : reading.answer.usage().completionTokens())
                    .isEqualTo(recorded.completionTokens());
            assertThat(outcome.isCompleted()).isEqualTo(recorded.isCompleteAnswer());
        }
    }

    private static long count(Chunks chunks, int kinds) {
        return IntStream.range(0, chunks.size())
                .filter(i -> (chunks.kinds(i) & kinds) != 0)
                .count();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsTheSameAtEverySplit(RecordedStream recorded) {
        byte[] bytes = joined(recorded.reads());
        Reading whole = new Reading().feed(bytes, 0, bytes.length);
        Outcome outcome = whole.end();
        Chunks chunks = whole.answer.chunks();
        for (int split = 1; split < bytes.length; split++) {
            Reading halves = new Reading().feed(bytes, 0, split).feed(bytes, split, bytes.length);
            if (!halves.end().equals(outcome) || !halves.answer.chunks().equals(chunks)) {
                assertThat(halves.answer.chunks())
                        .as("split at %d: %s", split, halves.end())
                        .isEqualTo(chunks);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsTheSameByteByByte(RecordedStream recorded) {
        byte[] bytes = joined(recorded.reads());
        Reading whole = new Reading().feed(bytes, 0, bytes.length);
        Reading drip = new Reading();
        List<byte[]> buffer = new ArrayList<>(List.of(new byte[1]));
        for (byte b : bytes) {
            buffer.getFirst()[0] = b;
            drip.feed(buffer.getFirst(), 0, 1);
        }
        assertThat(drip.end()).isEqualTo(whole.end());
        assertThat(drip.answer.chunks()).isEqualTo(whole.answer.chunks());
        assertThat(drip.head).isEqualTo(whole.head);
    }

    private static byte[] joined(List<byte[]> reads) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        reads.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
