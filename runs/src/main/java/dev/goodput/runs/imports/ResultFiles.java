package dev.goodput.runs.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files of tools that write a folder with folders in it.
final class ResultFiles {
    private ResultFiles() {}

    /// The regular files in the source and in its folders, sorted by path. Of a source that is one file, that
    /// file and those beside it that carry one of the names under which the tool writes its other files.
    ///
    /// @throws ImportException when there are too many to be one tool's results
    static List<Path> of(ImportSource source, List<String> companions) {
        if (!source.isDirectory()) {
            List<Path> files = new ArrayList<>(List.of(source.path()));
            for (String name : companions) {
                Path beside = source.path().resolveSibling(name);
                if (Files.isRegularFile(beside) && !files.contains(beside)) {
                    files.add(beside);
                }
            }
            return files;
        }
        return SourceTree.files(source);
    }
}
