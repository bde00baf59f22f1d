package dev.goodput.cli;

import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files that a command writes where the user says.
final class TextFile {
    private TextFile() {}

    /// @throws CliException when the file cannot be written
    static void write(Path file, String text) {
        try {
            // Not writeString, which refuses the lone surrogates that a hostile name may hold.
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, "cannot write " + file + ": " + RunFiles.reason(e));
        }
    }
}
