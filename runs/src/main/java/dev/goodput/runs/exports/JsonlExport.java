package dev.goodput.runs.exports;

import dev.goodput.core.trace.Run;
import java.nio.file.Path;
import java.util.List;

/// One JSON object a request, with the names of the CSV's columns; an unknown value is null.
final class JsonlExport {
    private JsonlExport() {}

    static List<Path> write(Run run, Path file) {
        NewFiles.check(List.of(file));
        NewFiles.write(file, out -> {
            try (JsonOut json = JsonOut.lines(out)) {
                RequestRow.of(run).forEach(row -> line(json, row));
            }
        });
        return List.of(file);
    }

    private static void line(JsonOut json, RequestRow row) {
        json.object()
                .whole("index", row.index())
                .text("id", row.id())
                .text("class", row.requestClass())
                .text("definitions", row.definitions())
                .flag("ok", row.ok())
                .text("failure", row.failure())
                .count("http_status", row.httpStatus() == 0 ? -1 : row.httpStatus())
                .text("message", row.message())
                .text("finish_reason", row.finishReason())
                .number("intended_start_ns", row.intendedStartNs())
                .number("start_ns", row.startNs())
                .number("first_token_ns", row.firstTokenNs())
                .number("last_token_ns", row.lastTokenNs())
                .number("end_ns", row.endNs())
                .number("ttft_ns", row.ttftNs())
                .number("e2e_ns", row.e2eNs())
                .number("tpot_ns", row.tpotNs())
                .number("longest_gap_ns", row.longestGapNs())
                .count("prompt_tokens", row.promptTokens())
                .count("output_tokens", row.outputTokens())
                .count("max_tokens", row.maxTokens())
                .text("token_source", row.tokenSource());
        double[] chunkNs = row.chunkNs();
        if (chunkNs == null) {
            json.nothing("chunk_ns");
        } else {
            json.array("chunk_ns");
            for (double ns : chunkNs) {
                json.number(ns);
            }
            json.endArray();
        }
        json.end();
    }
}
