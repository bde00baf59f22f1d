package dev.goodput.runs;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes a run while it happens: the manifest first (saying `RUNNING`), then a line a request as it ends, then the
/// manifest again with its end. Each line reaches the operating system before the next, so a killed run keeps what it
/// had. Not thread-safe: one writer.
public final class RunWriter implements AutoCloseable {
    private final Path directory;
    private final OutputStream traces;

    private RunWriter(Path directory, OutputStream traces) {
        this.directory = directory;
        this.traces = traces;
    }

    /// Makes the directory and its first files.
    ///
    /// @throws RunDirectoryException when it cannot be written, or holds a run already
    public static RunWriter create(Path directory, Manifest manifest) {
        try {
            Files.createDirectories(directory);
            if (Files.exists(directory.resolve(RunFiles.MANIFEST))) {
                throw new RunDirectoryException(
                        directory + " already holds a run; name another directory with --out, or remove it");
            }
            RunFiles.replace(directory.resolve(RunFiles.MANIFEST), ManifestJson.write(manifest));
            OutputStream traces = Files.newOutputStream(
                    directory.resolve(RunFiles.TRACES), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new RunWriter(directory, traces);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write to " + directory + ": " + RunFiles.reason(e), e);
        }
    }

    public Path directory() {
        return directory;
    }

    /// Appends one trace.
    ///
    /// @throws RunDirectoryException when the disk does not take it
    public void append(RequestTrace trace) {
        try {
            traces.write(TraceLine.write(trace));
        } catch (IOException e) {
            throw failed(RunFiles.TRACES, e);
        }
    }

    /// Writes the manifest of the ended run.
    ///
    /// @throws RunDirectoryException when the disk does not take it
    public void finish(Manifest manifest) {
        try {
            RunFiles.replace(directory.resolve(RunFiles.MANIFEST), ManifestJson.write(manifest));
        } catch (IOException e) {
            throw failed(RunFiles.MANIFEST, e);
        }
    }

    @Override
    public void close() {
        try {
            traces.close();
        } catch (IOException e) {
            throw failed(RunFiles.TRACES, e);
        }
    }

    private RunDirectoryException failed(String file, IOException e) {
        return new RunDirectoryException("cannot write " + directory.resolve(file) + ": " + RunFiles.reason(e), e);
    }
}
