package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Files that the tools themselves wrote, with the log of the server they talked to.
final class NvidiaCaptures {
    private NvidiaCaptures() {}

    static Path directory(String tool, String scenario) {
        URL url = Objects.requireNonNull(
                NvidiaCaptures.class.getResource("/captures/" + tool + "/" + scenario), tool + "/" + scenario);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Imported> read(String tool, String scenario) {
        return Importers.read(new ImportSource(directory(tool, scenario)));
    }

    /// What the server logged of one answer, in nanoseconds after it had received the request.
    record Served(int tokens, double firstChunkNs, double lastChunkNs) {}

    /// The server's log by a column that names the request (0: its number, 1: its `x-request-id`).
    static Map<String, Served> truth(String tool, String scenario, int nameColumn) {
        Map<String, Served> served = new HashMap<>();
        try {
            List<String> lines = Files.readAllLines(directory(tool, scenario).resolve("truth.csv"));
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",", -1);
                served.put(
                        cells[nameColumn],
                        new Served(
                                Integer.parseInt(cells[3]),
                                Double.parseDouble(cells[5]),
                                Double.parseDouble(cells[6])));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return served;
    }
}
