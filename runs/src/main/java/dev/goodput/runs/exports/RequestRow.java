package dev.goodput.runs.exports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.OutputStamps;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.TokenSource;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One request of a run as a row of a table, under our own definitions as far as the run holds what they take.
///
/// Stamps count from the run's epoch, all times are nanoseconds, NaN where unknown; counts are -1 where unknown.
///
/// @param definitions id of the dialect whose definitions the values follow
/// @param ok whether the answer is whole
/// @param failure the category of the failure in lower case; null for a success
/// @param message what was said of the failure; hostile text
/// @param tokenSource where `outputTokens` came from; null when nobody counted
/// @param chunkNs when each output chunk arrived; null where the run keeps no chunks
@SuppressWarnings("ArrayRecordComponent") // a row to write, never compared
public record RequestRow(
        long index,
        String id,
        @Nullable String requestClass,
        String definitions,
        boolean ok,
        @Nullable String failure,
        int httpStatus,
        @Nullable String message,
        @Nullable String finishReason,
        double intendedStartNs,
        double startNs,
        double firstTokenNs,
        double lastTokenNs,
        double endNs,
        double ttftNs,
        double e2eNs,
        double tpotNs,
        double longestGapNs,
        int promptTokens,
        int outputTokens,
        int maxTokens,
        @Nullable String tokenSource,
        double @Nullable [] chunkNs) {

    /// The rows of a run, in the order of its schedule.
    public static List<RequestRow> of(Run run) {
        Coverage coverage = run.manifest().coverage();
        Dialect own = Dialects.ownFor(coverage);
        return run.traces().stream().map(trace -> of(trace, own, coverage)).toList();
    }

    private static RequestRow of(RequestTrace trace, Dialect own, Coverage coverage) {
        boolean keepsChunks =
                coverage.events() == Coverage.Events.ALL || coverage.events() == Coverage.Events.OUTPUT_CHUNKS;
        Reading reading = Reading.of(trace, own);
        Timeline timeline = trace.timeline();
        double[] chunkNs = OutputStamps.of(trace, own);
        Outcome.@Nullable Failed failed = trace.outcome() instanceof Outcome.Failed failure ? failure : null;
        boolean counted = reading.tokenSource() != TokenSource.NONE;
        return new RequestRow(
                trace.index(),
                trace.id(),
                trace.asked().requestClass(),
                own.id(),
                Fate.of(trace, own) == Fate.SUCCESS,
                failed == null ? null : failed.category().name().toLowerCase(Locale.ROOT),
                failed == null ? 0 : failed.httpStatus(),
                failed == null ? null : failed.message(),
                trace.outcome() instanceof Outcome.Completed completed ? completed.finishReason() : null,
                coverage.schedule() ? timeline.intendedStartNs() : Stamp.UNKNOWN,
                coverage.starts() ? timeline.startNs() : Stamp.UNKNOWN,
                chunkNs.length == 0 ? Stamp.UNKNOWN : chunkNs[0],
                chunkNs.length == 0 ? Stamp.UNKNOWN : chunkNs[chunkNs.length - 1],
                timeline.endNs(),
                reading.ttftNs(),
                reading.e2eNs(),
                reading.perTokenNs(),
                keepsChunks ? reading.longestGapNs() : Double.NaN,
                RunMetrics.promptTokens(trace),
                counted ? reading.outputTokens() : -1,
                trace.asked().maxOutputTokens(),
                counted ? reading.tokenSource().words() : null,
                keepsChunks ? chunkNs : null);
    }
}
