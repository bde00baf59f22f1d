package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// One number of one run under many dialects. Dialects that agree on every axis the number consults are measured once.
/// Not thread-safe.
public final class Measurements {
    /// Axes that decide what becomes of one kind of failure.
    private static final Map<Class<? extends Axis>, FailureCategory> DECIDED = Map.of(
            InbandError.class, FailureCategory.ERROR_IN_STREAM,
            CutStream.class, FailureCategory.CUT,
            BrokenStream.class, FailureCategory.BROKEN,
            EmptyAnswer.class, FailureCategory.EMPTY);

    private final Run run;
    private final Measure measure;
    private final Set<Class<? extends Axis>> idle;
    /// By the choices that decide them; NaN where there is none.
    private final Map<List<Axis>, Double> numbers = new HashMap<>();

    /// Their reasons name the dialect.
    private final Map<Key, Answer> refusals = new HashMap<>();

    private record Key(String dialect, List<Axis> deciding) {}

    public Measurements(Run run, Measure measure) {
        this.run = run;
        this.measure = measure;
        this.idle = idleIn(run);
    }

    public Run run() {
        return run;
    }

    public Measure measure() {
        return measure;
    }

    /// The number, or why there is none.
    public Answer under(Dialect dialect) {
        List<Axis> deciding = deciding(dialect);
        double number = number(dialect, deciding);
        return Double.isNaN(number)
                ? refusals.computeIfAbsent(new Key(dialect.id(), deciding), _ -> measure.of(run, dialect))
                : new Answer.Value(number);
    }

    /// The number, or NaN.
    double numberUnder(Dialect dialect) {
        return number(dialect, deciding(dialect));
    }

    private double number(Dialect dialect, List<Axis> deciding) {
        return numbers.computeIfAbsent(deciding, _ -> measure.of(run, dialect).orNaN());
    }

    private List<Axis> deciding(Dialect dialect) {
        return consults(dialect).stream().<Axis>map(dialect::on).toList();
    }

    /// The axes on which the number can depend under a dialect, on this run, in the order of [Dialect#AXES].
    public List<Class<? extends Axis>> consults(Dialect dialect) {
        // A file of another tool holds less than everything; what is missing then depends on more axes.
        return run.manifest().coverage().events() == Coverage.Events.ALL
                ? measure.consults(dialect).stream()
                        .filter(axis -> !idle.contains(axis))
                        .toList()
                : Dialect.AXES;
    }

    /// Axes about failures that this run does not have.
    private static Set<Class<? extends Axis>> idleIn(Run run) {
        Set<FailureCategory> seen = EnumSet.noneOf(FailureCategory.class);
        for (RequestTrace trace : run.traces()) {
            if (trace.outcome() instanceof Outcome.Failed failed) {
                seen.add(failed.category());
            }
        }
        return DECIDED.entrySet().stream()
                .filter(entry -> !seen.contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
