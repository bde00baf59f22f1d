package dev.goodput.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/// Numbers as people read them, the same in every locale. A value that does not exist is a dash, never
/// 0 or NaN.
public final class Format {
    static final String ABSENT = "–";
    private static final double NS_PER_MS = 1e6;

    private Format() {}

    /// A time given in nanoseconds, in milliseconds with three to four significant digits and no unit.
    public static String ms(double ns) {
        double ms = ns / NS_PER_MS;
        if (!Double.isFinite(ms)) {
            return ABSENT;
        }
        double size = Math.abs(ms);
        if (size < 0.0005) {
            return "0";
        }
        if (size < 1) {
            return decimals(ms, 3);
        }
        if (size < 10) {
            return decimals(ms, 2);
        }
        return decimals(ms, size < 100 ? 1 : 0);
    }

    /// [#ms] with its unit; seconds from ten seconds on.
    public static String time(double ns) {
        if (!Double.isFinite(ns)) {
            return ABSENT;
        }
        return Math.abs(ns) >= 10e9 ? decimals(ns / 1e9, 1) + " s" : ms(ns) + " ms";
    }

    /// A share as a percentage with two decimals where it has any. Nothing short of everything reads
    /// "100%", and something never reads "0%".
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return ABSENT;
        }
        if (share > 0.9999 && share < 1) {
            return ">99.99%";
        }
        if (share > 0 && share < 0.0001) {
            return "<0.01%";
        }
        return share == 0 || share == 1 ? decimals(share * 100, 0) + "%" : decimals(share * 100, 2) + "%";
    }

    /// An exact share, such as a target, as it was written.
    static String percent(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    public static String rate(double perSecond) {
        if (!Double.isFinite(perSecond)) {
            return ABSENT;
        }
        double size = Math.abs(perSecond);
        return decimals(perSecond, size < 10 ? 2 : size < 100 ? 1 : 0);
    }

    public static String seconds(double seconds) {
        return Double.isFinite(seconds) ? decimals(seconds, seconds < 100 ? 1 : 0) + " s" : ABSENT;
    }

    public static String ratio(double ratio) {
        return Double.isFinite(ratio) ? decimals(ratio, 2) : ABSENT;
    }

    /// Half-up in decimal, so that what is shown is the number's nearest neighbour as written.
    static String decimals(double value, int digits) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
        return String.format(Locale.ROOT, "%,." + digits + "f", rounded);
    }
}
