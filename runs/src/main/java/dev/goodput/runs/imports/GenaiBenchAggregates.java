package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The aggregates of a genai-bench point file. With a warm-up or cool-down share the statistics and the token totals
/// are
/// of the records between, the duration and the request rate of all.
final class GenaiBenchAggregates {
    private static final Set<String> SETTINGS = Set.of("num_concurrency", "batch_size");
    private static final Set<String> TIMES = Set.of("ttft", "tpot", "e2e_latency", "output_latency");
    private static final Pattern STATISTIC = Pattern.compile("stats\\.([a-z0-9_]+)\\.([a-z0-9]+)");

    private final List<GenaiBenchRow> rows;
    private final double unitNs;
    private final int from;
    private final int to;

    /// @param warmupShare of the records, from the first; `coolDownShare` from the last
    GenaiBenchAggregates(List<GenaiBenchRow> rows, double unitNs, double warmupShare, double coolDownShare) {
        this.rows = rows;
        this.unitNs = unitNs;
        from = (int) (rows.size() * warmupShare);
        to = rows.size() - (int) (rows.size() * coolDownShare);
    }

    List<ToldAggregate> all(JsonFields aggregated) {
        List<ToldAggregate> all = new ArrayList<>();
        aggregated.eachNumber((path, told) -> {
            if (!SETTINGS.contains(path)) {
                all.add(ToldAggregate.ofDouble(path, told, unit(path), recipe(path)));
            }
        });
        return all;
    }

    private double unit(String path) {
        Matcher named = STATISTIC.matcher(path);
        return named.matches() && TIMES.contains(named.group(1)) ? unitNs : ToldAggregate.PLAIN;
    }

    private Recipe recipe(String path) {
        return switch (path) {
            case "run_duration" -> Told.impossible("the tool's own stopwatch: its records have no stamps");
            case "mean_output_throughput_tokens_per_s" -> keptRate("num_output_tokens");
            case "mean_input_throughput_tokens_per_s" -> keptRate("num_input_tokens");
            case "mean_total_tokens_throughput_tokens_per_s" -> keptRate("total_tokens");
            case "requests_per_second" -> new Recipe.Whole(RunQuantity.REQUEST_RATE);
            // The tool divides by the number of requests before it has counted them, and writes 0.
            case "error_rate" -> Told.value(0);
            case "num_error_requests" -> new Recipe.Whole(RunQuantity.FAILED);
            case "num_completed_requests" -> new Recipe.Whole(RunQuantity.COMPLETED);
            case "num_requests" -> Told.value(rows.size());
            default -> path.startsWith("error_codes_frequency.") ? codes(path) : statistic(path);
        };
    }

    private Recipe codes(String path) {
        String code = path.substring(path.indexOf('.') + 1);
        return Told.value(rows.stream().filter(row -> code.equals(row.error())).count());
    }

    private Recipe keptRate(String count) {
        double sum = 0;
        for (double value : kept(count)) {
            sum += Double.isNaN(value) ? 0 : value;
        }
        double kept = sum;
        return new Recipe.Computed(seen -> switch (seen.answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(kept * 1e9 / window.value());
            case Answer.Refused refused -> refused;
        });
    }

    private double[] kept(String name) {
        return rows.subList(from, Math.max(from, to)).stream()
                .filter(row -> !row.isFailed())
                .mapToDouble(row -> row.number(name))
                .toArray();
    }

    private Recipe statistic(String path) {
        Matcher named = STATISTIC.matcher(path);
        if (!named.matches()) {
            return Told.impossible("not known to this version of the importer");
        }
        String field = named.group(1);
        @Nullable
        Statistic statistic = switch (named.group(2)) {
            case "min" -> Statistic.Simple.MIN;
            case "max" -> Statistic.Simple.MAX;
            case "mean" -> Statistic.Simple.MEAN;
            case "stddev" -> Statistic.Simple.STD;
            case "sum" -> Statistic.Simple.SUM;
            default -> percentile(named.group(2));
        };
        if (statistic == null) {
            return Told.impossible("not known to this version of the importer");
        }
        return switch (field) {
            case "ttft" -> of(Quantity.TTFT, field, statistic);
            case "tpot" -> of(Quantity.TPOT, field, statistic);
            case "e2e_latency" -> of(Quantity.E2E, field, statistic);
            case "output_inference_speed" -> of(Quantity.SPEED, field, statistic);
            case "input_throughput" -> of(Quantity.PREFILL_SPEED, field, statistic);
            case "num_input_tokens" -> of(Quantity.INPUT_TOKENS, field, statistic);
            case "num_output_tokens" -> of(Quantity.OUTPUT_TOKENS, field, statistic);
            case "output_latency" -> Told.statistic(keptLatency(), statistic, "decode time");
            case "output_throughput" -> Told.statistic(keptThroughput(), statistic, "decode rate");
            default -> Told.statistic(kept(field), statistic, field);
        };
    }

    private static @Nullable Statistic percentile(String name) {
        return name.matches("p[0-9]{1,2}") ? Statistic.p(Integer.parseInt(name.substring(1))) : null;
    }

    /// Under the dialect; of the records kept, where some are left out.
    private Recipe of(Quantity quantity, String field, Statistic statistic) {
        boolean generated = rows.stream().filter(row -> !row.isFailed()).allMatch(row -> row.outputTokens() > 1);
        if (!generated) {
            double unit = TIMES.contains(field) ? unitNs : 1;
            double[] values = kept(field);
            for (int i = 0; i < values.length; i++) {
                values[i] *= unit;
            }
            return Told.statistic(values, statistic, field);
        }
        if (to - from == rows.size()) {
            return Told.of(quantity, statistic);
        }
        return new Recipe.Computed(seen -> SubRun.of(seen, trace -> trace.index() >= from && trace.index() < to)
                .answer(quantity, statistic));
    }

    private double[] keptLatency() {
        return rows.subList(from, Math.max(from, to)).stream()
                .filter(row -> !row.isFailed())
                .mapToDouble(row -> row.e2eNs() - row.ttftNs())
                .toArray();
    }

    /// Tokens after the first a second: the reciprocal of TPOT, but kept where the decode is too short for a TPOT.
    private double[] keptThroughput() {
        return rows.subList(from, Math.max(from, to)).stream()
                .filter(row -> !row.isFailed())
                .mapToDouble(row -> {
                    double decodeNs = row.e2eNs() - row.ttftNs();
                    return row.outputTokens() <= 1
                            ? row.number("output_throughput")
                            : decodeNs == 0 ? 0 : (row.outputTokens() - 1) * 1e9 / decodeNs;
                })
                .toArray();
    }
}
