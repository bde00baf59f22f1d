package dev.goodput.load.http;

import dev.goodput.load.answer.Answer;
import org.jspecify.annotations.Nullable;

/// Bytes of answers, stamped but not decoded yet, of all connections of a loop in order of arrival. Not thread-safe.
///
/// Between two chunks the loop sleeps, and other work takes the processor's caches: a chunk decoded by itself finds
/// them cold each time, and costs several times what it costs among others. So arrivals are stamped at once and
/// decoded some dozens at a time, which takes well below a tenth of a millisecond.
final class Backlog {
    private static final int MAX_BYTES = 16 << 10;
    private static final int MAX_ARRIVALS = 128;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final @Nullable Answer[] answers = new @Nullable Answer[MAX_ARRIVALS];
    private final int[] ends = new int[MAX_ARRIVALS];
    private final long[] stampsNs = new long[MAX_ARRIVALS];
    private int arrivals;
    private int filled;

    /// Takes what came for `answer` at `stampNs`.
    void add(Answer answer, byte[] source, int from, int to, long stampNs) {
        int length = to - from;
        if (arrivals == MAX_ARRIVALS || length > MAX_BYTES - filled) {
            decode();
        }
        if (length > MAX_BYTES) {
            answer.feed(source, from, to, stampNs);
            return;
        }
        System.arraycopy(source, from, bytes, filled, length);
        filled += length;
        answers[arrivals] = answer;
        ends[arrivals] = filled;
        stampsNs[arrivals] = stampNs;
        arrivals++;
    }

    /// Brings all answers up to date.
    void decode() {
        int from = 0;
        for (int i = 0; i < arrivals; i++) {
            Answer answer = answers[i];
            if (answer != null) {
                answer.feed(bytes, from, ends[i], stampsNs[i]);
            }
            answers[i] = null;
            from = ends[i];
        }
        arrivals = 0;
        filled = 0;
    }
}
