package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Statistic;
import dev.goodput.runs.imports.StepFunction.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// AIPerf's `effective_*`, `active_*` and `tokens_in_flight`: how many requests and tokens were under way at each
/// instant of the phase, weighted by time. `active_*` leaves out the time in which nothing was.
///
/// Tokens are taken to arrive evenly: the prompt's over the time to the first token, the answer's first at the first
/// chunk and the rest in equal parts over its later chunks. Stamps are doubles of the Unix epoch, as in AIPerf.
final class AiperfLoadCurves {
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;

    private static final Set<String> NAMES = Set.of(
            "effective_concurrency",
            "effective_decode_throughput",
            "effective_prefill_throughput",
            "effective_decode_concurrency",
            "effective_prefill_concurrency",
            "effective_total_throughput",
            "effective_decode_throughput_per_user",
            "effective_prefill_throughput_per_user",
            "tokens_in_flight",
            "active_decode_throughput",
            "active_prefill_throughput",
            "active_decode_throughput_per_user",
            "active_prefill_throughput_per_user",
            "active_total_throughput");

    private final AiperfRecords records;
    private final AiperfWindow window;
    private final double toldConcurrency;
    private @Nullable Map<String, TimeWeighted> statistics;

    /// @param toldConcurrency mean of `effective_concurrency` in the file: the one number that tells which of the
    ///     instants that the printed start of the phase allows it was
    AiperfLoadCurves(AiperfRecords records, AiperfWindow window, double toldConcurrency) {
        this.records = records;
        this.window = window;
        this.toldConcurrency = toldConcurrency;
    }

    static boolean draws(String metric) {
        return NAMES.contains(metric);
    }

    Recipe recipe(String metric, Statistic asked) {
        if (!window.isKnown()) {
            return new Recipe.Impossible("the file does not say when the phase began and ended");
        }
        double scale = metric.contains("throughput") ? NS_PER_S : 1;
        return new Recipe.Computed(_ -> {
            TimeWeighted over = statistics().getOrDefault(metric, TimeWeighted.ZERO);
            return switch (asked) {
                case Statistic.Simple.MEAN -> new Answer.Value(over.mean() * scale);
                case Statistic.Simple.STD -> new Answer.Value(over.std() * scale);
                case Statistic.Simple.MIN -> new Answer.Value(over.min() * scale);
                case Statistic.Simple.MAX -> new Answer.Value(over.max() * scale);
                case Statistic.Percentile(int perMille) -> new Answer.Value(over.percentile(perMille / 1000.0) * scale);
                case Statistic.Simple.SUM, Statistic.Simple.COUNT ->
                    new Answer.Refused("a quantity over time has no sum and no count");
            };
        });
    }

    private Map<String, TimeWeighted> statistics() {
        if (statistics == null) {
            statistics = draw();
        }
        return statistics;
    }

    private Map<String, TimeWeighted> draw() {
        List<Span> spans = spans();
        StepFunction all = interval(spans, Span::startNs, Span::endNs, Weight.ONE);
        StepFunction decoding = interval(spans, Span::firstNs, Span::endNs, Weight.ONE);
        StepFunction prefilling = interval(spans, Span::startNs, Span::firstNs, Weight.ONE);
        boolean anyGaps = spans.stream().anyMatch(span -> span.chunkNs().length > 0);
        StepFunction decode = anyGaps ? decodeByChunk(spans) : StepFunction.of(decodeEvenly(spans));
        StepFunction prefill = StepFunction.of(prefillSteps(spans));
        List<Step> both = new ArrayList<>(prefillSteps(spans));
        both.addAll(decodeEvenly(spans));
        StepFunction total = StepFunction.of(both);
        StepFunction inFlight = anyGaps ? inFlightByChunk(spans) : inFlight(spans);
        AiperfWindow.Bounds bounds = window.candidates().stream()
                .min(Comparator.comparingDouble(candidate -> Math.abs(
                        all.within(candidate.fromNs(), candidate.toNs(), null).mean() - toldConcurrency)))
                .orElseThrow();
        Map<String, TimeWeighted> drawn = new HashMap<>();
        Curves curves = new Curves(bounds, drawn);
        curves.put("effective_concurrency", all, null);
        curves.put("effective_decode_concurrency", decoding, null);
        curves.put("effective_prefill_concurrency", prefilling, null);
        curves.put("tokens_in_flight", inFlight, null);
        curves.both("decode_throughput", decode, decoding);
        curves.both("prefill_throughput", prefill, prefilling);
        curves.both("total_throughput", total, all);
        curves.both("decode_throughput_per_user", decode.over(decoding), decoding);
        curves.both("prefill_throughput_per_user", prefill.over(prefilling), prefilling);
        return drawn;
    }

    private record Curves(AiperfWindow.Bounds bounds, Map<String, TimeWeighted> drawn) {
        void put(String name, StepFunction curve, @Nullable StepFunction active) {
            drawn.put(name, curve.within(bounds.fromNs(), bounds.toNs(), active));
        }

        void both(String name, StepFunction curve, StepFunction active) {
            put("effective_" + name, curve, null);
            put("active_" + name, curve, active);
        }
    }

    /// A request as AIPerf's sweep sees it; NaN for what it does not have.
    ///
    /// @param gapsNs empty where it has none
    /// @param chunkNs when each chunk after the first came
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Span(
            double startNs, double firstNs, double endNs, double isl, double osl, double[] gapsNs, double[] chunkNs) {
        boolean prefills() {
            return firstNs > startNs && !Double.isNaN(isl);
        }

        boolean decodes() {
            return endNs > firstNs && osl >= 1;
        }
    }

    private List<Span> spans() {
        MetricColumns columns = records.columns();
        List<Span> spans = new ArrayList<>(records.rows().size());
        for (int i = 0; i < records.rows().size(); i++) {
            AiperfRow row = records.rows().get(i);
            double ttftNs = NvidiaUnits.wholeNs(columns.at(i, "time_to_first_token") * NS_PER_MS);
            double firstNs = Double.isNaN(ttftNs) ? Double.NaN : (double) (row.startNs() + (long) ttftNs);
            double[] gapsNs = row.gapsNs() == null ? new double[0] : row.gapsNs();
            double[] chunkNs = new double[gapsNs.length];
            double sinceFirstNs = 0;
            for (int k = 0; k < gapsNs.length; k++) {
                sinceFirstNs += gapsNs[k];
                chunkNs[k] = firstNs + sinceFirstNs;
            }
            spans.add(new Span(
                    row.startNs(),
                    firstNs,
                    row.endNs(),
                    columns.at(i, "input_sequence_length"),
                    columns.at(i, "output_sequence_length"),
                    gapsNs,
                    chunkNs));
        }
        return spans;
    }

    /// A part of a request's time.
    private interface Instant {
        double of(Span span);
    }

    /// What a request counts for.
    private interface Weight {
        Weight ONE = _ -> 1;

        double of(Span span);
    }

    private static StepFunction interval(List<Span> spans, Instant from, Instant to, Weight weight) {
        List<Step> steps = new ArrayList<>(2 * spans.size());
        for (Span span : spans) {
            pair(steps, from.of(span), to.of(span), weight.of(span));
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
