package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A quantity of one request that an SLO can bound. `toString` is how an SLO names it, parameters included.
public sealed interface Metric permits TimeMetric, OutputSpeed, DeadlineMetric, Underruns {

    /// What a value is counted in.
    enum Unit {
        /// Nanoseconds, written with a unit: `500ms`.
        TIME,
        /// 0 to 1, written as a percentage: `99%`.
        SHARE,
        /// Written as `20/s`.
        PER_SECOND,
        /// A whole number.
        COUNT;

        /// A value as it is written in an SLO.
        String text(BigDecimal value) {
            return switch (this) {
                case TIME -> Units.format(value.longValueExact());
                case SHARE -> Units.percent(value);
                case PER_SECOND -> value.toPlainString() + "/s";
                case COUNT -> value.toPlainString();
            };
        }
    }

    /// Which side of its limit is good.
    enum Direction {
        AT_MOST("<="),
        AT_LEAST(">=");

        private final String sign;

        Direction(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }

    /// The name without parameters, such as `ttft`.
    String id();

    /// What it is, in words.
    String words();

    Unit unit();

    Direction direction();

    /// The value for one request, NaN where the request has none or where it was not observed.
    double of(Observation request);

    /// Whether a completed request whose value is NaN rightly has none (a one-token answer has no TPOT). If not, the
    /// value was not observed.
    boolean mayLack(Observation completed);

    /// The best value that a request which was stopped half-way could still have come to; NaN where nothing is
    /// certain.
    ///
    /// @param waitedNs from the intended start to the stop, or NaN when that says nothing about the endpoint
    double atBest(Observation soFar, double waitedNs);

    /// The names of all metrics, parameters left out.
    static List<String> ids() {
        return Stream.concat(
                        Arrays.stream(TimeMetric.values()).map(TimeMetric::id),
                        Stream.of(OutputSpeed.ID, TokensOnTime.ID, Fluidity.ID, Underruns.ID))
                .toList();
    }
}
