package dev.goodput.core.stat;

/// Spreads numbers over all 64 bits, so that neighbours have nothing in common.
public final class Mixing {
    private Mixing() {}

    /// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    /// generators", 2014).
    public static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
