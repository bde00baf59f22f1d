package dev.goodput.core.gate;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Shares in words. Rounding must not change what is said: 99.9996 % is not all, and a bound just below its target is
/// not written as the target.
final class Percent {
    private static final int DECIMALS = 2;

    /// Enough to tell a million requests from a million less one.
    private static final int MOST_DECIMALS = 6;

    private Percent() {}

    /// A share as it was written, such as 99.9 %.
    static String of(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }

    /// At most the share, on the side of the target where the share is.
    static String down(double share, BigDecimal target) {
        return rounded(share, target, RoundingMode.DOWN);
    }

    /// At least the share, on the side of the target where the share is.
    static String up(double share, BigDecimal target) {
        return rounded(share, target, RoundingMode.UP);
    }

    private static String rounded(double share, BigDecimal target, RoundingMode mode) {
        BigDecimal exact = BigDecimal.valueOf(share).movePointRight(2);
        BigDecimal limit = target.movePointRight(2);
        int decimals = DECIMALS;
        BigDecimal shown = exact.setScale(decimals, mode);
        while (Integer.signum(shown.compareTo(limit)) != Integer.signum(exact.compareTo(limit))
                && decimals < MOST_DECIMALS) {
            shown = exact.setScale(++decimals, mode);
        }
        return shown.toPlainString() + "%";
    }
}
