package dev.goodput.runs.exports;

import dev.goodput.core.trace.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes a run in a form that others read.
public final class Exporters {
    private Exporters() {}

    /// Writes the run.
    ///
    /// A format of one file is written to `out`, or into it where it is a folder; a format of several files makes
    /// `out` a folder. A file that exists is never replaced.
    ///
    /// @return the files written
    /// @throws ExportException when the run cannot give what the format needs, or a file cannot be written
    public static List<Path> write(Run run, ExportFormat format, Path out) {
        return switch (format) {
            case AIPERF -> AiperfExport.write(run, out);
            case VLLM -> VllmExport.write(run, file(out, "vllm.json"));
            case LLMPERF -> LlmperfExport.write(run, out);
            case GENAI_PERF -> GenaiPerfExport.write(run, out);
            case CSV -> CsvExport.write(run, file(out, "requests.csv"));
            case JSONL -> JsonlExport.write(run, file(out, "requests.jsonl"));
        };
    }

    /// The file that `out` names, or a file of this name in the folder that it is.
    public static Path file(Path out, String name) {
        return Files.isDirectory(out) ? out.resolve(name) : out;
    }
}
