package dev.goodput.runs.imports;

import dev.goodput.core.trace.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// LoadGen's trace log, which is called JSON and is not (`"key":""name""`): one event a line, of which those about
/// samples are well-formed.
final class LoadgenTrace {
    private static final byte[] SAMPLE = "{\"name\":\"Sample\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOKEN_LATENCY = "{\"name\":\"Token_Latency\"".getBytes(StandardCharsets.US_ASCII);

    private LoadgenTrace() {}

    /// One sample. Times in nanoseconds; those from the schedule count from the sample's own scheduled time.
    ///
    /// @param scheduledNs from the first scheduled time of the run
    /// @param issueDelayNs how late it was issued
    /// @param firstTokenNs first-token callback from the schedule, or unknown
    /// @param completeNs completion callback from the schedule
    record Sample(
            long seq, long query, double scheduledNs, double issueDelayNs, double firstTokenNs, double completeNs) {
        double endNs() {
            return scheduledNs + completeNs;
        }
    }

    private record FirstToken(double delayNs, double ns) {}

    static boolean isTrace(String beginning) {
        return beginning.startsWith("{\"traceEvents\":[")
                && (beginning.contains("\"name\":\"GenerateQueries\"")
                        || beginning.contains("\"name\":\"IssueQuery\"")
                        || beginning.contains("\"name\":\"QuerySamplesComplete\""));
    }

    /// The samples of a trace in order of their sequence numbers.
    ///
    /// @throws ImportException when a line about a sample cannot be understood
    static List<Sample> read(Path file) {
        List<Sample> samples = new ArrayList<>();
        Map<Double, List<FirstToken>> firstTokens = new HashMap<>();
        ImportSource.textLines(file, (number, line) -> {
            boolean isSample = startsWith(line, SAMPLE);
            if (!isSample && !startsWith(line, TOKEN_LATENCY)) {
                return;
            }
            int length = line[line.length - 1] == ',' ? line.length - 1 : line.length;
            NodeReader event =
                    NodeReader.of(file, number, ImportSource.parse(file, number, Arrays.copyOf(line, length)));
            if (isSample && !event.text("ph").equals("b")) {
                return;
            }
            double scheduledNs = Math.rint(event.number("ts") * 1e3);
            NodeReader args = NodeReader.of(file, number, event.node().path("args"));
            if (isSample) {
                samples.add(new Sample(
                        (long) args.number("sample_seq"),
                        (long) args.number("query_seq"),
                        scheduledNs,
                        args.number("issue_start_ns"),
                        Stamp.UNKNOWN,
                        args.number("complete_ns")));
            } else {
                firstTokens
                        .computeIfAbsent(scheduledNs, _ -> new ArrayList<>())
                        .add(new FirstToken(args.number("issue_delay"), args.number("issue_to_done")));
            }
        });
        return joined(samples, firstTokens);
    }

    /// First tokens carry no number of their sample, only its scheduled time; where several samples share that, which
    /// is whose cannot be told.
    private static List<Sample> joined(List<Sample> samples, Map<Double, List<FirstToken>> firstTokens) {
        double epochNs = samples.stream().mapToDouble(Sample::scheduledNs).min().orElse(0);
        Map<Double, Integer> sharing = new HashMap<>();
        samples.forEach(sample -> sharing.merge(sample.scheduledNs(), 1, Integer::sum));
        return samples.stream()
                .map(sample -> {
                    List<FirstToken> first = firstTokens.getOrDefault(sample.scheduledNs(), List.of());
                    boolean certain = first.size() == 1 && sharing.getOrDefault(sample.scheduledNs(), 0) == 1;
                    return new Sample(
                            sample.seq(),
                            sample.query(),
                            sample.scheduledNs() - epochNs,
                            sample.issueDelayNs(),
                            certain
                                    ? first.getFirst().delayNs()
                                            + first.getFirst().ns()
                                    : Stamp.UNKNOWN,
                            sample.completeNs());
                })
                .sorted(Comparator.comparingLong(Sample::seq))
                .toList();
    }

    private static boolean startsWith(byte[] line, byte[] prefix) {
        return line.length >= prefix.length && Arrays.equals(line, 0, prefix.length, prefix, 0, prefix.length);
    }
}
