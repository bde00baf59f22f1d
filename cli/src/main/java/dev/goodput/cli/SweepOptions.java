package dev.goodput.cli;

import dev.goodput.report.SweepAxis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Option;

/// What a simulation changes from run to run.
final class SweepOptions {
    private static final int MOST_AXES = 2;
    private static final int MOST_RUNS = 1_000;

    @Option(
            names = "--sweep",
            paramLabel = "KEY=V1,V2,…",
            description = "With --engine: the same workload with each of these values of a setting, or of rate or"
                    + " concurrency, such as max-batched-tokens=256,2048,off; given twice, with every combination.")
    private List<String> sweeps = new ArrayList<>();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --sweep: runs of each value, with N seeds from --seed on (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(names = "--keep-runs", description = "With --sweep: keep each run as a run directory in DIR/runs.")
    private boolean keepRuns;

    int seeds() {
        return seeds;
    }

    boolean keepsRuns() {
        return keepRuns;
    }

    /// One or two; none where nothing is swept.
    ///
    /// @throws CliException when they cannot be understood
    List<SweepAxis> axes() {
        if (sweeps.isEmpty() && (seeds != 1 || keepRuns)) {
            throw new CliException(ExitCode.USAGE, (keepRuns ? "--keep-runs" : "--seeds") + " goes with --sweep");
        }
        LoadOptions.atLeast("--seeds", seeds, 1);
        if (sweeps.size() > MOST_AXES) {
            throw new CliException(
                    ExitCode.USAGE, "--sweep may be given twice at most, but is given " + sweeps.size() + " times");
        }
        List<SweepAxis> axes = sweeps.stream().map(SweepOptions::axis).toList();
        if (axes.size() == MOST_AXES
                && axes.getFirst().key().equals(axes.getLast().key())) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--sweep " + axes.getFirst().key() + " is given twice; write all its values in one");
        }
        long runs = axes.stream().mapToLong(axis -> axis.values().size()).reduce(seeds, (a, b) -> a * b);
        if (runs > MOST_RUNS) {
            throw new CliException(ExitCode.USAGE, "--sweep makes " + runs + " runs; " + MOST_RUNS + " is the most");
        }
        return axes;
    }

    private static SweepAxis axis(String text) {
        int equals = text.indexOf('=');
        String key = equals < 1 ? "" : text.substring(0, equals).strip();
        List<String> values = equals < 1
                ? List.of()
                : Arrays.stream(text.substring(equals + 1).split(",", -1))
                        .map(String::strip)
                        .toList();
        if (key.isEmpty() || values.stream().anyMatch(String::isEmpty)) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--sweep: '" + Console.oneLine(text)
                            + "' must be KEY=VALUE,VALUE,… such as max-batched-tokens=256,2048,off");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new CliException(
                    ExitCode.USAGE, "--sweep: a value of '" + Console.oneLine(text) + "' is given twice");
        }
        return new SweepAxis(key, values);
    }
}
