package dev.goodput.core.trace;

import java.util.Arrays;

/// The chunks of one answer in order of arrival, column by column: runs hold millions of them.
///
/// All chunks decoded from one socket read share that read's stamp, so equal stamps mean "came together".
///
/// A column whose values are all the same is held as that one value: in most answers all chunks are of a kind, and few
/// servers tell tokens a chunk.
public final class Chunks {
    /// Stands for a token count that the server did not tell.
    public static final int TOKENS_UNKNOWN = -1;

    public static final Chunks NONE = new Chunks(new double[0], new int[0], new int[0], new int[0], 0);

    private final double[] arrivalNs;
    private final int[] kinds;
    private final int[] tokens;
    private final int[] chars;
    private final int unstamped;

    private Chunks(double[] arrivalNs, int[] kinds, int[] tokens, int[] chars, int unstamped) {
        this.unstamped = unstamped;
        this.arrivalNs = arrivalNs;
        this.kinds = kinds;
        this.tokens = tokens;
        this.chars = chars;
    }

    /// Chunks from their columns, which must be equally long and in order of arrival.
    ///
    /// @throws IllegalArgumentException if lengths differ or a stamp lies before its predecessor
    public static Chunks of(double[] arrivalNs, int[] kinds, int[] tokens, int[] chars) {
        int n = arrivalNs.length;
        if (kinds.length != n || tokens.length != n || chars.length != n) {
            throw new IllegalArgumentException("chunk columns differ in length: " + n + " stamps, " + kinds.length
                    + " kinds, " + tokens.length + " token counts, " + chars.length + " character counts");
        }
        for (int i = 1; i < n; i++) {
            if (!(arrivalNs[i] >= arrivalNs[i - 1])) {
                throw new IllegalArgumentException("chunk " + i + " arrived before chunk " + (i - 1));
            }
        }
        return new Chunks(arrivalNs.clone(), column(kinds, n), column(tokens, n), column(chars, n), 0);
    }

    /// The first `n` of the values, or one where all are the same.
    private static int[] column(int[] values, int n) {
        int differing = 1;
        while (differing < n && values[differing] == values[0]) {
            differing++;
        }
        return Arrays.copyOf(values, differing < n ? n : Math.min(n, 1));
    }

    private static int at(int[] column, int i) {
        return column[column.length == 1 ? 0 : i];
    }

    /// The same with a count of output chunks of which the file of another tool says that they came and not when.
    public Chunks withUnstamped(int count) {
        return new Chunks(arrivalNs, kinds, tokens, chars, count);
    }

    /// Output chunks that came besides these, at times not known; always 0 in runs of our own.
    public int unstamped() {
        return unstamped;
    }

    public int size() {
        return arrivalNs.length;
    }

    public boolean isEmpty() {
        return arrivalNs.length == 0;
    }

    public double arrivalNs(int i) {
        return arrivalNs[i];
    }

    /// The set of [ChunkKind] bits of chunk `i`.
    public int kinds(int i) {
        return at(kinds, i);
    }

    /// Tokens of chunk `i` as the server told them on the wire, or [#TOKENS_UNKNOWN].
    public int tokens(int i) {
        return at(tokens, i);
    }

    /// Characters (UTF-16 units) of generated output in chunk `i`, all channels together.
    public int chars(int i) {
        return at(chars, i);
    }

    public boolean is(int i, ChunkKind kind) {
        return kind.in(kinds(i));
    }

    public boolean isOutput(int i) {
        return ChunkKind.isOutput(kinds(i));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Chunks that
                && Arrays.equals(arrivalNs, that.arrivalNs)
                && Arrays.equals(kinds, that.kinds)
                && Arrays.equals(tokens, that.tokens)
                && Arrays.equals(chars, that.chars)
                && unstamped == that.unstamped;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(arrivalNs) + Arrays.hashCode(kinds);
    }

    @Override
    public String toString() {
        return size() + " chunks";
    }

    /// Collects chunks as they arrive. Not thread-safe: one owner.
    public static final class Builder {
        private double[] arrivalNs = new double[64];
        private int[] kinds = new int[64];
        private int[] tokens = new int[64];
        private int[] chars = new int[64];
        private int size;

        public Builder add(double chunkArrivalNs, int chunkKinds, int chunkTokens, int chunkChars) {
            if (size == arrivalNs.length) {
                int capacity = size * 2;
                arrivalNs = Arrays.copyOf(arrivalNs, capacity);
                kinds = Arrays.copyOf(kinds, capacity);
                tokens = Arrays.copyOf(tokens, capacity);
                chars = Arrays.copyOf(chars, capacity);
            }
            arrivalNs[size] = chunkArrivalNs;
            kinds[size] = chunkKinds;
            tokens[size] = chunkTokens;
            chars[size] = chunkChars;
            size++;
            return this;
        }

        /// A chunk of one kind with unknown token count.
        public Builder add(double chunkArrivalNs, ChunkKind kind) {
            return add(chunkArrivalNs, kind.bit(), TOKENS_UNKNOWN, 0);
        }

        /// A chunk of answer text with a known token count.
        public Builder text(double chunkArrivalNs, int chunkTokens, int chunkChars) {
            return add(chunkArrivalNs, ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit(), chunkTokens, chunkChars);
        }

        public int size() {
            return size;
        }

        public Chunks build() {
            return new Chunks(
                    Arrays.copyOf(arrivalNs, size), column(kinds, size), column(tokens, size), column(chars, size), 0);
        }
    }
}
