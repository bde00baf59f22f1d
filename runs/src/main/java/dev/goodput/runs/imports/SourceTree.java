package dev.goodput.runs.imports;

import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// The files of a source together with those in its folders: some tools write a tree of folders, a run in each.
final class SourceTree {
    private static final int MAX_DEPTH = 6;
    private static final int MAX_ENTRIES = 10_000;

    private SourceTree() {}

    /// The regular files in the source, sorted by path. Links to folders are not followed.
    ///
    /// @throws ImportException when there are too many to be one tool's results
    static List<Path> files(ImportSource source) {
        if (!source.isDirectory()) {
            return Files.isRegularFile(source.path()) ? List.of(source.path()) : List.of();
        }
        List<Path> files = new ArrayList<>();
        FileVisitor<Path> visitor = new SimpleFileVisitor<>() {
            private int entries;

            private void counted() {
                if (++entries > MAX_ENTRIES) {
                    throw new ImportException(source.path() + ": more than " + MAX_ENTRIES
                            + " files and folders; name the file or the folder of one result");
                }
            }

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                counted();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                counted();
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(source.path(), EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH, visitor);
        } catch (IOException e) {
            throw new ImportException("cannot read " + source.path() + ": " + RunFiles.reason(e), e);
        }
        files.sort(null);
        return files;
    }

    /// The file of that name beside another.
    static java.util.Optional<Path> beside(Path file, String name) {
        Path sibling = file.resolveSibling(name);
        return Files.isRegularFile(sibling) ? java.util.Optional.of(sibling) : java.util.Optional.empty();
    }
}
