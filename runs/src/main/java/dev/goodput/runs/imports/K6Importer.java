package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.List;

/// k6: known, so that it can be refused by name. It reads whole bodies, so its files have no time to a token and no
/// token counts.
final class K6Importer implements Importer {
    @Override
    public String tool() {
        return "k6 (refused)";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream().anyMatch(K6Importer::isK6);
        } catch (ImportException e) {
            return false;
        }
    }

    private static boolean isK6(Path file) {
        String beginning = ImportSource.beginning(file);
        boolean points = beginning.startsWith("{\"type\":\"Metric\",\"data\":{\"name\":")
                || (beginning.startsWith("{\"metric\":\"") && beginning.contains("\"type\":\"Point\""));
        boolean summary = beginning.contains("\"root_group\"")
                && (beginning.contains("\"metrics\"") || beginning.contains("\"summaryTrendStats\""));
        boolean csv = beginning.startsWith("metric_name,timestamp,metric_value,");
        return points || summary || csv;
    }

    @Override
    public List<Imported> read(ImportSource source) {
        throw new ImportException(source.path()
                + ": written by k6, which has no token metrics: it reads whole bodies, so there is no time to a token and"
                + " no token count (its http_req_waiting ends at the response head)");
    }
}
