package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Result files that the tools themselves wrote, each with the log of the server that they measured.
final class Captures {
    private Captures() {}

    /// A scenario, such as `llmperf/A`.
    static Path of(String scenario) {
        try {
            URL url = Captures.class.getResource("/captures/" + scenario);
            return Path.of(Objects.requireNonNull(url, scenario).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The result files of a scenario, without the server's log.
    static List<Path> results(String scenario) {
        try (Stream<Path> files = Files.list(of(scenario))) {
            return files.filter(file -> !file.endsWith("truth.csv")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Imported> read(String scenario) {
        return Importers.read(new ImportSource(of(scenario)));
    }

    /// What the server logged of one request.
    ///
    /// @param ttftNs from the request's arrival to the first token; -1 where it answered 500
    record Served(int request, int outputTokens, double ttftNs, double e2eNs) {}

    /// The server's log by request number, which is the number in the id of its answer.
    static Map<Integer, Served> truth(String scenario) {
        try (Stream<String> lines = Files.lines(of(scenario).resolve("truth.csv"))) {
            Map<Integer, Served> served = new LinkedHashMap<>();
            lines.skip(1).map(line -> line.split(",", -1)).forEach(row -> {
                int request = Integer.parseInt(row[0]);
                served.put(
                        request,
                        new Served(
                                request,
                                Integer.parseInt(row[3]),
                                Double.parseDouble(row[5]),
                                Double.parseDouble(row[6])));
            });
            return served;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path copy(String scenario, Path to) {
        Path from = of(scenario);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
