package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;

/// Times as people write them: a number and a unit.
public final class Units {
    private static final Map<String, BigDecimal> NANOS_PER_UNIT = Map.of(
            "ns", BigDecimal.ONE,
            "us", new BigDecimal(1_000),
            "\u00b5s", new BigDecimal(1_000),
            "\u03bcs", new BigDecimal(1_000),
            "ms", new BigDecimal(1_000_000),
            "s", new BigDecimal(1_000_000_000),
            "min", new BigDecimal(60_000_000_000L));

    private Units() {}

    /// The amount in nanoseconds: empty for an unknown unit, `Long.MAX_VALUE` for what is no whole number of them.
    public static OptionalLong nanos(BigDecimal amount, String unit) {
        BigDecimal scale = NANOS_PER_UNIT.get(unit);
        if (scale == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    amount.multiply(scale).stripTrailingZeros().toBigInteger().longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.of(Long.MAX_VALUE);
        }
    }

    /// The shortest exact form: 500ms, 1.5s, 12.5ms.
    public static String format(long ns) {
        String[] names = {"s", "ms", "us", "ns"};
        long[] scales = {1_000_000_000L, 1_000_000L, 1_000L, 1L};
        for (int i = 0; i < names.length; i++) {
            if (ns >= scales[i]) {
                return new BigDecimal(ns)
                                .divide(new BigDecimal(scales[i]))
                                .stripTrailingZeros()
                                .toPlainString()
                        + names[i];
            }
        }
        return ns + "ns";
    }

    /// A share as a percentage, all its digits: 99%, 99.95%.
    public static String percent(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }

    /// A share above 0 and at most 1, in its shortest form.
    ///
    /// @throws IllegalArgumentException when it is not
    static BigDecimal requireShare(BigDecimal share, String what) {
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException(what + " must lie above 0% and at most at 100%");
        }
        return share.stripTrailingZeros();
    }

    static void requirePositive(long value, String what) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be positive");
        }
    }
}
