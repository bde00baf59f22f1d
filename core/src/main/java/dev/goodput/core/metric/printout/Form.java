package dev.goodput.core.metric.printout;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// How a tool writes a number: in which unit and with which digits.
///
/// @param unit how many nanoseconds (or plain units) one unit of the printed number is, such as 1e6 for ms
/// @param decimals digits after the point; without meaning for [Style#SHORTEST]
public record Form(double unit, Style style, int decimals) {
    public static final double NS = 1;
    public static final double MS = 1e6;
    public static final double S = 1e9;
    public static final double PLAIN = 1;
    public static final double PERCENT = 0.01;

    /// Beyond these powers of ten, Python's shortest form of a double has an exponent.
    private static final double LEAST_PLAIN = 1e-4;

    private static final double MOST_PLAIN = 1e16;
    private static final int KEPT_DECIMALS = 4;

    /// Which digits.
    public enum Style {
        /// So many decimals, zeros included.
        FIXED,
        /// The same, thousands set apart by commas; what is infinite is not available.
        GROUPED,
        /// At most so many decimals of the four that are kept, no zeros at the end; a dash for what is no number.
        TRIMMED,
        /// Fixed, with a percent sign.
        PERCENT_SIGN,
        /// Cut off towards zero.
        CUT,
        /// So many digits before and after the point together, no zeros at the end, as C++ writes by default.
        SIGNIFICANT,
        /// As [#SHORTEST], but whole numbers without a point.
        SHORTEST_NUMBER,
        /// The fewest digits that tell a double from its neighbours, as Python writes them.
        SHORTEST
    }

    public static Form fixed(double unit, int decimals) {
        return new Form(unit, Style.FIXED, decimals);
    }

    /// A share in percent, with the sign.
    public static Form percent(int decimals) {
        return new Form(PERCENT, Style.PERCENT_SIGN, decimals);
    }

    public static Form grouped(double unit, int decimals) {
        return new Form(unit, Style.GROUPED, decimals);
    }

    public static Form trimmed(double unit, int decimals) {
        return new Form(unit, Style.TRIMMED, decimals);
    }

    public static Form shortest(double unit) {
        return new Form(unit, Style.SHORTEST, 0);
    }

    /// A value, in nanoseconds for times, as the tool would print it.
    public String write(double value) {
        double scaled = value / unit;
        if (!Double.isFinite(scaled)) {
            return notFinite(scaled);
        }
        return switch (style) {
            case FIXED -> rounded(scaled).toPlainString();
            case PERCENT_SIGN -> rounded(scaled).toPlainString() + "%";
            case SIGNIFICANT -> significant(scaled);
            case CUT ->
                new BigDecimal(scaled).setScale(decimals, RoundingMode.DOWN).toPlainString();
            case GROUPED -> String.format(Locale.ROOT, "%,." + decimals + "f", rounded(scaled));
            case TRIMMED -> {
                BigDecimal trimmed = new BigDecimal(scaled)
                        .setScale(KEPT_DECIMALS, RoundingMode.HALF_EVEN)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .stripTrailingZeros();
                yield trimmed.setScale(Math.max(trimmed.scale(), 0), RoundingMode.UNNECESSARY)
                        .toPlainString();
            }
            case SHORTEST -> shortestDigits(scaled);
            case SHORTEST_NUMBER -> shortestDigits(scaled).replaceFirst("\\.0$", "");
        };
    }

    private String notFinite(double scaled) {
        return switch (style) {
            case GROUPED -> "N/A";
            case TRIMMED -> "—";
            case FIXED, PERCENT_SIGN, CUT, SIGNIFICANT, SHORTEST, SHORTEST_NUMBER ->
                Double.isNaN(scaled) ? "nan" : scaled > 0 ? "inf" : "-inf";
        };
    }

    /// Without the exponent that very large and very small numbers would have there.
    private String significant(double scaled) {
        BigDecimal digits = new BigDecimal(scaled).round(new MathContext(decimals, RoundingMode.HALF_EVEN));
        return digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
    }

    /// The exact value of the double decides, as it does in C and Python.
    private BigDecimal rounded(double scaled) {
        return new BigDecimal(scaled).setScale(decimals, RoundingMode.HALF_EVEN);
    }

    private static String shortestDigits(double scaled) {
        BigDecimal exact = new BigDecimal(Double.toString(scaled)).stripTrailingZeros();
        double size = Math.abs(scaled);
        if (size != 0 && (size < LEAST_PLAIN || size >= MOST_PLAIN)) {
            int exponent = exact.precision() - exact.scale() - 1;
            return exact.movePointLeft(exponent).toPlainString()
                    + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
        }
        return exact.setScale(Math.max(exact.scale(), 1), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
