package dev.goodput.report;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Slo;
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
            if (constraint.condition() != null) {
                return none("the tool has no bounds that hold for some requests only: '" + constraint + "'");
            }
            Quantity quantity = switch (constraint.metric()) {
                case TTFT -> Quantity.TTFT;
                case TTAT -> Quantity.TTAT;
                // A tool whose ITL is another mean than its TPOT holds the bound against its ITL.
                case TPOT -> dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED ? Quantity.ITL : Quantity.TPOT;
                case E2E -> Quantity.E2E;
                case ITL_MAX -> Quantity.CHUNK_GAP;
            };
            if (quantity == Quantity.CHUNK_GAP) {
                return none("the tool has no bound on the longest gap: '" + constraint + "'");
            }
            boundsNs.merge(quantity, (double) constraint.limitNs(), Math::min);
        }
        return new GoodputBounds(boundsNs, "");
    }

    private static GoodputBounds none(String why) {
        return new GoodputBounds(Map.of(), why);
    }
}
