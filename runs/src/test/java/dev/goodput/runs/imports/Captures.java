package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Files that the tools themselves wrote, in the test data.
final class Captures {
    private Captures() {}

    /// A scenario's directory, such as `vllm-bench-serve/B`.
    static Path directory(String scenario) {
        try {
            return Path.of(Objects.requireNonNull(Captures.class.getResource("/captures/" + scenario), scenario)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Imported> read(String scenario) {
        return Importers.read(new ImportSource(directory(scenario)));
    }

    /// The result files of a scenario, without the server's log.
    static List<Path> results(String scenario) {
        try (Stream<Path> files = Files.list(directory(scenario))) {
            return files.filter(file -> !file.endsWith("truth.csv")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
