package dev.goodput.runs.imports;

import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;

/// Every importer, in the order in which they are asked.
public final class Importers {
    private static final List<Importer> ALL = List.of(
            new AiperfImporter(),
            new EndpointsImporter(),
            new EvalscopeImporter(),
            new GenaiBenchImporter(),
            new GenaiPerfImporter(),
            new GuidellmImporter(),
            new InferencePerfImporter(),
            new K6Importer(),
            new LlmeterImporter(),
            new LlmperfImporter(),
            new LoadgenImporter(),
            new SglangImporter(),
            new TrtServingImporter(),
            new VllmImporter());

    private Importers() {}

    /// Reads whatever the source is.
    ///
    /// @throws ImportException when no importer knows it, or the one that does cannot read it
    public static List<Imported> read(ImportSource source) {
        if (!Files.exists(source.path())) {
            throw new ImportException(source.path() + ": no such file or directory");
        }
        return ALL.stream()
                .filter(importer -> importer.recognises(source))
                .findFirst()
                .orElseThrow(() -> new ImportException(source.path() + ": not a result file that is known; known are "
                        + ALL.stream().map(Importer::tool).collect(Collectors.joining(", "))))
                .read(source);
    }
}
