package dev.goodput.core.slo;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.List;

/// One request as an SLO looks at it: what was recorded, what that comes to, and how much of it can be trusted
/// to be there.
///
/// @param reading the request's numbers under `dialect`
/// @param dialect the definitions in force, see [Dialects#ownFor]
/// @param events how much of the stream the trace holds
public record Observation(RequestTrace trace, Reading reading, Dialect dialect, Coverage.Events events) {

    /// A request of a run of our own, which holds everything.
    public static Observation of(RequestTrace trace, Reading reading) {
        return new Observation(trace, reading, Dialect.GOODPUT, Coverage.Events.ALL);
    }

    /// The completed requests of a run, with their numbers under the run's own dialect.
    static List<Observation> ofCompleted(Run run) {
        Coverage coverage = run.manifest().coverage();
        Dialect dialect = Dialects.ownFor(coverage);
        return run.traces().stream()
                .filter(RequestTrace::isCompleted)
                .map(trace -> new Observation(trace, Reading.of(trace, dialect), dialect, coverage.events()))
                .toList();
    }

    /// Whether the trace holds every output chunk with its time of arrival.
    public boolean keepsChunks() {
        return switch (events) {
            case ALL, OUTPUT_CHUNKS -> trace.chunks().unstamped() == 0;
            case FIRST_AND_LAST, FIRST_AND_END, NONE -> false;
        };
    }

    /// The moment from which times count.
    double zeroNs() {
        return Reading.zeroNs(trace.timeline(), dialect.on(TimeZero.class));
    }
}
