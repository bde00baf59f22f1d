package dev.goodput.runs;

import dev.goodput.core.trace.EngineStep;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// `steps.jsonl` of a run directory: the steps of the modelled engine that answered, in order, a line
/// each.
public final class StepFile implements AutoCloseable {
    public static final String NAME = "steps.jsonl";

    private final Path file;
    private final OutputStream out;

    private StepFile(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    /// Begins the file in a run directory that exists.
    ///
    /// @throws RunDirectoryException when it cannot be written
    public static StepFile create(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            return new StepFile(file, new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write " + file + ": " + RunFiles.reason(e), e);
        }
    }

    public void append(EngineStep step) {
        try {
            out.write(StepLine.write(step));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write " + file + ": " + RunFiles.reason(e), e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write " + file + ": " + RunFiles.reason(e), e);
        }
    }

    /// Hands over the steps of a run, one after the other; none when the run has no such file.
    ///
    /// @throws RunDirectoryException when the file cannot be read, with the line that is damaged
    public static void read(Path directory, Consumer<EngineStep> sink) {
        Path file = directory.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            return;
        }
        long number = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(256);
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != '\n') {
                    line.write(next);
                    continue;
                }
                number++;
                sink.accept(StepLine.read(line.toByteArray()));
                line.reset();
            }
        } catch (IllegalArgumentException e) {
            throw new RunDirectoryException(file + " line " + number + " is damaged: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot read " + file + ": " + RunFiles.reason(e), e);
        }
    }
}
