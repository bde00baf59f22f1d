package dev.goodput.server.text;

/// A 64-bit hash, one number after the other. Good enough to tell texts apart; not against an adversary.
final class Hash {
    /// 2⁶⁴ divided by the golden ratio, odd.
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Hash() {}

    static long add(long hash, long value) {
        return Long.rotateLeft((hash ^ value) * GOLDEN, 29) + value;
    }

    /// Spreads the last numbers added over all bits (the finalizer of MurmurHash3).
    static long finish(long hash) {
        long h = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
