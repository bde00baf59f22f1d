package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files of one AIPerf run, told apart by what is in them.
final class AiperfFiles {
    /// What a file of AIPerf holds.
    enum Kind {
        /// One line a request: metadata and metrics.
        RECORDS,
        /// One line a request: every message.
        RAW,
        /// The summary as JSON.
        SUMMARY,
        /// The summary as CSV.
        TABLE,
        /// Statistics over several runs, as JSON.
        RUNS,
        /// The same as CSV.
        RUNS_TABLE,
        /// All requests of several runs pooled.
        POOLED
    }

    private final Map<Kind, Path> files = new EnumMap<>(Kind.class);

    private AiperfFiles() {}

    /// Those among the files that are AIPerf's.
    ///
    /// @throws ImportException when there are two of a kind, which one run does not have
    static AiperfFiles among(List<Path> candidates) {
        AiperfFiles found = new AiperfFiles();
        for (Path file : candidates) {
            kind(file).ifPresent(kind -> {
                Path other = found.files.put(kind, file);
                if (other != null) {
                    throw new ImportException(file + " and " + other.getFileName()
                            + ": two files of the same kind; name the one to import");
                }
            });
        }
        return found;
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    Optional<Path> file(Kind kind) {
        return Optional.ofNullable(files.get(kind));
    }

    /// Whether these belong to one run, and not to a set of runs.
    boolean isRun() {
        return files.containsKey(Kind.RECORDS)
                || files.containsKey(Kind.RAW)
                || files.containsKey(Kind.SUMMARY)
                || files.containsKey(Kind.TABLE);
    }

    static Optional<Kind> kind(Path file) {
        String beginning = ImportSource.beginning(file);
        String start = beginning.stripLeading();
        if (start.startsWith("{")) {
            return Optional.ofNullable(kindOfJson(beginning));
        }
        if (start.startsWith("Metric,avg,min,max,sum") || start.startsWith("Metric,avg,min,max,p1,")) {
            return Optional.of(Kind.TABLE);
        }
        return start.startsWith("metric,mean,std,min,max,cv,se,ci_low")
                ? Optional.of(Kind.RUNS_TABLE)
                : Optional.empty();
    }

    private static @Nullable Kind kindOfJson(String text) {
        if (has(text, "metadata") && has(text, "request_start_ns")) {
            if (has(text, "start_perf_ns")) {
                return Kind.RAW;
            }
            return has(text, "metrics") ? Kind.RECORDS : null;
        }
        if (has(text, "aggregation_type")) {
            boolean confidence = text.contains("\"confidence\"");
            return has(text, "ci_low") || confidence ? Kind.RUNS : Kind.POOLED;
        }
        boolean timeSlices = has(text, "timeslices");
        boolean summary = has(text, "aiperf_version") && has(text, "input_config");
        boolean oldSummary = has(text, "input_config") && has(text, "loadgen") && has(text, "unit");
        return (summary || oldSummary) && !timeSlices ? Kind.SUMMARY : null;
    }

    private static boolean has(String text, String key) {
        return text.contains('"' + key + '"');
    }
}
