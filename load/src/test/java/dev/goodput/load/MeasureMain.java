package dev.goodput.load;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// Runs a closed loop by hand and writes what it saw, for comparison with a server that logs its own stamps: `URL
/// STREAMS REQUESTS TOKENS OUT.csv`. Each line: id, intended start, send start, outcome, arrivals of output
/// chunks.
final class MeasureMain {
    private MeasureMain() {}

    public static void main(String[] args) throws IOException {
        Target target = new Target(URI.create(args[0]), Api.CHAT, "truth", null);
        LoadPlan plan = new LoadPlan(
                target,
                new Lengths(20, 0, Integer.parseInt(args[3]), 0),
                new Arrivals.ClosedLoop(Integer.parseInt(args[1])),
                Long.parseLong(args[2]),
                null,
                Deadlines.DEFAULT,
                Duration.ofSeconds(2),
                1,
                false);
        System.out.println(Preflight.check(target, Deadlines.DEFAULT));
        try (LoadGenerator generator = new LoadGenerator(plan);
                BufferedWriter out = Files.newBufferedWriter(Path.of(args[4]))) {
            System.out.println(generator.run(trace -> write(out, trace)));
            printThreads();
        }
    }

    /// CPU time by thread, in ticks of 10 ms (user, system), on Linux.
    private static void printThreads() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                String stat = Files.readString(task.resolve("stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                if (!fields[11].equals("0") || !fields[12].equals("0")) {
                    System.out.println(stat.substring(stat.indexOf('('), stat.lastIndexOf(')') + 1) + " user "
                            + fields[11] + " system " + fields[12]);
                }
            }
        }
    }

    private static void write(BufferedWriter out, RequestTrace trace) {
        StringBuilder line = new StringBuilder(trace.id())
                .append(',')
                .append(trace.timeline().intendedStartNs())
                .append(',')
                .append(trace.timeline().sendStartNs())
                .append(',')
                .append(trace.isCompleted() ? "ok" : trace.outcome().toString().replace(',', ' '))
                .append(',');
        Chunks chunks = trace.chunks();
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.isOutput(i)) {
                line.append(chunks.arrivalNs(i)).append(' ');
            }
        }
        try {
            out.append(line).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
