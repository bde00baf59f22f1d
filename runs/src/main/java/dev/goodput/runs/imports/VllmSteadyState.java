package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Sample;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The `steady_state` block of vLLM's Rust client: numbers over the time from the first moment at which nearly as many
/// requests were in flight as the cap allows, to the last moment at which they fell below that. Requests count by their
/// start for tokens and latencies, by their end for the request rate, and chunks by themselves for the output rate,
/// which the tool calls tokens.
final class VllmSteadyState {
    private static final Set<String> SETTINGS = Set.of("target_concurrency", "threshold");
    private static final Recipe NO_STARTS = new Recipe.Impossible("the file does not say when requests started");

    private final List<ServingRow> rows;
    private final Window window;

    /// @param fromS on the clock of the start stamps
    /// @param toS on the clock of the start stamps
    private record Window(double originS, double fromS, double toS, int threshold, int peak) {
        boolean holds(double atS) {
            return atS >= fromS && atS < toS;
        }

        /// The tool takes bounds from the earliest start and adds it again, which can move them by a last digit.
        Window movedByRounding() {
            return new Window(originS, fromS - originS + originS, toS - originS + originS, threshold, peak);
        }

        double durationS() {
            return toS - originS - (fromS - originS);
        }
    }

    private VllmSteadyState(List<ServingRow> rows, Window window) {
        this.rows = rows;
        this.window = window;
    }

    static void add(ServingAggregates all, ServingDocument document, JsonNode block) {
        double target = block.path("window").path("target_concurrency").asDouble(Double.NaN);
        double share = block.path("window").path("threshold").asDouble(Double.NaN);
        boolean complete = document.hasChunks() && document.hasStarts() && document.hasLatencies();
        if (!complete || !(target >= 1) || !(share > 0)) {
            all.addRefused(
                    "steady_state", block, document.hasRows() ? NO_STARTS : ServingAggregates.NO_RECORDS, SETTINGS);
            return;
        }
        List<ServingRow> rows = ServingPeaks.successes(document.rows());
        Window window = window(rows, (int) Math.max(Math.ceil(share * target), 1));
        if (window == null) {
            all.addRefused(
                    "steady_state",
                    block,
                    new Recipe.Impossible("by the file's records so many requests were never in flight at once"),
                    SETTINGS);
            return;
        }
        VllmSteadyState state = new VllmSteadyState(rows, window);
        block.properties().forEach(field -> {
            String name = "steady_state." + field.getKey();
            JsonNode node = field.getValue();
            switch (field.getKey()) {
                case "window" ->
                    node.properties().forEach(part -> state.addWindow(all, part.getKey(), part.getValue()));
                case "percentiles_ttft_ms" -> state.addPercentiles(all, name, node);
                default -> state.addNumber(all, field.getKey(), name, node);
            }
        });
    }

    private void addWindow(ServingAggregates all, String key, JsonNode node) {
        if (SETTINGS.contains(key)) {
            return;
        }
        String name = "steady_state.window." + key;
        switch (key) {
            case "start_s" -> addTime(all, name, node, window.fromS() - window.originS());
            case "end_s" -> addTime(all, name, node, window.toS() - window.originS());
            case "duration_s" -> addTime(all, name, node, window.durationS());
            case "threshold_abs" -> addCount(all, name, node, window.threshold());
            case "observed_peak" -> addCount(all, name, node, window.peak());
            case "requests_started_in_window" ->
                addCount(all, name, node, started(window).size());
            case "requests_completed_in_window" -> addCount(all, name, node, completed(window));
            case "requests_total" -> addCount(all, name, node, rows.size());
            default -> all.addUnknown(name, node, Set.of());
        }
    }

    private void addNumber(ServingAggregates all, String key, String name, JsonNode node) {
        Window moved = window.movedByRounding();
        double inputs =
                started(moved).stream().mapToDouble(ServingRow::inputTokens).sum();
        switch (key) {
            case "request_throughput" -> addRate(all, name, node, completed(moved));
            case "input_throughput" -> addRate(all, name, node, inputs);
            case "output_throughput" -> addRate(all, name, node, chunks(moved));
            case "total_token_throughput" -> addRate(all, name, node, inputs + chunks(moved));
            default ->
                ServingStatistics.key(key)
                        .filter(statistic -> Set.of("ttft", "tpot").contains(statistic.metric()))
                        .ifPresentOrElse(
                                statistic -> all.add(name, node, ToldAggregate.MS, statistic(statistic, node)),
                                () -> all.addUnknown(name, node, Set.of()));
        }
    }

    private void addPercentiles(ServingAggregates all, String name, JsonNode pairs) {
        for (JsonNode pair : pairs) {
            double percent = pair.path(0).asDouble(Double.NaN);
            if (!(percent >= 0 && percent <= 100)) {
                all.addUnknown(name, pair, Set.of());
                continue;
            }
            String statistic = "p"
                    + new BigDecimal(Double.toString(percent))
                            .stripTrailingZeros()
                            .toPlainString();
            all.add(
                    name + "." + statistic,
                    pair.path(1),
                    ToldAggregate.MS,
                    statistic(new ServingStatistics.Key(statistic, "ttft"), pair.path(1)));
        }
    }

    private Recipe statistic(ServingStatistics.Key key, JsonNode told) {
        List<ServingRow> started = started(window.movedByRounding());
        if (key.metric().equals("ttft")) {
            return ServingStatistics.of(_ -> sample(started, ServingRow::ttftS), key.statistic(), "TTFT in the window");
        }
        List<ServingRow> longer =
                started.stream().filter(row -> row.outputTokens() > 1).toList();
        boolean countsAreChunks = longer.stream().allMatch(row -> row.outputTokens() == row.gapsS().length + 1);
        if (told.asDouble(Double.NaN) == 0 && countsAreChunks && !longer.isEmpty()) {
            return new Recipe.Impossible("the tool takes this TPOT of answers with usage only, and output lengths that"
                    + " equal the chunks do not tell whether usage came");
        }
        return ServingStatistics.of(
                _ -> sample(longer, row -> (row.latencyS() - row.ttftS()) / (row.outputTokens() - 1)),
                key.statistic(),
                "TPOT in the window");
    }

    private static Sample sample(List<ServingRow> rows, ToDoubleFunction<ServingRow> valueS) {
        return Sample.of(
                rows.stream()
                        .mapToDouble(row -> valueS.applyAsDouble(row) * 1e9)
                        .toArray(),
                0);
    }

    private static void addTime(ServingAggregates all, String name, JsonNode node, double seconds) {
        all.add(name, node, ToldAggregate.S, fixed(seconds * 1e9));
    }

    private static void addCount(ServingAggregates all, String name, JsonNode node, long count) {
        all.add(name, node, ToldAggregate.PLAIN, fixed(count));
    }

    private void addRate(ServingAggregates all, String name, JsonNode node, double amount) {
        all.add(name, node, ToldAggregate.PLAIN, fixed(amount / Math.max(window.durationS(), 1e-9)));
    }

    private static Recipe fixed(double value) {
        return new Recipe.Computed((DialectRun _) -> new Answer.Value(value));
    }

    private List<ServingRow> started(Window within) {
        return rows.stream().filter(row -> within.holds(row.startS())).toList();
    }

    private long completed(Window within) {
        return rows.stream().filter(row -> within.holds(endS(row))).count();
    }

    private long chunks(Window within) {
        long count = 0;
        for (ServingRow row : rows) {
            double chunkS = row.startS() + row.ttftS();
            count += within.holds(chunkS) ? 1 : 0;
            for (double gapS : row.gapsS()) {
                chunkS += gapS;
                count += within.holds(chunkS) ? 1 : 0;
            }
        }
        return count;
    }

    private static double endS(ServingRow row) {
        return row.startS() + row.latencyS();
    }

    /// Sweeps over starts and ends; an end comes before a start at the same instant.
    private static @Nullable Window window(List<ServingRow> rows, int threshold) {
        double[] startsS =
                rows.stream().mapToDouble(ServingRow::startS).sorted().toArray();
        double[] endsS =
                rows.stream().mapToDouble(VllmSteadyState::endS).sorted().toArray();
        double upS = Double.NaN;
        double downS = Double.NaN;
        int inFlight = 0;
        int peak = 0;
        int next = 0;
        for (double endS : endsS) {
            for (; next < startsS.length && startsS[next] < endS; next++) {
                inFlight++;
                peak = Math.max(peak, inFlight);
                upS = inFlight == threshold && Double.isNaN(upS) ? startsS[next] : upS;
            }
            downS = inFlight == threshold ? endS : downS;
            inFlight = Math.max(inFlight - 1, 0);
        }
        return Double.isNaN(upS + downS)
                ? null
                : new Window(Arrays.stream(startsS).min().orElse(0), upS, downS, threshold, peak);
    }
}
