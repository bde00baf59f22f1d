package dev.goodput.engine.workload;

import dev.goodput.engine.config.YamlMap;
import java.util.PrimitiveIterator;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/// When requests come, whatever becomes of those before them (open loop). The first comes at time 0.
sealed interface Arrivals {
    /// Endless times in nanoseconds, in order.
    PrimitiveIterator.OfLong timesNs(RandomGenerator random);

    /// Independent of each other: gaps are exponential.
    record Poisson(double perSecond) implements Arrivals {
        @Override
        public PrimitiveIterator.OfLong timesNs(RandomGenerator random) {
            return sums(() -> random.nextExponential() / perSecond);
        }
    }

    /// All gaps alike.
    record Constant(double perSecond) implements Arrivals {
        @Override
        public PrimitiveIterator.OfLong timesNs(RandomGenerator random) {
            return sums(() -> 1 / perSecond);
        }
    }

    /// Gaps of a Gamma distribution: burstier than Poisson where the coefficient of variation of the gaps
    /// is above 1, smoother below.
    record Gamma(double perSecond, double gapCv) implements Arrivals {
        @Override
        public PrimitiveIterator.OfLong timesNs(RandomGenerator random) {
            double shape = 1 / (gapCv * gapCv);
            UniformRandomProvider bits = random::nextLong;
            ContinuousDistribution.Sampler gaps =
                    GammaDistribution.of(shape, 1 / (shape * perSecond)).createSampler(bits);
            return sums(gaps::sample);
        }
    }

    /// Poisson during bursts, nothing in between.
    ///
    /// @param perSecond in the mean over bursts and pauses
    /// @param onNs how long a burst lasts; the first begins at time 0
    record Bursts(double perSecond, double onNs, double offNs) implements Arrivals {
        @Override
        public PrimitiveIterator.OfLong timesNs(RandomGenerator random) {
            PrimitiveIterator.OfLong within = new Poisson(perSecond * (onNs + offNs) / onNs).timesNs(random);
            return new PrimitiveIterator.OfLong() {
                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public long nextLong() {
                    long burstNs = within.nextLong();
                    return burstNs + Math.round(Math.floor((double) burstNs / onNs) * offNs);
                }
            };
        }
    }

    private static PrimitiveIterator.OfLong sums(DoubleSupplier gapSeconds) {
        return new PrimitiveIterator.OfLong() {
            private double seconds;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public long nextLong() {
                long ns = Math.round(seconds * 1e9);
                seconds += gapSeconds.getAsDouble();
                return ns;
            }
        };
    }

    /// Reads `poisson 8/s`, `constant 8/s`, `gamma 8/s cv 3` or `bursts 8/s on 10s off 30s`.
    ///
    /// @throws dev.goodput.engine.config.ConfigException when it is none of them
    static Arrivals read(YamlMap.Text text) {
        Matcher matcher = Pattern.compile("(poisson|constant|gamma|bursts) (\\S+?)( cv (\\S+)| on (\\S+) off (\\S+))?")
                .matcher(text.value());
        if (!matcher.matches()) {
            throw unknown(text);
        }
        double rate = Quantities.rate(text, matcher.group(2));
        return switch (matcher.group(1)) {
            case "poisson" -> plain(text, matcher, new Poisson(rate));
            case "constant" -> plain(text, matcher, new Constant(rate));
            case "gamma" -> {
                double cv = Quantities.number(text, given(text, matcher, 4));
                if (cv < 0.01 || cv > 100) {
                    throw text.error("must have a cv from 0.01 to 100");
                }
                yield new Gamma(rate, cv);
            }
            default -> {
                double onNs = Quantities.timeNs(text, given(text, matcher, 5));
                if (onNs < 1) {
                    throw text.error("must have bursts longer than 0s");
                }
                yield new Bursts(rate, onNs, Quantities.timeNs(text, given(text, matcher, 6)));
            }
        };
    }

    private static Arrivals plain(YamlMap.Text text, Matcher matcher, Arrivals arrivals) {
        if (matcher.group(3) != null) {
            throw unknown(text);
        }
        return arrivals;
    }

    private static String given(YamlMap.Text text, Matcher matcher, int group) {
        String word = matcher.group(group);
        if (word == null) {
            throw unknown(text);
        }
        return word;
    }

    private static RuntimeException unknown(YamlMap.Text text) {
        return text.error("is none of poisson 8/s, constant 8/s, gamma 8/s cv 3, bursts 8/s on 10s off 30s");
    }
}
