package dev.goodput.benchmarks;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.DoubleStream;

/// Sets what a run measured beside what the server of `truth.c` logged about the same requests: `RUN LOG`. Prints
/// four pairs, measured and true, in milliseconds: TTFT P50, TTFT P99, gap P50, gap P99; then the number of requests.
public final class AgainstServerLog {
    private AgainstServerLog() {}

    public static void main(String[] args) throws IOException {
        Run run = RunReader.read(Path.of(args[0]));
        Set<String> ids = new HashSet<>();
        run.traces().stream().map(RequestTrace::id).forEach(ids::add);
        // The log also holds the one request that precedes the run.
        List<double[]> logged = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] fields = line.split(" ", -1);
            if (ids.contains(fields[0])) {
                logged.add(stamps(fields));
            }
        }
        if (logged.size() != run.traces().size()) {
            throw new IllegalStateException(
                    "the run has " + run.traces().size() + " requests, the server logged " + logged.size());
        }
        Distribution ttft = Distribution.of(logged.stream().mapToDouble(stamps -> stamps[0]));
        Distribution gaps = Distribution.of(logged.stream().flatMapToDouble(AgainstServerLog::gaps));
        RunMetrics measured = RunMetrics.of(run);
        System.out.println(String.format(
                Locale.ROOT,
                "%.2f %.2f %.2f %.2f %.2f %.2f %.2f %.2f %d",
                measured.ttft().p50() / 1e6,
                ttft.p50() / 1e6,
                measured.ttft().p99() / 1e6,
                ttft.p99() / 1e6,
                measured.itl().p50() / 1e6,
                gaps.p50() / 1e6,
                measured.itl().p99() / 1e6,
                gaps.p99() / 1e6,
                logged.size()));
    }

    private static double[] stamps(String[] fields) {
        double[] stamps = new double[fields.length - 2];
        for (int i = 0; i < stamps.length; i++) {
            stamps[i] = Double.parseDouble(fields[i + 2]);
        }
        return stamps;
    }

    private static DoubleStream gaps(double[] stamps) {
        double[] gaps = new double[stamps.length - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = stamps[i + 1] - stamps[i];
        }
        return DoubleStream.of(gaps);
    }
}
