package dev.goodput.engine.workload;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// A random length or time. A draw takes one random number, never more or fewer, so that another
/// distribution here leaves all other draws as they were.
sealed interface Variate {
    /// Longer than any context there is.
    int MAX_TOKENS = 10_000_000;

    /// The value for a rank: over ranks that are uniform from 0 to 1 the values have the distribution.
    ///
    /// @param rank from 0, below 1
    double value(double rank);

    /// The mean of the lengths that [#tokens(double)] gives, nearly.
    default double meanTokens() {
        int points = 10_000;
        return IntStream.range(0, points)
                        .mapToDouble(i -> tokens((i + 0.5) / points))
                        .sum()
                / points;
    }

    /// A length: whole tokens, at least 1.
    default int tokens(double rank) {
        return Math.clamp(Math.round(value(rank)), 1, MAX_TOKENS);
    }

    /// A time in nanoseconds, at least 0.
    default long nanos(double rank) {
        return Math.max(0, Math.round(value(rank)));
    }

    /// Always the same.
    record Constant(double value) implements Variate {
        @Override
        public double value(double rank) {
            return value;
        }
    }

    /// Every value of a range alike.
    record Uniform(double min, double max) implements Variate {
        @Override
        public double value(double rank) {
            return min + (max - min) * rank;
        }
    }

    /// Normal.
    record Normal(double mean, double sd) implements Variate {
        private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

        @Override
        public double value(double rank) {
            return mean + sd * STANDARD.inverseCumulativeProbability(rank);
        }
    }

    /// The exponential of a normal variate.
    record LogNormal(Normal logarithm) implements Variate {
        /// The one with these quantiles.
        static LogNormal ofQuantiles(double p50, double p99) {
            double sigma = Math.log(p99 / p50) / Normal.STANDARD.inverseCumulativeProbability(0.99);
            return new LogNormal(new Normal(Math.log(p50), sigma));
        }

        /// The one with this mean and standard deviation.
        static LogNormal ofMoments(double mean, double sd) {
            double variance = Math.log1p(sd * sd / (mean * mean));
            return new LogNormal(new Normal(Math.log(mean) - variance / 2, Math.sqrt(variance)));
        }

        @Override
        public double value(double rank) {
            return Math.exp(logarithm.value(rank));
        }
    }

    /// Exponential.
    record Exponential(double mean) implements Variate {
        @Override
        public double value(double rank) {
            return -mean * Math.log1p(-rank);
        }
    }

    /// One of several, each with its share.
    ///
    /// @param parts whose shares add up to 1
    record Mixture(List<Part> parts) implements Variate {
        /// One of them.
        record Part(double share, Variate variate) {}

        public Mixture {
            parts = List.copyOf(parts);
            Shares.requireWhole(parts.stream().mapToDouble(Part::share));
        }

        @Override
        public double value(double rank) {
            double below = 0;
            for (Part part : parts) {
                if (rank < below + part.share) {
                    return part.variate.value((rank - below) / part.share);
                }
                below += part.share;
            }
            return parts.getLast().variate.value(Math.nextDown(1.0));
        }
    }

    /// Another one, cut where it would be larger.
    record AtMost(Variate variate, double max) implements Variate {
        @Override
        public double value(double rank) {
            return Math.min(max, variate.value(rank));
        }
    }
}
