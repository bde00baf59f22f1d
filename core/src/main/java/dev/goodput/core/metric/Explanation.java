package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why two dialects give different values for the same run: the way from one to the other, one axis at a time, and how
/// far the number moved at each step.
///
/// Each step's `valueAfter` is the next step's `valueBefore`, the first `valueBefore` is the one value and the last
/// `valueAfter` the other, so the steps add up to the whole difference exactly. The choices of all steps together turn
/// the one value into the other; no step leaves the number where it is.
///
/// @param steps in an order chosen so that the story is short: the fewest axes that explain the difference, the largest
///     move first; empty where a value is refused
/// @param averages what each axis contributes over all orders; null unless asked for
public record Explanation(
        Dialect from,
        Dialect to,
        Answer fromValue,
        Answer toValue,
        List<Step> steps,
        @Nullable Averages averages) {

    /// One choice changed; or several together, where only together they lead to a number, or to another one.
    public record Step(List<Change> changes, double valueBefore, double valueAfter) {
        public Step {
            changes = List.copyOf(changes);
        }

        public double move() {
            return valueAfter - valueBefore;
        }
    }

    /// Another option on one axis.
    public record Change(Axis before, Axis after) {}

    public Explanation {
        steps = List.copyOf(steps);
        double value = fromValue.orNaN();
        for (Step step : steps) {
            if (step.valueBefore() != value) {
                throw new IllegalArgumentException("a step begins at " + step.valueBefore() + ", not at " + value);
            }
            value = step.valueAfter();
        }
        if (!steps.isEmpty() && value != toValue.orNaN()) {
            throw new IllegalArgumentException("the steps end at " + value + ", not at " + toValue.orNaN());
        }
    }

    /// @param maxMeasurements how many numbers may be computed to average over orders; 0 for no averages
    public static Explanation of(Dialect from, Dialect to, Measurements measurements, int maxMeasurements) {
        Answer fromValue = measurements.under(from);
        Answer toValue = measurements.under(to);
        if (!isNumber(fromValue) || !isNumber(toValue)) {
            return new Explanation(from, to, fromValue, toValue, List.of(), null);
        }
        Walk walk = new Walk(from, to, measurements);
        return new Explanation(
                from,
                to,
                fromValue,
                toValue,
                walk.steps(),
                maxMeasurements > 0 ? Averages.over(walk, maxMeasurements) : null);
    }

    private static boolean isNumber(Answer answer) {
        return Double.isFinite(answer.orNaN());
    }

    /// Whether both sides have a number.
    public boolean isAnswered() {
        return isNumber(fromValue) && isNumber(toValue);
    }

    /// How far the number moves from one dialect to the other; NaN where one has none.
    public double difference() {
        return toValue.orNaN() - fromValue.orNaN();
    }

    /// Axes on which the dialects differ and that are no step: with the steps taken, they do not move the number.
    public List<Class<? extends Axis>> withoutEffect() {
        List<Class<? extends Axis>> axes = new ArrayList<>(from.differencesFrom(to));
        for (Step step : steps) {
            step.changes().forEach(change -> axes.remove(change.before().getClass()));
        }
        return axes;
    }
}
