package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import java.util.function.Function;

/// How to recompute one of a tool's own aggregates from the run that was made of its file.
public sealed interface Recipe {

    /// A statistic of a per-request quantity under the tool's dialect.
    record Of(Quantity quantity, Statistic statistic) implements Recipe {}

    /// A number about the whole run under the tool's dialect.
    record Whole(RunQuantity quantity) implements Recipe {}

    /// Whatever else the tool computes. Gets the run under the tool's dialect; answers in nanoseconds for times.
    record Computed(Function<DialectRun, Answer> formula) implements Recipe {}

    /// A value that is left when larger ones cancel, such as a spread: equal up to the rounding of what cancelled.
    ///
    /// @param size how large that was
    record Cancelling(Recipe value, Recipe size) implements Recipe {}

    /// The file lacks what it takes; the reason is one sentence.
    record Impossible(String reason) implements Recipe {}
}
