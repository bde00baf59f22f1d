package dev.goodput.engine.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.DoubleStream;

/// Shares of one whole.
final class Shares {
    /// Shares are written as decimal percentages: what is missing by more than this was not rounded away.
    private static final double ROUNDING = 1e-9;

    private Shares() {}

    /// @throws IllegalArgumentException when they do not add up to 1
    static void requireWhole(DoubleStream shares) {
        double sum = shares.sum();
        if (Math.abs(sum - 1) > ROUNDING) {
            throw new IllegalArgumentException("the shares add up to " + percent(sum) + ", not 100%");
        }
    }

    /// A share as a percentage, such as `12.5%`.
    static String percent(double share) {
        return BigDecimal.valueOf(share * 100)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString()
                + "%";
    }
}
