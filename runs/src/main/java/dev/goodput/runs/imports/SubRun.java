package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.function.Predicate;

/// Part of a run: what a tool takes some of its numbers of.
final class SubRun {
    private SubRun() {}

    static DialectRun of(DialectRun seen, Predicate<RequestTrace> kept) {
        return of(seen, seen.dialect(), kept);
    }

    static DialectRun of(DialectRun seen, Dialect dialect, Predicate<RequestTrace> kept) {
        Run run = seen.run();
        return DialectRun.of(
                new Run(run.manifest(), run.traces().stream().filter(kept).toList()), dialect);
    }
}
