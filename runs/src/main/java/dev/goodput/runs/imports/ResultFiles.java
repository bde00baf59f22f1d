package dev.goodput.runs.imports;

import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// The files of tools that write a folder with folders in it.
final class ResultFiles {
    private static final int MAX_DEPTH = 5;
    private static final int MAX_FILES = 10_000;

    private ResultFiles() {}

    /// The regular files in the source, at most five folders deep, sorted by path. Of a source that is one file, that
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
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(
                    source.path(),
                    EnumSet.noneOf(java.nio.file.FileVisitOption.class),
                    MAX_DEPTH,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            if (attributes.isRegularFile()) {
                                files.add(file);
                            }
                            return files.size() > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new ImportException("cannot read " + source.path() + ": " + RunFiles.reason(e), e);
        }
        if (files.size() > MAX_FILES) {
            throw new ImportException(
                    source.path() + ": more than " + MAX_FILES + " files; name the folder of one result");
        }
        files.sort(null);
        return files;
    }
}
