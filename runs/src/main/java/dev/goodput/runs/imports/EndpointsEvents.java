package dev.goodput.runs.imports;

import dev.goodput.core.trace.RequestTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The event log of MLPerf Endpoints, read in the order of its lines, which is the order in which the tool took the
/// events and not that of their stamps. Stamps are nanoseconds of a clock of the process.
final class EndpointsEvents {
    static final EndpointsEvents NONE = new EndpointsEvents();

    /// One stretch of performance tracking: it ends with the last completion of a request that was issued in it.
    private static final class Block {
        final double startNs;
        double lastCompleteNs;

        Block(double startNs) {
            this.startNs = startNs;
            this.lastCompleteNs = startNs;
        }
    }

    private final Map<String, EndpointsSample> samples = new LinkedHashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private boolean tracking;
    private double startedNs = Double.NaN;
    private double endedNs = Double.NaN;
    private long errors;
    private long trackedErrors;

    private EndpointsEvents() {}

    static EndpointsEvents read(Path file) {
        EndpointsEvents events = new EndpointsEvents();
        ImportSource.textLines(
                file,
                (number, line) -> events.add(NodeReader.of(file, number, ImportSource.parse(file, number, line))));
        return events;
    }

    private void add(NodeReader event) {
        double ns = event.number("timestamp_ns");
        String type = event.text("event_type");
        switch (type) {
            case "session.started" -> startedNs = ns;
            case "session.ended" -> endedNs = ns;
            case "session.start_performance_tracking" -> {
                tracking = true;
                blocks.add(new Block(ns));
            }
            case "session.stop_performance_tracking" -> tracking = false;
            case "sample.issued" -> {
                String id = event.text("sample_uuid");
                EndpointsSample sample = new EndpointsSample(
                        id, ns, tracking ? blocks.size() - 1 : -1, event.node().path("data"));
                if (samples.putIfAbsent(id, sample) != null) {
                    throw new ImportException(event.file() + " line " + event.line() + ": sample issued twice");
                }
            }
            default -> {
                EndpointsSample sample = samples.get(event.textOr("sample_uuid", ""));
                if (type.equals("error.generic")) {
                    errors++;
                    trackedErrors += sample != null && sample.isTracked() ? 1L : 0L;
                }
                if (sample != null) {
                    ofSample(sample, type, ns, event.node());
                }
            }
        }
    }

    private void ofSample(EndpointsSample sample, String type, double ns, JsonNode event) {
        switch (type) {
            case "sample.recv_first", "sample.recv_non_first" -> sample.received(ns);
            case "sample.complete" -> {
                sample.completed(ns, event);
                if (sample.isTracked()) {
                    Block block = blocks.get(sample.block());
                    block.lastCompleteNs = Math.max(block.lastCompleteNs, ns);
                }
            }
            case "error.generic" -> sample.failed(event.path("data"));
            default -> {
                // Types that a later version may add say nothing about stamps.
            }
        }
    }

    private List<EndpointsSample> tracked() {
        return samples.values().stream()
                .filter(sample -> sample.isTracked() || blocks.isEmpty())
                .toList();
    }

    int untracked() {
        return samples.size() - tracked().size();
    }

    boolean hasAllChunks() {
        return samples.values().stream().anyMatch(EndpointsSample::hasSeveralChunks);
    }

    int issued(boolean trackedOnly) {
        return (trackedOnly ? tracked() : samples.values()).size();
    }

    long completed(boolean trackedOnly) {
        return (trackedOnly ? tracked() : samples.values())
                .stream().filter(EndpointsSample::isComplete).count();
    }

    long failed(boolean trackedOnly) {
        return trackedOnly ? trackedErrors : errors;
    }

    long finished(String reason) {
        return tracked().stream()
                .filter(sample -> sample.finishReason().equals(reason))
                .count();
    }

    long answersWithText() {
        return tracked().stream().filter(EndpointsSample::hasText).count();
    }

    /// Answers that went on after their first chunk: those of which the tool has a time per token.
    long answersWithRest() {
        return tracked().stream().filter(EndpointsSample::hasRest).count();
    }

    double totalDurationNs() {
        return endedNs - startedNs;
    }

    /// Without performance tracking, from the first issue to the last completion.
    double trackedDurationNs() {
        return blocks.isEmpty()
                ? lastCompleteNs() - epochNs()
                : blocks.stream()
                        .mapToDouble(block -> block.lastCompleteNs - block.startNs)
                        .sum();
    }

    /// From the first issue to the completion of the request that was issued last of those that completed.
    double legacyWindowNs() {
        EndpointsSample last = null;
        double firstNs = Double.NaN;
        for (EndpointsSample sample : tracked()) {
            firstNs = Double.isNaN(firstNs) ? sample.issuedNs() : Math.min(firstNs, sample.issuedNs());
            if (sample.isComplete() && (last == null || sample.issuedNs() > last.issuedNs())) {
                last = sample;
            }
        }
        return last == null ? Double.NaN : last.completeNs() - firstNs;
    }

    private double lastCompleteNs() {
        return tracked().stream()
                .filter(EndpointsSample::isComplete)
                .mapToDouble(EndpointsSample::completeNs)
                .max()
                .orElse(epochNs());
    }

    private double epochNs() {
        return blocks.isEmpty()
                ? samples.values().stream()
                        .mapToDouble(EndpointsSample::issuedNs)
                        .min()
                        .orElse(0)
                : blocks.getFirst().startNs;
    }

    /// The token count of every answer where the tool's own summary says that all had the same, else -1.
    int tokensOfEveryAnswer(JsonNode summary) {
        JsonNode lengths = summary.path("output_sequence_lengths");
        double min = lengths.path("min").asDouble(-1);
        double total = lengths.path("total").asDouble(-1);
        boolean same = min > 0
                && min == lengths.path("max").asDouble(-2)
                && min <= Integer.MAX_VALUE
                && total == min * answersWithText();
        return same ? (int) min : -1;
    }

    /// The requests, in order of issue, timed from the start of performance tracking.
    ///
    /// @param tokens of every answer with text, or -1
    List<RequestTrace> traces(int tokens) {
        double epochNs = epochNs();
        List<RequestTrace> traces = new ArrayList<>();
        for (EndpointsSample sample : tracked()) {
            traces.add(sample.trace(traces.size(), epochNs, tokens));
        }
        return traces;
    }
}
