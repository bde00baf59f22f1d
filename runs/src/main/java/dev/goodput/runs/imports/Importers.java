package dev.goodput.runs.imports;

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

    /// Reads whatever the source is: of a folder, the results of every tool in it.
    ///
    /// @throws ImportException when no importer knows it, or one that does cannot read it
    public static List<Imported> read(ImportSource source) {
        source.requireReadable();
        List<Importer> knowing =
                ALL.stream().filter(importer -> importer.recognises(source)).toList();
        if (knowing.isEmpty()) {
            source.requireSound();
            throw new ImportException(source.path() + ": not a result file that is known (known are "
                    + ALL.stream().map(Importer::tool).collect(Collectors.joining(", "))
                    + "); a table of requests of your own, CSV or JSON lines, takes --mapping FILE, see 'goodput import"
                    + " --help'");
        }
        return knowing.stream()
                .flatMap(importer -> importer.read(source).stream())
                .toList();
    }
}
