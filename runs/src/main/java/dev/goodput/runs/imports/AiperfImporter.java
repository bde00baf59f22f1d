package dev.goodput.runs.imports;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads what AIPerf writes: records (old and new), the raw export, summaries as JSON and CSV, and directories of
/// several runs with the statistics over them.
final class AiperfImporter implements Importer {
    private static final int MAX_RUNS = 1_000;

    @Override
    public String tool() {
        return "AIPerf";
    }

    @Override
    public boolean recognises(ImportSource source) {
        try {
            return source.files().stream()
                            .anyMatch(file -> AiperfFiles.kind(file).isPresent())
                    || !runDirectories(source.path()).isEmpty();
        } catch (ImportException e) {
            return false;
        }
    }

    @Override
    public List<Imported> read(ImportSource source) {
        AiperfFiles here = AiperfFiles.among(source.files());
        if (here.isRun()) {
            return List.of(AiperfRun.read(source.path(), here).imported());
        }
        List<AiperfRun> runs = runDirectories(source.path()).stream()
                .map(directory -> AiperfRun.read(directory, AiperfFiles.among(new ImportSource(directory).files())))
                .toList();
        if (runs.isEmpty()) {
            throw new ImportException(
                    source.path() + ": statistics over several runs, without the runs; name the directory above");
        }
        AiperfFiles over = here.isEmpty() ? statisticsBeside(source.path()) : here;
        return AiperfConfidence.attached(runs, over);
    }

    /// The statistics over the runs stand in a directory beside them.
    private static AiperfFiles statisticsBeside(Path directory) {
        for (Path child : directories(directory)) {
            AiperfFiles files = AiperfFiles.among(new ImportSource(child).files());
            if (!files.isEmpty() && !files.isRun()) {
                return files;
            }
        }
        return AiperfFiles.among(List.of());
    }

    /// Directories of runs: children, or children of `profile_runs`.
    private static List<Path> runDirectories(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        Path runs = directory.resolve("profile_runs");
        return directories(Files.isDirectory(runs) ? runs : directory).stream()
                .filter(child ->
                        AiperfFiles.among(new ImportSource(child).files()).isRun())
                .toList();
    }

    private static List<Path> directories(Path directory) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Files::isDirectory)) {
            for (Path entry : entries) {
                if (children.size() == MAX_RUNS) {
                    throw new ImportException(directory + ": more than " + MAX_RUNS + " folders; name one");
                }
                children.add(entry);
            }
        } catch (IOException e) {
            throw new ImportException("cannot read " + directory, e);
        }
        children.sort(null);
        return children;
    }
}
