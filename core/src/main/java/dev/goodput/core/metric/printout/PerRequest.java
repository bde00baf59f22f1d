package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.Quantity;

/// A value of one request, worked out from others.
public sealed interface PerRequest {

    /// A quantity that is one number a request.
    record Is(Quantity quantity) implements PerRequest {}

    record Plus(PerRequest left, PerRequest right) implements PerRequest {}

    record Minus(PerRequest left, PerRequest right) implements PerRequest {}

    /// So much a second of a time; none where the time is 0.
    record PerSecondOf(PerRequest amount, PerRequest time) implements PerRequest {}

    /// Tokens after the first for each gap between chunks, of answers that have more than one.
    record TokensPerGap() implements PerRequest {}

    /// Counts of tokens by who counted them.
    enum Tokens implements PerRequest {
        SERVER_PROMPT,
        SERVER_OUTPUT,
        SERVER_TOTAL
    }
}
