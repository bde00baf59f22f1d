package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.List;

final class GuidellmCsv {
    private GuidellmCsv() {}

    static boolean is(Path file) {
        return ImportSource.beginning(file).startsWith("Run Info,Run Info,");
    }

    static List<ToldAggregate> aggregates(Path report, String benchmark, List<ToldAggregate> told) {
        return List.of();
    }
}
