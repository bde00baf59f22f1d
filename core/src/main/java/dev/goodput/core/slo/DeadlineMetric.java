package dev.goodput.core.slo;

/// A share of tokens by their deadlines: one for the first token and a pace for the others.
public sealed interface DeadlineMetric extends Metric permits TokensOnTime, Fluidity {
    /// Deadline of the first token, from the intended start.
    long firstNs();

    /// Time given to each further token.
    long paceNs();

    @Override
    default Unit unit() {
        return Unit.SHARE;
    }

    @Override
    default Direction direction() {
        return Direction.AT_LEAST;
    }

    @Override
    default boolean mayLack(Observation completed) {
        return false;
    }

    /// Tokens to come can still be on time, and there may be many of them.
    @Override
    default double atBest(Observation soFar, double waitedNs) {
        return Double.NaN;
    }

    /// As an SLO names it.
    default String text() {
        return id() + "(first=" + Units.format(firstNs()) + ", pace=" + Units.format(paceNs()) + ")";
    }
}
