package dev.goodput.engine.workload;

import dev.goodput.core.slo.Units;
import dev.goodput.engine.RandomStream;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/// Requests as they were recorded; the time of the first is 0.
final class RecordedWorkload implements Workload {
    private static final long SECOND_NS = 1_000_000_000L;

    private final String description;
    private final List<TraceRow> rows;
    private final boolean timed;
    private final long[] timesNs;
    private final long tickNs;

    /// @param rows at least one, in the order of their times
    /// @param timed whether they have times
    /// @param failed requests of the file that have no answer and are left out
    RecordedWorkload(String name, String title, List<TraceRow> rows, boolean timed, long failed) {
        this.rows = rows;
        this.timed = timed;
        long firstNs = rows.getFirst().atNs();
        timesNs = rows.stream().mapToLong(row -> row.atNs() - firstNs).toArray();
        tickNs = Ticks.tickNs(timesNs);
        description = describe(name, title, failed);
    }

    @Override
    public boolean isEndless() {
        return false;
    }

    private String describe(String name, String title, long failed) {
        StringBuilder line = new StringBuilder(Plain.text(name)).append(": ").append(rows.size());
        line.append(" requests (").append(title).append(")");
        if (timed) {
            line.append(" over ").append(seconds(timesNs[timesNs.length - 1])).append("s");
        }
        line.append(", prompts ").append(mean(rows.stream().mapToInt(TraceRow::promptTokens)));
        line.append(" tokens in the mean, answers ").append(mean(rows.stream().mapToInt(TraceRow::outputTokens)));
        if (tickNs > 0) {
            line.append("; recorded in steps of ").append(Units.format(tickNs));
            line.append(", inside which the seed spreads them");
        }
        if (failed > 0) {
            line.append("; ").append(failed).append(" that failed are left out");
        }
        return line.toString();
    }

    private static long mean(IntStream tokens) {
        return Math.round(tokens.average().orElse(0));
    }

    private static long seconds(long ns) {
        return Math.round((double) ns / SECOND_NS);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Iterator<WorkloadRequest> requests(long seed) {
        long[] dueNs = tickNs == 0 ? timesNs : Ticks.spread(timesNs, tickNs, RandomStream.RECORDED_TICKS.from(seed));
        return IntStream.range(0, rows.size())
                .mapToObj(i -> request(i, dueNs[i]))
                .iterator();
    }

    private WorkloadRequest request(int index, long dueNs) {
        TraceRow row = rows.get(index);
        List<Span> spans = new ArrayList<>(row.prefix());
        int own = row.promptTokens() - spans.stream().mapToInt(Span::tokens).sum();
        // Even contents are callers' texts, odd ones answers, and negative ones are shared.
        if (own > 0) {
            spans.add(new Span(2L * index, own));
        }
        EngineRequest request = new EngineRequest(
                new Prompt(spans), row.promptTokens(), row.outputTokens(), row.outputTokens(), 2L * index + 1, 0);
        return new WorkloadRequest(index, request, row.requestClass(), timed ? new At(dueNs) : new WhenFree());
    }
}
