package dev.goodput.core.stat;

import java.math.BigDecimal;
import java.math.MathContext;

/// A share strictly between 0 and 1, kept as the decimal it was written as. `1 − 0.95` in binary floating point
/// is 0.050000000000000044, which turns an exact tie the wrong way; [#complement] is formed in decimal.
///
/// @param value for example 0.95
public record Confidence(BigDecimal value) {
    public static final Confidence P95 = of("0.95");

    public Confidence {
        if (value.signum() <= 0 || value.compareTo(BigDecimal.ONE) >= 0) {
            throw new IllegalArgumentException("confidence must lie between 0 and 1, but is " + value.toPlainString());
        }
        value = value.stripTrailingZeros();
    }

    public static Confidence of(String decimal) {
        return new Confidence(new BigDecimal(decimal));
    }

    /// One minus an `m`-th of the error: what each of `m` statements needs so that all hold together with this
    /// confidence (Bonferroni), and with 2 what each side of a two-sided interval needs.
    public Confidence dividedBy(int m) {
        if (m < 1) {
            throw new IllegalArgumentException("cannot divide an error among " + m);
        }
        BigDecimal error = BigDecimal.ONE.subtract(value).divide(BigDecimal.valueOf(m), MathContext.DECIMAL64);
        return new Confidence(BigDecimal.ONE.subtract(error));
    }

    /// The confidence as a double, such as 0.95.
    public double level() {
        return value.doubleValue();
    }

    /// One minus the confidence: the error allowed on one side, such as 0.05.
    public double complement() {
        return BigDecimal.ONE.subtract(value).doubleValue();
    }
}
