package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What a run's requests looked like under our own dialect. Distributions are over completed requests, in nanoseconds;
/// what failed is counted beside them, never hidden in them.
///
/// @param dialect ours, or for an imported run the nearest to it that the file can answer
/// @param readings one a trace, in the order of the run's traces, from the intended start
/// @param ttft from the intended start; `ttftFromSend` from the moment the client turned to the request
/// @param itl gaps between output chunks, of all requests in one pool
/// @param tokenSources how many completed requests had their tokens counted by whom
public record RunMetrics(
        Dialect dialect,
        Counts counts,
        List<Reading> readings,
        Distribution ttft,
        Distribution ttftFromSend,
        Distribution tpot,
        Distribution itl,
        Distribution e2e,
        Distribution e2eFromSend,
        List<LengthBucket> e2eByLength,
        TtftSplit ttftSplit,
        Throughput throughput,
        List<PerTokenByTool> toolTrap,
        Map<TokenSource, Long> tokenSources) {

    /// Requests by fate. `scheduled` = `completed` + `failed`, always.
    ///
    /// @param failures failed requests by category
    public record Counts(long scheduled, long completed, long failed, Map<FailureCategory, Long> failures) {}

    /// E2E of completed requests whose output length lies in `(previous bound, maxTokens]`.
    ///
    /// @param label such as `101–300 tokens`
    public record LengthBucket(String label, int maxTokens, Distribution e2e) {}

    /// TTFT in the parts that a client can see. The parts of one request add up to its TTFT.
    ///
    /// @param slot waiting for the schedule's turn and a free slot
    /// @param connect opening a connection (name, TCP, TLS); 0 on a reused one
    /// @param send handing the request to the kernel
    /// @param head from the last byte sent to the response head
    /// @param firstToken from the response head to the first token
    public record TtftSplit(
            Distribution slot, Distribution connect, Distribution send, Distribution head, Distribution firstToken) {}

    /// Rates over the whole window of the run.
    public record Throughput(
            double windowSeconds, long outputTokens, double outputTokensPerSecond, double requestsPerSecond) {}

    /// What another tool would say of the time between tokens of this very run.
    ///
    /// @param calls the tool's own name for it
    public record PerTokenByTool(Dialect dialect, String calls, Distribution perToken) {}

    /// The upper ends of the output-length buckets, in tokens.
    private static final int[] LENGTH_BOUNDS = {100, 300, 500, Integer.MAX_VALUE};

    /// The run under our own dialect, as far as what the run holds allows; [#dialect] says what it came to.
    public static RunMetrics of(Run run) {
        Dialect dialect = Dialects.ownFor(run.manifest().coverage());
        Dialect fromSend =
                dialect.on(TimeZero.class) == TimeZero.SCHEDULE ? dialect.with(TimeZero.PRE_REQUEST) : dialect;
        List<RequestTrace> traces = run.traces();
        List<Reading> readings =
                traces.stream().map(trace -> Reading.of(trace, dialect)).toList();
        List<RequestTrace> completed =
                traces.stream().filter(RequestTrace::isCompleted).toList();
        List<Reading> good = IntStream.range(0, traces.size())
                .filter(i -> traces.get(i).isCompleted())
                .mapToObj(readings::get)
                .toList();
        List<Reading> goodFromSend =
                completed.stream().map(trace -> Reading.of(trace, fromSend)).toList();
        return new RunMetrics(
                dialect,
                counts(run),
                readings,
                distribution(good, Reading::ttftNs),
                distribution(goodFromSend, Reading::ttftNs),
                distribution(good, Reading::perTokenNs),
                gaps(completed),
                distribution(good, Reading::e2eNs),
                distribution(goodFromSend, Reading::e2eNs),
                byLength(good),
                split(completed),
                throughput(run, readings),
                List.of(
                        trap(completed, Dialects.genaiPerf(), "inter_token_latency"),
                        trap(completed, Dialects.llmperf(), "inter_token_latency_s")),
                tokenSources(good));
    }

    private static Counts counts(Run run) {
        Map<FailureCategory, Long> failures = new EnumMap<>(FailureCategory.class);
        long completed = 0;
        for (RequestTrace trace : run.traces()) {
            switch (trace.outcome()) {
                case Outcome.Completed _ -> completed++;
                case Outcome.Failed failed -> failures.merge(failed.category(), 1L, Long::sum);
            }
        }
        long scheduled = run.scheduledRequests();
        long unrecorded = scheduled - run.traces().size();
        if (unrecorded > 0) {
            failures.merge(FailureCategory.NOT_SENT, unrecorded, Long::sum);
        }
        return new Counts(scheduled, completed, scheduled - completed, failures);
    }

    private static Distribution distribution(List<Reading> readings, ToDoubleFunction<Reading> value) {
        return Distribution.of(readings.stream().mapToDouble(value));
    }

    /// The gaps between successive output chunks of one answer, of all answers; chunks that came in one read have a gap
    /// of 0. Counted first, then filled in: there can be hundreds of millions.
    private static Distribution gaps(List<RequestTrace> completed) {
        long count = 0;
        for (RequestTrace trace : completed) {
            Chunks chunks = trace.chunks();
            long outputs = 0;
            for (int i = 0; i < chunks.size(); i++) {
                outputs += chunks.isOutput(i) ? 1 : 0;
            }
            count += Math.max(outputs - 1, 0);
        }
        double[] gaps = new double[Math.toIntExact(count)];
        int filled = 0;
        for (RequestTrace trace : completed) {
            Chunks chunks = trace.chunks();
            int previous = -1;
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.isOutput(i)) {
                    if (previous >= 0) {
                        gaps[filled++] = chunks.arrivalNs(i) - chunks.arrivalNs(previous);
                    }
                    previous = i;
                }
            }
        }
        return Distribution.owning(gaps);
    }

    private static List<LengthBucket> byLength(List<Reading> completed) {
        List<LengthBucket> buckets = new ArrayList<>();
        int above = 0;
        for (int bound : LENGTH_BOUNDS) {
            int low = above;
            String label = bound == Integer.MAX_VALUE ? "> " + low + " tokens" : (low + 1) + "–" + bound + " tokens";
            Distribution e2e = Distribution.of(completed.stream()
                    .filter(reading -> reading.outputTokens() > low && reading.outputTokens() <= bound)
                    .mapToDouble(Reading::e2eNs));
            buckets.add(new LengthBucket(label, bound, e2e));
            above = bound;
        }
        return buckets;
    }

    private static TtftSplit split(List<RequestTrace> completed) {
        return new TtftSplit(
                part(
                        completed,
                        t -> Stamp.between(
                                t.timeline().intendedStartNs(), t.timeline().startNs())),
                part(
                        completed,
                        t -> Stamp.between(t.timeline().startNs(), t.timeline().sendStartNs())),
                part(
                        completed,
                        t -> Stamp.between(
                                t.timeline().sendStartNs(), t.timeline().sendEndNs())),
                part(
                        completed,
                        t -> Stamp.between(
                                t.timeline().sendEndNs(), t.timeline().headNs())),
                part(completed, t -> Stamp.between(t.timeline().headNs(), firstOutputNs(t.chunks()))));
    }

    private static Distribution part(List<RequestTrace> traces, ToDoubleFunction<RequestTrace> part) {
        return Distribution.of(traces.stream().mapToDouble(part));
    }

    private static double firstOutputNs(Chunks chunks) {
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.isOutput(i)) {
                return chunks.arrivalNs(i);
            }
        }
        return Stamp.UNKNOWN;
    }

    /// Tokens of failed answers were generated and received too, so they count here; requests per second count
    /// completed ones only.
    private static Throughput throughput(Run run, List<Reading> readings) {
        double seconds = windowNs(run) / 1e9;
        long tokens = readings.stream().mapToLong(Reading::outputTokens).sum();
        long completed = run.traces().stream().filter(RequestTrace::isCompleted).count();
        return new Throughput(
                seconds, tokens, seconds > 0 ? tokens / seconds : 0, seconds > 0 ? completed / seconds : 0);
    }

    /// From the run's epoch to its end; for a run that did not live to write its end, to the last thing it recorded.
    private static double windowNs(Run run) {
        if (run.manifest().windowNs() > 0) {
            return run.manifest().windowNs();
        }
        return run.traces().stream()
                .mapToDouble(trace -> trace.timeline().endNs())
                .filter(Stamp::isKnown)
                .max()
                .orElse(0);
    }

    private static PerTokenByTool trap(List<RequestTrace> completed, Dialect dialect, String calls) {
        return new PerTokenByTool(
                dialect,
                calls,
                Distribution.of(completed.stream()
                        .mapToDouble(trace -> Reading.of(trace, dialect).perTokenNs())));
    }

    private static Map<TokenSource, Long> tokenSources(List<Reading> completed) {
        Map<TokenSource, Long> sources = new EnumMap<>(TokenSource.class);
        completed.forEach(reading -> sources.merge(reading.tokenSource(), 1L, Long::sum));
        return sources;
    }

    /// Prompt tokens of a request by the server's count, else by the client's.
    public static int promptTokens(RequestTrace trace) {
        return PromptCount.of(trace, PromptTokens.SERVER_ELSE_CLIENT);
    }
}
