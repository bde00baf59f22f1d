package dev.goodput.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// An axis of a picture. Values are in the unit that the axis shows.
///
/// @param words what it measures, with its unit
/// @param low first value shown; above 0 on a logarithmic axis
/// @param logarithmic whether equal ratios are equally far apart
public record Scale(String words, String unit, double low, double high, boolean logarithmic) {
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};
    private static final double[] OF_A_DECADE = {1, 2, 5};

    public Scale {
        if (!(low < high) || (logarithmic && !(low > 0))) {
            throw new IllegalArgumentException("no axis runs from " + low + " to " + high);
        }
    }

    public static Scale linear(String words, String unit, double low, double high) {
        return new Scale(words, unit, low, high, false);
    }

    public static Scale logarithmic(String words, String unit, double low, double high) {
        return new Scale(words, unit, low, high, true);
    }

    /// Where a value lies, from 0 at the low end to 1; what lies outside is at the end.
    double at(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
                : (value - low) / (high - low);
        return Math.clamp(share, 0, 1);
    }

    /// Round values within the axis.
    ///
    /// @param most about how many at most on a linear axis
    List<Double> ticks(int most) {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            boolean few = high / low > 200;
            for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high; decade *= 10) {
                for (double factor : OF_A_DECADE) {
                    double tick = decade * factor;
                    if (tick >= low * 0.999 && tick <= high * 1.001 && (!few || factor == 1)) {
                        ticks.add(tick);
                    }
                }
            }
            return ticks;
        }
        double step = step((high - low) / most);
        for (double i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            // Not −0.
            ticks.add(i * step + 0.0);
        }
        return ticks;
    }

    /// The smallest round distance that is at least this.
    static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : ROUND) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        throw new IllegalStateException("ten times its power of ten exceeds every number");
    }

    /// A value of [#ticks] with the unit.
    String text(double tick) {
        return number(tick) + unit;
    }

    /// A round value without needless digits.
    static String number(double value) {
        return Math.abs(value) < 1e-9
                ? "0"
                : BigDecimal.valueOf(value)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
