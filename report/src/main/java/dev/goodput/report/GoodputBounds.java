package dev.goodput.report;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.DeadlineMetric;
import dev.goodput.core.slo.Metric;
import dev.goodput.core.slo.OutputSpeed;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.TimeMetric;
import dev.goodput.core.slo.Underruns;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// An objective in the words that other tools know: one upper bound a quantity, all of them always.
///
/// @param boundsNs empty where the objective cannot be said so
/// @param whyNone why there are none, in a sentence; empty where there are some
record GoodputBounds(Map<Quantity, Double> boundsNs, String whyNone) {

    static GoodputBounds of(Optional<Slo> slo, Dialect dialect) {
        if (slo.isEmpty()) {
            return none("it takes an objective: add --slo");
        }
        Map<Quantity, Double> boundsNs = new EnumMap<>(Quantity.class);
        for (Constraint constraint : slo.get().constraints()) {
            if (!constraint.conditions().isEmpty()) {
                return none("the tool has no bounds that hold for some requests only: '" + constraint + "'");
            }
            Optional<Quantity> quantity = quantity(constraint.metric(), dialect);
            if (quantity.isEmpty() || constraint.fixedNs().isEmpty()) {
                return none("the tool has no such bound: '" + constraint + "'");
            }
            boundsNs.merge(quantity.get(), (double) constraint.fixedNs().getAsLong(), Math::min);
        }
        return boundsNs.isEmpty()
                ? none("the tool has bounds on requests only, and the objective has none")
                : new GoodputBounds(boundsNs, "");
    }

    private static Optional<Quantity> quantity(Metric metric, Dialect dialect) {
        return switch (metric) {
            case TimeMetric time ->
                switch (time) {
                    case TTFT -> Optional.of(Quantity.TTFT);
                    case TTAT -> Optional.of(Quantity.TTAT);
                    // A tool whose ITL is another mean than its TPOT holds the bound against its ITL.
                    case TPOT ->
                        Optional.of(dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED ? Quantity.ITL : Quantity.TPOT);
                    case E2E -> Optional.of(Quantity.E2E);
                    case ITL_MAX, ITL_P99, TIME_TO_FIRST_SENTENCE -> Optional.empty();
                };
            case OutputSpeed _, DeadlineMetric _, Underruns _ -> Optional.empty();
        };
    }

    private static GoodputBounds none(String why) {
        return new GoodputBounds(Map.of(), why);
    }
}
