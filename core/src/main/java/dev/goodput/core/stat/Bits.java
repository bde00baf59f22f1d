package dev.goodput.core.stat;

import java.util.Arrays;

/// A row of bits that can be compared with itself, shifted.
final class Bits {
    private final long[] words;
    private final int length;

    private Bits(long[] words, int length) {
        this.words = words;
        this.length = length;
    }

    /// Set where the value is false.
    static Bits falseOf(boolean[] values) {
        long[] words = new long[(values.length + 63) / 64];
        for (int i = 0; i < values.length; i++) {
            if (!values[i]) {
                words[i >> 6] |= 1L << (i & 63);
            }
        }
        return new Bits(words, values.length);
    }

    int length() {
        return length;
    }

    int count() {
        return countFirst(length);
    }

    boolean get(int i) {
        return (words[i >> 6] >>> (i & 63) & 1) != 0;
    }

    /// The first `n` bits.
    Bits first(int n) {
        long[] kept = Arrays.copyOf(words, (n + 63) / 64);
        if ((n & 63) != 0) {
            kept[kept.length - 1] &= (1L << (n & 63)) - 1;
        }
        return new Bits(kept, n);
    }

    /// How many of the first `n` bits are set.
    int countFirst(int n) {
        int count = 0;
        int whole = n >> 6;
        for (int i = 0; i < whole; i++) {
            count += Long.bitCount(words[i]);
        }
        return (n & 63) == 0 ? count : count + Long.bitCount(words[whole] & (1L << (n & 63)) - 1);
    }

    /// How many bits are set together with the bit `lag` places on.
    int countPairs(int lag) {
        int count = 0;
        int shift = lag & 63;
        for (int i = 0, j = lag >> 6; j < words.length; i++, j++) {
            long shifted = words[j] >>> shift;
            if (shift != 0 && j + 1 < words.length) {
                shifted |= words[j + 1] << (64 - shift);
            }
            count += Long.bitCount(words[i] & shifted);
        }
        return count;
    }

    /// How many unbroken stretches of set bits there are.
    int stretches() {
        return length == 0 ? 0 : count() - countPairs(1);
    }
}
