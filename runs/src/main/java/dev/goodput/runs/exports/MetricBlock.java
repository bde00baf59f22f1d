package dev.goodput.runs.exports;

import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Statistic;

/// A metric as AIPerf and GenAI-Perf name it.
///
/// @param label of GenAI-Perf's CSV; empty where it has none
record MetricBlock(Quantity quantity, String key, String unit, String label) {
    static final int[] PERCENTS = {1, 5, 10, 25, 50, 75, 90, 95, 99};

    static final MetricBlock TTFT =
            new MetricBlock(Quantity.TTFT, "time_to_first_token", "ms", "Time To First Token (ms)");
    static final MetricBlock TTST =
            new MetricBlock(Quantity.TTST, "time_to_second_token", "ms", "Time To Second Token (ms)");
    static final MetricBlock LATENCY = new MetricBlock(Quantity.E2E, "request_latency", "ms", "Request Latency (ms)");
    static final MetricBlock ITL =
            new MetricBlock(Quantity.TPOT, "inter_token_latency", "ms", "Inter Token Latency (ms)");
    static final MetricBlock CHUNK_GAP = new MetricBlock(Quantity.CHUNK_GAP, "inter_chunk_latency", "ms", "");
    static final MetricBlock SPEED = new MetricBlock(
            Quantity.SPEED,
            "output_token_throughput_per_user",
            "tokens/sec/user",
            "Output Token Throughput Per User (tokens/sec/user)");
    static final MetricBlock E2E_SPEED =
            new MetricBlock(Quantity.SPEED_WITH_TTFT, "e2e_output_token_throughput", "tokens/sec/user", "");
    static final MetricBlock PREFILL =
            new MetricBlock(Quantity.PREFILL_SPEED, "prefill_throughput_per_user", "tokens/sec/user", "");
    static final MetricBlock OSL = new MetricBlock(
            Quantity.OUTPUT_TOKENS, "output_sequence_length", "tokens", "Output Sequence Length (tokens)");
    static final MetricBlock ISL =
            new MetricBlock(Quantity.INPUT_TOKENS, "input_sequence_length", "tokens", "Input Sequence Length (tokens)");

    double scale() {
        return quantity.isTime() ? 1e6 : 1;
    }

    double value(ToolView view, Statistic statistic) {
        return view.value(quantity, statistic) / scale();
    }

    /// The block, unless no request has a value.
    void write(JsonOut json, ToolView view, boolean withCountAndSum) {
        if (view.isEmpty(quantity)) {
            return;
        }
        json.object(key).text("unit", unit).number("avg", value(view, Statistic.mean()));
        for (int percent : PERCENTS) {
            json.number("p" + percent, value(view, Statistic.p(percent)));
        }
        json.number("min", value(view, Statistic.Simple.MIN))
                .number("max", value(view, Statistic.Simple.MAX))
                .number("std", value(view, Statistic.Simple.STD));
        if (withCountAndSum) {
            json.whole("count", (long) view.value(quantity, Statistic.Simple.COUNT))
                    .number("sum", value(view, Statistic.Simple.SUM));
        }
        json.end();
    }

    /// A number about the whole run, which such files keep as an average.
    static void scalar(JsonOut json, String key, String unit, double value) {
        if (!Double.isNaN(value)) {
            json.object(key).text("unit", unit).number("avg", value).end();
        }
    }
}
