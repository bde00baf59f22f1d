package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// guidellm's metrics of what went in and came out: tokens, words and characters of text, and the like of other media.
/// Their totals are input and output values joined in one list, not added up a request.
final class GuidellmProperties {
    private static final Map<String, String> BY_METRIC = Map.ofEntries(
            Map.entry("text.tokens", "text_tokens"),
            Map.entry("text.words", "text_words"),
            Map.entry("text.characters", "text_characters"),
            Map.entry("image.tokens", "image_tokens"),
            Map.entry("image.images", "image_count"),
            Map.entry("image.pixels", "image_pixels"),
            Map.entry("image.bytes", "image_bytes"),
            Map.entry("video.tokens", "video_tokens"),
            Map.entry("video.frames", "video_frames"),
            Map.entry("video.seconds", "video_seconds"),
            Map.entry("video.bytes", "video_bytes"),
            Map.entry("audio.tokens", "audio_tokens"),
            Map.entry("audio.samples", "audio_samples"),
            Map.entry("audio.seconds", "audio_seconds"),
            Map.entry("audio.bytes", "audio_bytes"),
            Map.entry("tool_call.tokens", "tool_call_tokens"),
            Map.entry("tool_call.mixed_tokens", "mixed_content_tool_tokens"),
            Map.entry("tool_call.count", "tool_call_count"));

    private GuidellmProperties() {}

    /// What a request took in and put out, with when.
    record Timed(double startS, double endS, double input, double output) {}

    static @Nullable String named(String metric) {
        return BY_METRIC.get(metric);
    }

    static List<Timed> timed(GuidellmBenchmark benchmark, String status, String property) {
        return benchmark
                .within(status)
                .map(r -> new Timed(
                        r.startedS(),
                        r.endedS(),
                        r.numbers().number("input_metrics." + property),
                        r.numbers().number("output_metrics." + property)))
                .filter(t -> !Double.isNaN(t.startS() + t.endS()))
                .filter(t -> !Double.isNaN(t.input()) || !Double.isNaN(t.output()))
                .toList();
    }

    static GuidellmDistribution values(List<Timed> timed, boolean input, boolean output) {
        DoubleStream in = input ? timed.stream().mapToDouble(Timed::input) : DoubleStream.empty();
        DoubleStream out = output ? timed.stream().mapToDouble(Timed::output) : DoubleStream.empty();
        double[] values =
                DoubleStream.concat(in, out).filter(v -> !Double.isNaN(v)).toArray();
        return GuidellmMetrics.unweighted(values, Double.NaN);
    }

    static GuidellmDistribution rate(List<Timed> timed, boolean input, boolean output) {
        List<GuidellmTimed.Event> events = new ArrayList<>();
        intervals(timed, input, output)
                .forEach(interval -> events.add(new GuidellmTimed.Event(interval.toS(), interval.weight())));
        return GuidellmTimed.rate(events, Double.NaN, Double.NaN);
    }

    static GuidellmDistribution concurrency(List<Timed> timed, boolean input, boolean output) {
        return GuidellmTimed.concurrency(intervals(timed, input, output).toList(), Double.NaN, Double.NaN);
    }

    private static Stream<GuidellmTimed.Interval> intervals(List<Timed> timed, boolean input, boolean output) {
        Stream<GuidellmTimed.Interval> in = input
                ? timed.stream()
                        .map(t -> new GuidellmTimed.Interval(t.startS(), t.endS(), GuidellmRequest.orZero(t.input())))
                : Stream.empty();
        Stream<GuidellmTimed.Interval> out = output
                ? timed.stream()
                        .map(t -> new GuidellmTimed.Interval(t.startS(), t.endS(), GuidellmRequest.orZero(t.output())))
                : Stream.empty();
        return Stream.concat(in, out);
    }
}
