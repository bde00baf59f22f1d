package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import dev.goodput.core.stat.TimeWeighted;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// A run seen through a dialect: every number that the dialect's tool would show, or why it cannot be had.
///
/// Everything is asked of axes; which tool the dialect imitates is not known here.
public final class DialectRun {
    private final Run run;
    private final Dialect dialect;
    private final List<Request> requests;
    /// Many statistics are asked of each quantity, and sorting is what they cost.
    private final Map<Quantity, Sample> samples = new EnumMap<>(Quantity.class);

    private @Nullable LoadCurves curves;
    private SteadyState.@Nullable Found steadyState;
    private final Map<Drawn, TimeWeighted> overTime = new HashMap<>();

    private record Drawn(LoadCurves.Curve curve, boolean onlyActive) {}

    /// @param outputs the chunks that are output under the dialect
    /// @param zeroNs when the dialect's watch starts
    record Request(RequestTrace trace, Fate fate, Outputs outputs, double zeroNs, Reading reading) {}

    private DialectRun(Run run, Dialect dialect, List<Request> requests) {
        this.run = run;
        this.dialect = dialect;
        this.requests = requests;
    }

    public static DialectRun of(Run run, Dialect dialect) {
        FirstToken rule = dialect.on(FirstToken.class);
        List<Request> requests = new ArrayList<>(run.traces().size());
        for (RequestTrace trace : run.traces()) {
            Outputs outputs = Outputs.of(trace.chunks(), rule);
            Reading reading = Reading.of(trace, dialect, outputs);
            Fate fate = Fate.of(trace, dialect);
            boolean dropped = fate == Fate.SUCCESS
                    && dialect.on(OneToken.class) == OneToken.DROPPED
                    && reading.outputTokens() <= 1;
            double zeroNs = Reading.zeroNs(trace.timeline(), dialect.on(TimeZero.class));
            requests.add(new Request(trace, dropped ? Fate.LOST : fate, outputs, zeroNs, reading));
        }
        return new DialectRun(run, dialect, requests);
    }

    public Run run() {
        return run;
    }

    public Dialect dialect() {
        return dialect;
    }

    List<Request> requests() {
        return requests;
    }

    public long count(Fate fate) {
        return requests.stream().filter(request -> request.fate() == fate).count();
    }

    /// A statistic of a per-request quantity.
    public Answer answer(Quantity quantity, Statistic statistic) {
        String obstacle = Obstacles.to(run, dialect, quantity);
        return obstacle == null
                ? answer(sample(quantity, statistic), statistic, quantity.words())
                : new Answer.Refused(obstacle);
    }

    /// A statistic of other values, estimated as the dialect estimates its own.
    ///
    /// @param values in any order; those that are NaN are left out
    /// @param words what the values are, for a refusal
    public Answer answer(double[] values, Statistic statistic, String words) {
        return answer(Sample.of(values, count(Fate.FAILURE)), statistic, words);
    }

    /// A statistic, as the dialect takes it, of values that a tool keeps beside the quantities.
    ///
    /// @param words what the values are, for a refusal
    public Answer answer(Sample sample, Statistic statistic, String words) {
        if (statistic == Statistic.Simple.COUNT) {
            return new Answer.Value(sample.weight());
        }
        if (sample.isEmpty()) {
            boolean zeroPrinted = dialect.on(OneToken.class) == OneToken.ABSENT_ZERO_PRINTED;
            return zeroPrinted
                    ? new Answer.Value(0)
                    : new Answer.Refused("no request has a " + words + " under " + dialect.id());
        }
        double value = switch (statistic) {
            case Statistic.Simple simple -> simple(sample, simple);
            case Statistic.Percentile(int perMille) -> sample.percentile(perMille, dialect.on(Percentile.class));
        };
        return Double.isNaN(value)
                ? new Answer.Refused(dialect.id() + " does not give a " + statistic.id() + " of " + words)
                : new Answer.Value(value);
    }

    /// A number about the whole run.
    public Answer answer(RunQuantity quantity) {
        String obstacle = switch (quantity) {
            case OUTPUT_TOKENS_TOTAL, OUTPUT_TOKEN_RATE -> Obstacles.outputCounts(run);
            case INPUT_TOKENS_TOTAL -> Obstacles.inputCounts(run, dialect);
            case TOTAL_TOKEN_RATE ->
                Obstacles.outputCounts(run) == null ? Obstacles.inputCounts(run, dialect) : Obstacles.outputCounts(run);
            case CONCURRENCY -> Obstacles.to(run, dialect, Quantity.E2E);
            case DURATION, COMPLETED, FAILED, REQUEST_RATE -> null;
        };
        return obstacle == null ? unobstructed(quantity) : new Answer.Refused(obstacle);
    }

    private Answer unobstructed(RunQuantity quantity) {
        return switch (quantity) {
            case DURATION -> Windows.of(this);
            case COMPLETED -> new Answer.Value(completed());
            case FAILED -> new Answer.Value(count(Fate.FAILURE));
            case REQUEST_RATE -> rate(completed() - (isLastIssued() ? 1 : 0));
            case OUTPUT_TOKENS_TOTAL -> new Answer.Value(outputTokens());
            case INPUT_TOKENS_TOTAL -> new Answer.Value(inputTokens());
            case OUTPUT_TOKEN_RATE -> rate(outputTokens());
            case TOTAL_TOKEN_RATE -> rate(outputTokens() + inputTokens());
            case CONCURRENCY -> perNs(sample(Quantity.E2E).sum());
        };
    }

    /// Where failures are counted twice, those that came to an end are among the completed.
    private long completed() {
        boolean twice = dialect.on(FailuresInLatency.class) == FailuresInLatency.COUNTED_TWICE;
        return requests.stream()
                .filter(request -> request.fate() == Fate.SUCCESS
                        || (twice
                                && request.fate() == Fate.FAILURE
                                && Stamp.isKnown(request.trace().timeline().endNs())))
                .count();
    }

    /// Tools that divide by the completion of the last request issued leave that request out of the numerator.
    private boolean isLastIssued() {
        return dialect.on(Window.class) == Window.LAST_ISSUED;
    }

    private long outputTokens() {
        return requests.stream()
                .filter(request -> request.fate() == Fate.SUCCESS)
                .mapToLong(request -> request.reading().outputTokens())
                .sum();
    }

    private long inputTokens() {
        return requests.stream()
                .filter(request -> request.fate() == Fate.SUCCESS)
                .mapToLong(request -> Math.max(promptCount(request), 0))
                .sum();
    }

    /// A count per second of the dialect's window.
    Answer rate(double count) {
        return perNs(count * 1e9);
    }

    private Answer perNs(double amount) {
        return switch (Windows.of(this)) {
            case Answer.Value window -> new Answer.Value(amount / window.value());
            case Answer.Refused refused -> refused;
        };
    }

    private double simple(Sample sample, Statistic.Simple statistic) {
        return switch (statistic) {
            case MEAN -> sample.mean();
            case STD -> sample.std(dialect.on(StdDev.class));
            case MIN -> sample.value(0);
            case MAX -> sample.value(sample.count() - 1);
            case SUM -> sample.sum();
            case COUNT -> sample.weight();
        };
    }

    /// The values that a statistic of a quantity is taken of.
    public Sample sample(Quantity quantity, Statistic statistic) {
        boolean withoutZeros = quantity == Quantity.TPOT
                && statistic instanceof Statistic.Percentile
                && dialect.on(Zeros.class) == Zeros.NOT_IN_TPOT_PERCENTILES;
        return withoutZeros ? sample(quantity).withoutZeros() : sample(quantity);
    }

    /// The values of a quantity that enter the dialect's statistics.
    public Sample sample(Quantity quantity) {
        return samples.computeIfAbsent(quantity, this::collected);
    }

    private Sample collected(Quantity quantity) {
        List<Request> counted = requests.stream().filter(this::isInLatency).toList();
        long failed = count(Fate.FAILURE);
        return switch (quantity) {
            case ITL -> pooled(counted, failed);
            case CHUNK_GAP ->
                Sample.of(
                        counted.stream()
                                .flatMapToDouble(r -> java.util.Arrays.stream(Gaps.chunkGaps(r.outputs(), dialect)))
                                .toArray(),
                        failed);
            case TPOT -> {
                boolean weighted = dialect.on(Itl.class) == Itl.REQUEST_MEAN_WEIGHTED;
                double[] values = values(counted, r -> of(Quantity.TPOT, r));
                yield weighted
                        ? Sample.of(values, values(counted, r -> r.reading().outputTokens()), failed)
                        : Sample.of(values, failed);
            }
            case TTFT,
                    TTAT,
                    TTST,
                    NTPOT,
                    E2E,
                    E2E_FROM_SCHEDULE,
                    OUTPUT_TOKENS,
                    INPUT_TOKENS,
                    SPEED,
                    SPEED_WITH_TTFT,
                    PREFILL_SPEED -> Sample.of(values(counted, r -> of(quantity, r)), failed);
        };
    }

    /// A statistic, by time, of how much was under way between the run's epoch and its end.
    ///
    /// @param onlyActive leaves out the time in which no such work was under way
    public Answer answer(LoadCurves.Curve curve, boolean onlyActive, Statistic statistic) {
        for (Quantity needed :
                List.of(Quantity.CHUNK_GAP, Quantity.E2E, Quantity.OUTPUT_TOKENS, Quantity.INPUT_TOKENS)) {
            String obstacle = Obstacles.to(run, dialect, needed);
            if (obstacle != null) {
                return new Answer.Refused(obstacle);
            }
        }
        double windowNs = run.manifest().windowNs();
        if (!run.manifest().coverage().starts() || !(windowNs > 0)) {
            return new Answer.Refused("the run does not say when requests started and when it ended");
        }
        if (curves == null) {
            curves = LoadCurves.of(this);
        }
        LoadCurves drawn = curves;
        return LoadCurves.answer(
                overTime.computeIfAbsent(
                        new Drawn(curve, onlyActive),
                        _ -> drawn.within(
                                curve,
                                LoadCurves.sinceUnixEpochNs(run, 0),
                                LoadCurves.sinceUnixEpochNs(run, windowNs),
                                onlyActive)),
                curve,
                statistic);
    }

    /// The stretch in which nearly all slots were taken.
    public SteadyState.Found steadyState() {
        if (steadyState == null) {
            steadyState = SteadyState.of(this);
        }
        return steadyState;
    }

    /// From the intended start of each request to the end of its response. One that failed before anything came ends as
    /// it starts: its wait for a slot is all of it.
    public double[] sinceIntendedNs() {
        return requests.stream()
                .filter(request -> request.fate() != Fate.LOST)
                .map(request -> request.trace().timeline())
                .mapToDouble(timeline -> Stamp.between(
                        timeline.intendedStartNs(),
                        Stamp.isKnown(timeline.endNs()) ? timeline.endNs() : timeline.startNs()))
                .toArray();
    }

    /// The requests that enter the statistics, in schedule order.
    public List<RequestTrace> counted() {
        return requests.stream().filter(this::isInLatency).map(Request::trace).toList();
    }

    /// One value for each of [#counted]; NaN where a request has none. For quantities that are one number a request.
    public double[] values(Quantity quantity) {
        return values(requests.stream().filter(this::isInLatency).toList(), request -> of(quantity, request));
    }

    private boolean isInLatency(Request request) {
        return switch (request.fate()) {
            case SUCCESS -> true;
            case FAILURE ->
                switch (dialect.on(FailuresInLatency.class)) {
                    case INCLUDED, COUNTED_TWICE -> true;
                    case EXCLUDED, SEPARATE_BLOCK, ZEROS_IN_TOTAL, ZEROS_IN_LISTS, ADJUSTED_INF, LOST -> false;
                };
            case LOST -> false;
        };
    }

    private Sample pooled(List<Request> counted, long failed) {
        int size = 0;
        List<Gaps> all = new ArrayList<>(counted.size());
        for (Request request : counted) {
            Gaps gaps = Gaps.of(request.outputs(), request.reading(), dialect);
            all.add(gaps);
            size += gaps.valuesNs().length;
        }
        double[] values = new double[size];
        double[] weights = new double[size];
        int next = 0;
        for (Gaps gaps : all) {
            for (double valueNs : gaps.valuesNs()) {
                values[next] = valueNs;
                weights[next++] = gaps.weight();
            }
        }
        return isWeighted(dialect.on(Itl.class)) ? Sample.of(values, weights, failed) : Sample.of(values, failed);
    }

    private static boolean isWeighted(Itl rule) {
        return switch (rule) {
            case REQUEST_MEAN_WEIGHTED, SUM_OVER_TOKENS -> true;
            case POOLED_CHUNK, POOLED_TOKEN_SPLIT, POOLED_TOKEN_ZERO, REQUEST_MEAN, ITERATION, TAIL10_MEAN, NONE ->
                false;
        };
    }

    private static double[] values(List<Request> requests, ToDoubleFunction<Request> value) {
        return requests.stream().mapToDouble(value).toArray();
    }

    /// One request's value of a quantity that is one number a request, or NaN.
    double of(Quantity quantity, Request request) {
        Reading reading = request.reading();
        int n = reading.outputTokens();
        return switch (quantity) {
            case TTFT -> reading.ttftNs();
            case TTAT -> reading.ttatNs();
            case TTST -> reading.ttstNs();
            case TPOT -> reading.perTokenNs();
            case E2E -> reading.e2eNs();
            case E2E_FROM_SCHEDULE ->
                reading.e2eNs()
                        + request.trace().timeline().startNs()
                        - request.trace().timeline().intendedStartNs();
            case NTPOT -> n > 0 ? reading.e2eNs() / n : 0;
            // Nobody counted the answer of a failed request; that of a success without output has none.
            case OUTPUT_TOKENS -> n == 0 && request.fate() == Fate.FAILURE ? Double.NaN : n;
            case INPUT_TOKENS -> promptTokens(request);
            case SPEED -> reading.perTokenNs() > 0 ? 1e9 / reading.perTokenNs() : Double.NaN;
            case SPEED_WITH_TTFT -> reading.e2eNs() > 0 ? n * 1e9 / reading.e2eNs() : Double.NaN;
            case PREFILL_SPEED -> reading.ttftNs() > 0 ? promptTokens(request) * 1e9 / reading.ttftNs() : Double.NaN;
            case ITL, CHUNK_GAP -> throw new IllegalArgumentException(quantity + " is not one number a request");
        };
    }

    private int promptCount(Request request) {
        return PromptCount.of(request.trace(), dialect.on(PromptTokens.class));
    }

    private double promptTokens(Request request) {
        int tokens = promptCount(request);
        return tokens < 0 ? Double.NaN : tokens;
    }
}
