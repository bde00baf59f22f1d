package dev.goodput.report;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.RunMetrics;
import java.util.List;

/// Why two tools that both print an "inter-token latency" print different ones for the same run.
final class ToolTrap {
    private ToolTrap() {}

    static List<String> explanation(RunMetrics metrics) {
        String definitions = "GenAI-Perf divides the decode alone, (last − first token) / (tokens − 1); LLMPerf divides"
                + " everything since the request was sent, TTFT included, by the data lines of the stream.";
        double genAiPerf = mean(metrics, Dialects.genaiPerf());
        double llmPerf = mean(metrics, Dialects.llmperf());
        if (!(genAiPerf > 0) || Double.isNaN(llmPerf)) {
            return List.of(definitions);
        }
        return List.of(
                definitions,
                "Same run, same endpoint: LLMPerf's mean is " + Format.ratio(llmPerf / genAiPerf)
                        + " times GenAI-Perf's, because it spreads each request's TTFT (P50 "
                        + Format.time(metrics.ttftFromSend().p50())
                        + " from send) over its lines. Never compare the two.");
    }

    private static double mean(RunMetrics metrics, Dialect dialect) {
        return metrics.toolTrap().stream()
                .filter(entry -> entry.dialect().equals(dialect))
                .mapToDouble(entry -> entry.perToken().mean())
                .findFirst()
                .orElse(Double.NaN);
    }
}
