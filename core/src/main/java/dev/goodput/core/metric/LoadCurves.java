package dev.goodput.core.metric;

import dev.goodput.core.stat.StepFunction;
import dev.goodput.core.stat.StepFunction.Step;
import dev.goodput.core.stat.TimeWeighted;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// How many requests and tokens were under way at each instant of a run, as AIPerf draws it.
///
/// Tokens are taken to arrive evenly: the prompt's over the time to the first token, the answer's first at the first
/// chunk and the rest in equal parts over its later chunks.
public final class LoadCurves {
    private static final double NS_PER_S = 1e9;

    /// What is drawn: counts, or tokens a nanosecond.
    public enum Curve {
        CONCURRENCY,
        DECODE_CONCURRENCY,
        PREFILL_CONCURRENCY,
        TOKENS_IN_FLIGHT,
        DECODE_THROUGHPUT,
        PREFILL_THROUGHPUT,
        TOTAL_THROUGHPUT,
        DECODE_THROUGHPUT_PER_USER,
        PREFILL_THROUGHPUT_PER_USER;

        public boolean isRate() {
            return switch (this) {
                case CONCURRENCY, DECODE_CONCURRENCY, PREFILL_CONCURRENCY, TOKENS_IN_FLIGHT -> false;
                case DECODE_THROUGHPUT,
                        PREFILL_THROUGHPUT,
                        TOTAL_THROUGHPUT,
                        DECODE_THROUGHPUT_PER_USER,
                        PREFILL_THROUGHPUT_PER_USER -> true;
            };
        }
    }

    private final Map<Curve, StepFunction> curves = new EnumMap<>(Curve.class);
    /// When a curve's kind of work was under way.
    private final Map<Curve, StepFunction> active = new EnumMap<>(Curve.class);

    public LoadCurves(List<Span> spans) {
        StepFunction all = interval(spans, Span::startNs, Span::endNs);
        StepFunction decoding = interval(spans, Span::firstNs, Span::endNs);
        StepFunction prefilling = interval(spans, Span::startNs, Span::firstNs);
        boolean anyGaps = spans.stream().anyMatch(span -> span.chunkNs().length > 0);
        StepFunction decode = anyGaps ? decodeByChunk(spans) : StepFunction.of(decodeEvenly(spans));
        StepFunction prefill = StepFunction.of(prefillSteps(spans));
        List<Step> both = new ArrayList<>(prefillSteps(spans));
        both.addAll(decodeEvenly(spans));
        put(Curve.CONCURRENCY, all, all);
        put(Curve.DECODE_CONCURRENCY, decoding, decoding);
        put(Curve.PREFILL_CONCURRENCY, prefilling, prefilling);
        put(Curve.TOKENS_IN_FLIGHT, anyGaps ? inFlightByChunk(spans) : inFlight(spans), all);
        put(Curve.DECODE_THROUGHPUT, decode, decoding);
        put(Curve.PREFILL_THROUGHPUT, prefill, prefilling);
        put(Curve.TOTAL_THROUGHPUT, StepFunction.of(both), all);
        put(Curve.DECODE_THROUGHPUT_PER_USER, decode.over(decoding), decoding);
        put(Curve.PREFILL_THROUGHPUT_PER_USER, prefill.over(prefilling), prefilling);
    }

    /// The requests of a run under a dialect. Those that failed were in flight until they did.
    public static LoadCurves of(DialectRun seen) {
        return new LoadCurves(seen.requests().stream()
                .filter(request -> request.fate() != Fate.LOST)
                .map(request -> span(seen, request))
                .toList());
    }

    /// AIPerf's stamps are doubles of the Unix epoch, which step by 256 ns, and the steps are in its numbers.
    static double sinceUnixEpochNs(Run run, double atNs) {
        Instant epoch = run.manifest().startedAt();
        long epochNs = epoch.getEpochSecond() * 1_000_000_000 + epoch.getNano();
        return Stamp.isKnown(atNs) ? (double) (epochNs + (long) atNs) : Double.NaN;
    }

    private static Span span(DialectRun seen, DialectRun.Request request) {
        Run run = seen.run();
        double startNs = sinceUnixEpochNs(run, request.zeroNs());
        double bodyEndNs = sinceUnixEpochNs(run, request.trace().timeline().endNs());
        if (request.fate() == Fate.FAILURE) {
            return new Span(
                    startNs,
                    Double.NaN,
                    Double.isNaN(bodyEndNs) ? startNs : bodyEndNs,
                    Double.NaN,
                    Double.NaN,
                    new double[0],
                    new double[0]);
        }
        Outputs outputs = request.outputs();
        double firstNs =
                sinceUnixEpochNs(run, request.zeroNs() + request.reading().ttftNs());
        double[] chunkNs = new double[Math.max(outputs.count() - 1, 0)];
        Arrays.setAll(chunkNs, i -> firstNs + (outputs.arrivalNs(i + 1) - outputs.firstNs()));
        return new Span(
                startNs,
                firstNs,
                Double.isNaN(bodyEndNs)
                        ? sinceUnixEpochNs(
                                run, request.zeroNs() + request.reading().e2eNs())
                        : bodyEndNs,
                seen.of(Quantity.INPUT_TOKENS, request),
                seen.of(Quantity.OUTPUT_TOKENS, request),
                Gaps.chunkGaps(outputs, seen.dialect()),
                chunkNs);
    }

    private void put(Curve curve, StepFunction function, StepFunction work) {
        curves.put(curve, function);
        active.put(curve, work);
    }

    /// A curve's statistics between two instants.
    ///
    /// @param onlyActive leaves out the time in which no such work was under way
    public TimeWeighted within(Curve curve, double fromNs, double toNs, boolean onlyActive) {
        return get(curves, curve).within(fromNs, toNs, onlyActive ? get(active, curve) : null);
    }

    /// A statistic of a curve, rates a second.
    public static Answer answer(TimeWeighted over, Curve curve, Statistic statistic) {
        double scale = curve.isRate() ? NS_PER_S : 1;
        return switch (statistic) {
            case Statistic.Percentile(int perMille) -> new Answer.Value(over.percentile(perMille / 1000.0) * scale);
            case Statistic.Simple simple ->
                switch (simple) {
                    case MEAN -> new Answer.Value(over.mean() * scale);
                    case STD -> new Answer.Value(over.std() * scale);
                    case MIN -> new Answer.Value(over.min() * scale);
                    case MAX -> new Answer.Value(over.max() * scale);
                    case SUM, COUNT -> new Answer.Refused("a quantity over time has no sum and no count");
                };
        };
    }

    private static StepFunction get(Map<Curve, StepFunction> functions, Curve curve) {
        return functions.getOrDefault(curve, StepFunction.of(List.of()));
    }

    /// A request; NaN for what it does not have.
    ///
    /// @param gapsNs empty where it has none
    /// @param chunkNs when each chunk after the first came
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Span(
            double startNs, double firstNs, double endNs, double isl, double osl, double[] gapsNs, double[] chunkNs) {
        boolean prefills() {
            return firstNs > startNs && !Double.isNaN(isl);
        }

        boolean decodes() {
            return endNs > firstNs && osl >= 1;
        }
    }

    /// A part of a request's time.
    private interface Moment {
        double of(Span span);
    }

    private static StepFunction interval(List<Span> spans, Moment from, Moment to) {
        List<Step> steps = new ArrayList<>(2 * spans.size());
        for (Span span : spans) {
            pair(steps, from.of(span), to.of(span), 1);
        }
        return StepFunction.of(steps);
    }

    private static void pair(List<Step> steps, double fromNs, double toNs, double by) {
        if (!Double.isNaN(fromNs + toNs + by)) {
            steps.add(new Step(fromNs, by));
            steps.add(new Step(toNs, -by));
        }
    }

    private static List<Step> prefillSteps(List<Span> spans) {
        List<Step> steps = new ArrayList<>();
        for (Span span : spans) {
            if (span.prefills()) {
                pair(steps, span.startNs(), span.firstNs(), span.isl() / (span.firstNs() - span.startNs()));
            }
        }
        return steps;
    }

    private static List<Step> decodeEvenly(List<Span> spans) {
        List<Step> steps = new ArrayList<>();
        for (Span span : spans) {
            if (span.decodes()) {
                pair(steps, span.firstNs(), span.endNs(), (span.osl() - 1) / (span.endNs() - span.firstNs()));
            }
        }
        return steps;
    }

    /// Chunks that came together with the one before bring no tokens: their gap has no length to spread them over.
    private static StepFunction decodeByChunk(List<Span> spans) {
        List<Step> steps = new ArrayList<>();
        for (Span span : spans) {
            long gaps = Arrays.stream(span.gapsNs()).filter(gap -> gap > 0).count();
            for (int k = 0; k < span.gapsNs().length && span.osl() >= 1; k++) {
                double gapNs = span.gapsNs()[k];
                if (gapNs > 0) {
                    pair(steps, span.chunkNs()[k] - gapNs, span.chunkNs()[k], (span.osl() - 1) / gaps / gapNs);
                }
            }
        }
        return StepFunction.of(steps);
    }

    private static StepFunction inFlight(List<Span> spans) {
        List<Step> steps = new ArrayList<>();
        for (Span span : spans) {
            if (span.prefills()) {
                pair(steps, span.startNs(), span.endNs(), span.isl());
            }
            if (span.endNs() > span.firstNs()) {
                pair(steps, span.firstNs(), span.endNs(), span.osl());
            }
        }
        return StepFunction.of(steps);
    }

    private static StepFunction inFlightByChunk(List<Span> spans) {
        List<Step> steps = new ArrayList<>();
        for (Span span : spans) {
            if (span.prefills()) {
                pair(steps, span.startNs(), span.endNs(), span.isl());
            }
            if (span.chunkNs().length == 0 || !(span.osl() >= 1) || Double.isNaN(span.firstNs())) {
                continue;
            }
            steps.add(new Step(span.firstNs(), 1));
            double lastNs = Math.nextDown(span.endNs());
            for (double chunkNs : span.chunkNs()) {
                // A chunk that seems to come after the end is taken to come just before it.
                double atNs = chunkNs >= span.endNs() ? lastNs : chunkNs;
                steps.add(new Step(atNs, (span.osl() - 1) / span.chunkNs().length));
            }
            steps.add(new Step(span.endNs(), -span.osl()));
        }
        return StepFunction.of(steps);
    }
}
