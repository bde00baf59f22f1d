package dev.goodput.runs.exports;

import dev.goodput.core.trace.Run;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;
import tools.jackson.dataformat.csv.CsvWriteFeature;

/// One row a request, for scripts and spreadsheets. An unknown value is an empty cell. Text of a server that a
/// spreadsheet would take for a formula gets an apostrophe in front.
final class CsvExport {
    static final List<String> COLUMNS = List.of(
            "index",
            "id",
            "class",
            "definitions",
            "ok",
            "failure",
            "http_status",
            "message",
            "finish_reason",
            "intended_start_ns",
            "start_ns",
            "first_token_ns",
            "last_token_ns",
            "end_ns",
            "ttft_ns",
            "e2e_ns",
            "tpot_ns",
            "longest_gap_ns",
            "prompt_tokens",
            "output_tokens",
            "max_tokens",
            "token_source",
            "chunk_ns");

    private static final CsvMapper CSV =
            CsvMapper.builder().enable(CsvWriteFeature.STRICT_CHECK_FOR_QUOTING).build();

    private CsvExport() {}

    static List<Path> write(Run run, Path file) {
        NewFiles.check(List.of(file));
        CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
        COLUMNS.forEach(schema::addColumn);
        NewFiles.write(file, out -> {
            try (SequenceWriter rows =
                    CSV.writerFor(String[].class).with(schema.build()).writeValues(out)) {
                for (RequestRow row : RequestRow.of(run)) {
                    rows.write(cells(row));
                }
            }
        });
        return List.of(file);
    }

    private static String[] cells(RequestRow row) {
        return new String[] {
            String.valueOf(row.index()),
            text(row.id()),
            text(row.requestClass()),
            row.definitions(),
            String.valueOf(row.ok()),
            text(row.failure()),
            row.httpStatus() == 0 ? "" : String.valueOf(row.httpStatus()),
            text(row.message()),
            text(row.finishReason()),
            ns(row.intendedStartNs()),
            ns(row.startNs()),
            ns(row.firstTokenNs()),
            ns(row.lastTokenNs()),
            ns(row.endNs()),
            ns(row.ttftNs()),
            ns(row.e2eNs()),
            ns(row.tpotNs()),
            ns(row.longestGapNs()),
            count(row.promptTokens()),
            count(row.outputTokens()),
            count(row.maxTokens()),
            text(row.tokenSource()),
            list(row.chunkNs())
        };
    }

    /// Plain digits, since not every reader knows exponents.
    private static String ns(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
                : "";
    }

    private static String count(int value) {
        return value < 0 ? "" : String.valueOf(value);
    }

    private static String list(double @Nullable [] values) {
        return values == null
                ? ""
                : Arrays.stream(values).mapToObj(CsvExport::ns).collect(Collectors.joining(" "));
    }

    private static String text(@Nullable String value) {
        if (value == null) {
            return "";
        }
        String line = value.replaceAll("\\p{Cntrl}", " ");
        return !line.isEmpty() && "=+-@".indexOf(line.charAt(0)) >= 0 ? "'" + line : line;
    }
}
