package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.LoadCurves.Curve;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.Axis;
import java.util.List;

/// One number of a printout, by what it is a number of. [Figures] computes it for a run under a dialect.
public sealed interface Figure {

    /// A statistic of a per-request quantity.
    record Of(Quantity quantity, Statistic statistic) implements Figure {}

    /// The same, but not a number where no request has the quantity, whatever the dialect prints elsewhere.
    record OfAny(Quantity quantity, Statistic statistic) implements Figure {}

    /// Another figure under one other choice: tools measure a few numbers unlike the rest.
    record With(Axis choice, Figure figure) implements Figure {}

    /// A number about the whole run.
    record Whole(RunQuantity quantity) implements Figure {}

    /// A statistic of what is worked out for each request from its quantities.
    ///
    /// @param words what it is, for a refusal
    record Each(PerRequest value, Statistic statistic, String words) implements Figure {}

    /// Another figure over the dialect's window, in seconds.
    record PerSecond(Figure amount) implements Figure {}

    record Sum(List<Figure> parts) implements Figure {
        public Sum {
            parts = List.copyOf(parts);
        }
    }

    /// One figure over another; 0 where the other is 0.
    record Ratio(Figure part, Figure whole) implements Figure {}

    /// What a tool prints whatever the run was.
    record Constant(double value) implements Figure {}

    /// A statistic of the load over time.
    ///
    /// @param onlyActive leaves out the time in which no such work was under way
    record OverTime(Curve curve, boolean onlyActive, Statistic statistic) implements Figure {}

    /// A statistic of the time from the intended start of a request to its end, failed requests among them.
    record FromIntended(Statistic statistic) implements Figure {}

    /// Of the stretch in which nearly all slots were taken, see [dev.goodput.core.metric.SteadyState].
    enum Steady implements Figure {
        THRESHOLD,
        /// From the earliest start of a request; so is [#TO].
        FROM,
        TO,
        DURATION,
        PEAK,
        REQUESTS,
        STARTED,
        COMPLETED,
        REQUEST_RATE,
        /// Chunks a second.
        OUTPUT_RATE,
        INPUT_RATE,
        TOTAL_RATE
    }

    /// Another figure over the requests that started in that stretch.
    record StartedInSteadyState(Figure figure) implements Figure {}

    /// A number that no run of this product keeps what it takes for.
    record NotKept(String reason) implements Figure {}

    /// Goodput under the bounds that the user gave.
    enum Goodput implements Figure {
        /// Good requests a second.
        RATE,
        /// Good requests of those that the dialect counts.
        SHARE
    }

    /// The share of requests within one of the bounds alone.
    record Attainment(Quantity quantity) implements Figure {}

    /// What the run was asked to do.
    enum Setting implements Figure {
        CONCURRENCY,
        /// Requests a second; infinite where nothing but a cap held them back.
        REQUEST_RATE,
        /// The same, but -1 where nothing but a cap held them back.
        REQUEST_RATE_OR_MINUS_ONE,
        /// Requests a second that the schedule held.
        OFFERED_RATE,
        /// The same by the intended starts, whose last one is not counted.
        SCHEDULED_RATE,
        SCHEDULED_REQUESTS
    }

    /// The largest load, see [dev.goodput.core.metric.Peaks].
    enum Peak implements Figure {
        CHUNKS_PER_SECOND,
        REQUESTS_PER_SECOND,
        REQUESTS_IN_FLIGHT
    }
}
