package dev.goodput.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where a run goes when the user did not say: `goodput-runs/DATE-TIME-KIND` below the working directory.
final class OutputDirectory {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private OutputDirectory() {}

    static Path choose(@Nullable Path given, String kind) {
        if (given != null) {
            return given;
        }
        String name = STAMP.format(LocalDateTime.now(java.time.ZoneId.systemDefault())) + "-" + kind;
        Path base = Path.of("goodput-runs");
        Path directory = base.resolve(name);
        for (int i = 2; Files.exists(directory); i++) {
            directory = base.resolve(name + "-" + i);
        }
        return directory;
    }
}
