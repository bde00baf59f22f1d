package dev.goodput.runs.exports;

import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Run;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// GenAI-Perf's two result files: blocks of statistics in milliseconds, and a CSV for spreadsheets with two decimals,
/// thousands commas in quotes and `N/A` where there is no value.
final class GenaiPerfExport {
    private static final List<MetricBlock> BLOCKS = List.of(
            MetricBlock.TTFT,
            MetricBlock.TTST,
            MetricBlock.LATENCY,
            MetricBlock.ITL,
            MetricBlock.SPEED,
            MetricBlock.OSL,
            MetricBlock.ISL);
    private static final int[] CSV_PERCENTS = {99, 95, 90, 75, 50, 25, 10, 5, 1};

    private GenaiPerfExport() {}

    static List<Path> write(Run run, Path folder) {
        ToolView view = ToolView.of(run, ExportFormat.GENAI_PERF, "genai-perf");
        Path json = folder.resolve("profile_export_genai_perf.json");
        Path csv = folder.resolve("profile_export_genai_perf.csv");
        NewFiles.check(List.of(json, csv));
        NewFiles.write(json, out -> json(view, out));
        NewFiles.write(csv, out -> csv(view, out));
        return List.of(json, csv);
    }

    private static void json(ToolView view, OutputStream out) {
        try (JsonOut json = JsonOut.document(out)) {
            json.object();
            MetricBlock.scalar(json, "request_throughput", "requests/sec", view.value(RunQuantity.REQUEST_RATE));
            BLOCKS.forEach(block -> block.write(json, view, false));
            MetricBlock.scalar(json, "request_count", "count", view.value(RunQuantity.COMPLETED));
            MetricBlock.scalar(
                    json, "output_token_throughput", "tokens/sec", view.value(RunQuantity.OUTPUT_TOKEN_RATE));
            json.object("input_config")
                    .array("model_names")
                    .text(view.model())
                    .endArray()
                    .text("exported_by", view.manifest().tool())
                    .text("definitions", view.dialect().id())
                    .text("refused", view.refusals())
                    .end()
                    .end();
        }
    }

    private static void csv(ToolView view, OutputStream out) throws IOException {
        StringBuilder csv = new StringBuilder("Metric,avg,min,max,p99,p95,p90,p75,p50,p25,p10,p5,p1\n");
        for (MetricBlock block : BLOCKS) {
            if (view.isEmpty(block.quantity())) {
                continue;
            }
            csv.append(block.label());
            cell(csv, block.value(view, Statistic.mean()));
            cell(csv, block.value(view, Statistic.Simple.MIN));
            cell(csv, block.value(view, Statistic.Simple.MAX));
            for (int percent : CSV_PERCENTS) {
                cell(csv, block.value(view, Statistic.p(percent)));
            }
            csv.append('\n');
        }
        csv.append("\nMetric,Value\nOutput Token Throughput (tokens/sec)");
        cell(csv, view.value(RunQuantity.OUTPUT_TOKEN_RATE));
        csv.append("\nRequest Throughput (per sec)");
        cell(csv, view.value(RunQuantity.REQUEST_RATE));
        csv.append("\nRequest Count (count)");
        cell(csv, view.value(RunQuantity.COMPLETED));
        csv.append('\n');
        out.write(csv.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void cell(StringBuilder csv, double value) {
        String text = Double.isFinite(value) ? String.format(Locale.ROOT, "%,.2f", value) : "N/A";
        csv.append(',').append(text.contains(",") ? '"' + text + '"' : text);
    }
}
