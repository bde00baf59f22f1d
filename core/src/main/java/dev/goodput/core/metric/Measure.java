package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.trace.Run;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One number that can be asked of a run under any dialect.
public sealed interface Measure {

    /// A statistic of a number that requests have.
    record OfRequests(Quantity quantity, Statistic statistic) implements Measure {}

    /// A number that the run as a whole has.
    record OfRun(RunQuantity quantity) implements Measure {}

    /// How many requests kept all bounds.
    ///
    /// @param boundsNs upper bounds in nanoseconds by quantity
    record Good(Form form, Map<Quantity, Double> boundsNs) implements Measure {
        /// The number that goodput is told as.
        public enum Form {
            SHARE,
            COUNT,
            RATE
        }

        public Good {
            if (boundsNs.isEmpty()) {
                throw new IllegalArgumentException("goodput needs at least one bound");
            }
            boundsNs = java.util.Collections.unmodifiableMap(new TreeMap<>(boundsNs));
        }
    }

    /// The number, or why there is none.
    default Answer of(Run run, Dialect dialect) {
        return switch (this) {
            case OfRequests(Quantity quantity, Statistic statistic) ->
                DialectRun.of(run, dialect).answer(quantity, statistic);
            case OfRun(RunQuantity quantity) -> DialectRun.of(run, dialect).answer(quantity);
            case Good good -> goodput(run, dialect, good);
        };
    }

    private static Answer goodput(Run run, Dialect dialect, Good good) {
        GoodputForm form = dialect.on(GoodputForm.class);
        boolean counts = switch (form) {
            case RATE, FRACTION, RATE_AND_FRACTION, MAX_RATE -> true;
            case PERCENTILE_LIMITS, AGGREGATE_GATE, NONE -> false;
        };
        if (!counts) {
            return new Answer.Refused("goodput " + form.words());
        }
        DialectRun seen = DialectRun.of(run, dialect);
        for (Quantity bounded : good.boundsNs().keySet()) {
            String obstacle = obstacleTo(run, dialect, bounded);
            if (obstacle != null) {
                return new Answer.Refused(obstacle);
            }
        }
        DialectGoodput goodput = DialectGoodput.of(seen, good.boundsNs());
        return switch (good.form()) {
            case SHARE -> goodput.share();
            case COUNT -> new Answer.Value(goodput.good());
            case RATE -> goodput.rate();
        };
    }

    /// A bound on ITL is held against the time per token of a request, unless the dialect has another mean for it.
    private static @Nullable String obstacleTo(Run run, Dialect dialect, Quantity bounded) {
        boolean isGapForTpot = bounded == Quantity.TPOT && dialect.on(GoodputTpot.class) == GoodputTpot.REQUEST_ITL;
        boolean isGapForItl = bounded == Quantity.ITL && dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED;
        if (isGapForTpot || isGapForItl) {
            return Obstacles.to(run, dialect.with(Itl.REQUEST_MEAN_WEIGHTED), Quantity.ITL);
        }
        return Obstacles.to(run, dialect, bounded == Quantity.ITL ? Quantity.TPOT : bounded);
    }

    /// The axes that the number consults under a dialect, in the order of [Dialect#AXES]. Exchanging the choice on any
    /// other axis never moves it.
    default List<Class<? extends Axis>> consults(Dialect dialect) {
        return switch (this) {
            case OfRequests(Quantity quantity, Statistic statistic) -> Consulted.by(dialect, quantity, statistic);
            case OfRun(RunQuantity quantity) -> Consulted.by(dialect, quantity);
            case Good good -> Consulted.by(dialect, good);
        };
    }

    /// Whether the number is a time, in nanoseconds.
    default boolean isTime() {
        return switch (this) {
            case OfRequests(Quantity quantity, Statistic statistic) ->
                quantity.isTime() && statistic != Statistic.Simple.COUNT;
            case OfRun(RunQuantity quantity) -> quantity == RunQuantity.DURATION;
            case Good _ -> false;
        };
    }
}
