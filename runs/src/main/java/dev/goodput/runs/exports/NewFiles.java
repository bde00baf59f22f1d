package dev.goodput.runs.exports;

import dev.goodput.runs.RunFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Files that must not be there yet.
public final class NewFiles {
    private NewFiles() {}

    /// Writes to a file.
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Refuses before anything is written when one of the files exists; makes their folder.
    public static void check(List<Path> files) {
        for (Path file : files) {
            if (Files.exists(file)) {
                throw new ExportException(file + " exists; name another place or remove it first");
            }
            Path folder = file.toAbsolutePath().getParent();
            try {
                if (folder != null) {
                    Files.createDirectories(folder);
                }
            } catch (IOException e) {
                throw new ExportException("cannot make " + folder + ": " + RunFiles.reason(e), e);
            }
        }
    }

    /// Writes one file; leaves nothing behind when that fails.
    static void write(Path file, Content content) {
        boolean created = false;
        try (OutputStream raw = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            created = true;
            BufferedOutputStream out = new BufferedOutputStream(raw, 1 << 16);
            content.writeTo(out);
            out.flush();
        } catch (IOException | RuntimeException e) {
            if (created) {
                deleteQuietly(file);
            }
            throw e instanceof IOException io
                    ? new ExportException("cannot write " + file + ": " + RunFiles.reason(io), io)
                    : (RuntimeException) e;
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The first failure is the one to tell.
        }
    }
}
