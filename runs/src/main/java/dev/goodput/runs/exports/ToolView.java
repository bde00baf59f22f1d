package dev.goodput.runs.exports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Fate;
import dev.goodput.core.metric.OutputStamps;
import dev.goodput.core.metric.PromptCount;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A run as one tool would report it: what of its numbers can be had, and why the rest cannot.
final class ToolView {
    private final Run run;
    private final Dialect dialect;
    private final DialectRun seen;
    private final Map<Quantity, String> refused = new EnumMap<>(Quantity.class);

    private ToolView(Run run, Dialect dialect) {
        this.run = run;
        this.dialect = dialect;
        this.seen = DialectRun.of(run, dialect);
        boolean someSucceeded = seen.count(Fate.SUCCESS) > 0;
        for (Quantity quantity : Quantity.values()) {
            if (seen.answer(quantity, Statistic.Simple.COUNT) instanceof Answer.Refused(String reason)
                    && someSucceeded) {
                refused.put(quantity, reason);
            }
        }
    }

    /// @throws ExportException when the run lacks the times that every file of the tool is about
    static ToolView of(Run run, ExportFormat format, String dialect) {
        ToolView view = new ToolView(run, Dialects.byId(dialect).orElseThrow());
        for (Quantity needed : List.of(Quantity.TTFT, Quantity.E2E)) {
            String reason = view.refused.get(needed);
            if (reason != null) {
                throw new ExportException(
                        "cannot be written as " + format.id() + ": it needs the " + needed.words() + ", and " + reason);
            }
        }
        return view;
    }

    Run run() {
        return run;
    }

    Manifest manifest() {
        return run.manifest();
    }

    Dialect dialect() {
        return dialect;
    }

    boolean has(Quantity quantity) {
        return !refused.containsKey(quantity);
    }

    /// What could not be had and why, in one line; empty when nothing.
    String refusals() {
        StringBuilder line = new StringBuilder();
        refused.forEach((quantity, reason) -> line.append(line.isEmpty() ? "" : "; ")
                .append(quantity.id())
                .append(": ")
                .append(reason));
        return line.toString();
    }

    String model() {
        Manifest.Endpoint endpoint = manifest().endpoint();
        return endpoint == null ? "unknown" : endpoint.model();
    }

    String api() {
        Manifest.Endpoint endpoint = manifest().endpoint();
        return endpoint == null ? "unknown" : endpoint.api();
    }

    /// Nanoseconds for times; NaN when it cannot be had.
    double value(Quantity quantity, Statistic statistic) {
        return seen.answer(quantity, statistic).orNaN();
    }

    double value(RunQuantity quantity) {
        return seen.answer(quantity).orNaN();
    }

    boolean isEmpty(Quantity quantity) {
        return !has(quantity) || seen.sample(quantity).isEmpty();
    }

    /// The numbers of one request.
    ///
    /// @param gapsNs between output chunks
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Row(RequestTrace trace, Fate fate, Reading reading, double[] gapsNs, int promptTokens) {
        boolean succeeded() {
            return fate == Fate.SUCCESS;
        }

        boolean hadOutput() {
            return !Double.isNaN(reading.ttftNs());
        }

        String error() {
            return trace.outcome() instanceof Outcome.Failed failed
                    ? failed.category().words() + (failed.message().isEmpty() ? "" : ": " + failed.message())
                    : "";
        }
    }

    /// In the order of the schedule, without those that the tool forgets.
    List<Row> rows() {
        return run.traces().stream()
                .map(this::row)
                .filter(row -> row.fate != Fate.LOST)
                .toList();
    }

    private Row row(RequestTrace trace) {
        double[] stampsNs = OutputStamps.of(trace, dialect);
        double[] gapsNs = new double[Math.max(stampsNs.length - 1, 0)];
        for (int i = 0; i < gapsNs.length; i++) {
            gapsNs[i] = stampsNs[i + 1] - stampsNs[i];
        }
        return new Row(
                trace,
                Fate.of(trace, dialect),
                Reading.of(trace, dialect),
                gapsNs,
                PromptCount.of(trace, dialect.on(PromptTokens.class)));
    }
}
