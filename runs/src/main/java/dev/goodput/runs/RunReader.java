package dev.goodput.runs;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a run directory back. A last line that was not finished, as a killed run leaves it, is left out; a broken line
/// anywhere else is an error, because silently missing requests would change a verdict.
public final class RunReader {
    /// No trace comes near this; a longer line is not one of ours.
    private static final int MAX_LINE_BYTES = 256 << 20;

    private RunReader() {}

    /// @throws RunDirectoryException when the directory does not hold a readable run
    public static Run read(Path directory) {
        Path manifestFile = directory.resolve(RunFiles.MANIFEST);
        if (!Files.isRegularFile(manifestFile)) {
            String why = Files.isDirectory(directory)
                    ? " is not a run directory: it has no " + RunFiles.MANIFEST
                    : Files.exists(directory) ? " is not a directory" : ": no such directory";
            throw new RunDirectoryException(directory + why);
        }
        Manifest manifest;
        try {
            manifest = ManifestJson.read(Files.readAllBytes(manifestFile));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot read " + manifestFile + ": " + RunFiles.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new RunDirectoryException(manifestFile + " is not a run manifest: " + firstLine(e), e);
        }
        return new Run(manifest, traces(directory.resolve(RunFiles.TRACES)));
    }

    private static List<RequestTrace> traces(Path file) {
        List<RequestTrace> traces = new ArrayList<>();
        if (!Files.exists(file)) {
            return traces;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 12);
            int number = 1;
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    traces.add(trace(file, number, line.toByteArray()));
                    line.reset();
                    number++;
                } else {
                    line.write(b);
                    if (line.size() > MAX_LINE_BYTES) {
                        throw new RunDirectoryException(file + " line " + number + ": longer than any trace");
                    }
                }
            }
            return traces;
        } catch (IOException e) {
            throw new RunDirectoryException("cannot read " + file + ": " + RunFiles.reason(e), e);
        }
    }

    private static RequestTrace trace(Path file, int number, byte[] line) {
        try {
            return TraceLine.read(line);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new RunDirectoryException(file + " line " + number + " is not a request trace: " + firstLine(e), e);
        }
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
