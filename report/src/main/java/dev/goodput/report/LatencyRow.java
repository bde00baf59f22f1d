package dev.goodput.report;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import java.util.List;

/// A latency metric of the run.
///
/// @param id key in `summary.json`
/// @param dialect whose definitions it follows
/// @param definition from which event to which, in words
record LatencyRow(String id, String label, Dialect dialect, String definition, Distribution values) {

    /// In the order in which every report shows them.
    static List<LatencyRow> of(RunMetrics metrics) {
        return List.of(
                new LatencyRow("ttft", "TTFT", Dialect.GOODPUT, "intended start to first output", metrics.ttft()),
                new LatencyRow(
                        "tpot",
                        "TPOT",
                        Dialect.GOODPUT,
                        "(last − first output) / (tokens after the first chunk)",
                        metrics.tpot()),
                new LatencyRow(
                        "itl",
                        "ITL",
                        Dialect.GOODPUT,
                        "gap between two output chunks, all requests in one pool",
                        metrics.itl()),
                new LatencyRow("e2e", "E2E", Dialect.GOODPUT, "intended start to last output", metrics.e2e()),
                new LatencyRow(
                        "ttft_from_send",
                        "TTFT from send",
                        Dialect.GOODPUT_FROM_SEND,
                        "client turned to the request to first output",
                        metrics.ttftFromSend()),
                new LatencyRow(
                        "e2e_from_send",
                        "E2E from send",
                        Dialect.GOODPUT_FROM_SEND,
                        "client turned to the request to last output",
                        metrics.e2eFromSend()));
    }
}
