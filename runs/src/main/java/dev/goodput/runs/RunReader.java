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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
        if (manifest.scheduledRequests() < 0 || manifest.windowNs() < 0) {
            throw new RunDirectoryException(manifestFile + ": scheduled_requests and window_ns must not be negative");
        }
        Path tracesFile = directory.resolve(RunFiles.TRACES);
        if (!Files.exists(tracesFile) && manifest.scheduledRequests() > 0) {
            throw new RunDirectoryException(tracesFile + ": no such file, though the run holds requests");
        }
        Run run = new Run(manifest, traces(tracesFile));
        boolean isOurs = manifest.origin() != Manifest.Origin.IMPORT;
        if (isOurs
                && manifest.status() == Manifest.Status.COMPLETE
                && run.traces().size() < manifest.scheduledRequests()) {
            throw new RunDirectoryException(
                    tracesFile + " is damaged: it holds " + run.traces().size() + " of the "
                            + manifest.scheduledRequests() + " requests of a run that ended in order");
        }
        return run;
    }

    private static List<RequestTrace> traces(Path file) {
        List<RequestTrace> traces = new ArrayList<>();
        if (!Files.exists(file)) {
            return traces;
        }
        if (!Files.isRegularFile(file)) {
            throw new RunDirectoryException(file + ": not a regular file");
        }
        Set<Long> indices = new HashSet<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 12);
            int number = 1;
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    RequestTrace trace = trace(file, number, line.toByteArray());
                    if (!indices.add(trace.index())) {
                        throw new RunDirectoryException(
                                file + " line " + number + ": a second trace of request " + trace.index());
                    }
                    traces.add(trace);
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
            RequestTrace trace = TraceLine.read(line);
            if (trace.timeline().endNs() < trace.timeline().startNs()) {
                throw new IllegalArgumentException("it ends before it starts");
            }
            return trace;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new RunDirectoryException(file + " line " + number + " is not a request trace: " + firstLine(e), e);
        }
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
