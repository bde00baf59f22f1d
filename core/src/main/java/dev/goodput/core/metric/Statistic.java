package dev.goodput.core.metric;

import java.util.Locale;

/// What is taken of a sample.
public sealed interface Statistic {

    /// Statistics without a parameter.
    enum Simple implements Statistic {
        MEAN,
        STD,
        MIN,
        MAX,
        SUM,
        /// Of values, or of weights where the dialect weighs.
        COUNT;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param perMille such as 990 for P99
    record Percentile(int perMille) implements Statistic {
        public Percentile {
            if (perMille < 0 || perMille > 1000) {
                throw new IllegalArgumentException("percentile outside 0 to 1000 per mille: " + perMille);
            }
        }

        @Override
        public String id() {
            return "p" + (perMille % 10 == 0 ? String.valueOf(perMille / 10) : String.valueOf(perMille / 10.0));
        }
    }

    /// Such as `mean` or `p99`.
    String id();

    static Statistic mean() {
        return Simple.MEAN;
    }

    static Statistic median() {
        return new Percentile(500);
    }

    /// @param percent such as 99 or 99.9
    static Statistic p(double percent) {
        return new Percentile((int) Math.round(percent * 10));
    }
}
