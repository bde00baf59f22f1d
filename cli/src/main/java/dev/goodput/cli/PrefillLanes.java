package dev.goodput.cli;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.EngineStep;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.report.Figure.Legend;
import dev.goodput.report.Format;
import dev.goodput.report.LaneFigure;
import dev.goodput.report.LaneFigure.Lane;
import dev.goodput.report.LaneFigure.Span;
import dev.goodput.report.Scale;
import dev.goodput.report.Shade;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// A quarter of a second around the arrival of one long prompt, to scale: the steps of the engine, and
/// the tokens of one chat, in chunks and in one piece.
final class PrefillLanes {
    private static final double BEFORE_MS = 40;
    private static final double AFTER_MS = 230;

    private PrefillLanes() {}

    static LaneFigure of(ChunkedPrefillLesson.Sides sides) {
        RequestTrace document = loneliestDocument(sides);
        double zeroNs = document.timeline().intendedStartNs();
        Optional<RequestTrace> user = witness(sides, zeroNs);
        List<Lane> lanes = new ArrayList<>();
        lanes.add(new Lane("in one piece: steps", steps(sides.whole(), zeroNs), List.of()));
        user.ifPresent(
                chat -> lanes.add(new Lane("one chat's tokens", List.of(), tokens(sides.whole(), chat, zeroNs))));
        lanes.add(new Lane("in chunks: steps", steps(sides.chunked(), zeroNs), List.of()));
        user.ifPresent(
                chat -> lanes.add(new Lane("one chat's tokens", List.of(), tokens(sides.chunked(), chat, zeroNs))));
        return new LaneFigure(
                "Every engine step around one long prompt, to scale",
                "A prompt of " + Format.count(document.asked().promptTokens())
                        + " tokens arrives at 0 ms. Numbers in a step: prompt tokens, + answers that get a token from it.",
                Scale.linear("since the long prompt's arrival", " ms", -BEFORE_MS, AFTER_MS),
                lanes,
                List.of(
                        new Legend(Shade.BAD, "step with prompt tokens"),
                        new Legend(Shade.GOOD, "step that only decodes")));
    }

    /// The long prompt that is farthest from any other, once the run is under way and while a chat is
    /// watching it.
    private static RequestTrace loneliestDocument(ChunkedPrefillLesson.Sides sides) {
        double[] starts = sides.whole().run().traces().stream()
                .filter(trace ->
                        ChunkedPrefillLesson.DOCUMENT.equals(trace.asked().requestClass()))
                .mapToDouble(trace -> trace.timeline().intendedStartNs())
                .toArray();
        return sides.whole().run().traces().stream()
                .filter(trace ->
                        ChunkedPrefillLesson.DOCUMENT.equals(trace.asked().requestClass()))
                .filter(trace ->
                        witness(sides, trace.timeline().intendedStartNs()).isPresent())
                .max(Comparator.comparingDouble(
                        trace -> distance(starts, trace.timeline().intendedStartNs())))
                .orElse(sides.whole().run().traces().getFirst());
    }

    private static double distance(double[] starts, double startNs) {
        return DoubleStream.of(starts)
                .filter(other -> other != startNs)
                .map(other -> Math.abs(other - startNs))
                .min()
                .orElse(0);
    }

    /// A chat that is being answered all the time, on both engines.
    private static Optional<RequestTrace> witness(ChunkedPrefillLesson.Sides sides, double zeroNs) {
        double fromNs = zeroNs - BEFORE_MS * 1e6;
        double toNs = zeroNs + AFTER_MS * 1e6;
        List<RequestTrace> whole = sides.whole().run().traces();
        List<RequestTrace> chunked = sides.chunked().run().traces();
        return IntStream.range(0, whole.size())
                .filter(i -> ChunkedPrefillLesson.isDecodingFrom(whole.get(i), fromNs, toNs)
                        && ChunkedPrefillLesson.isDecodingFrom(chunked.get(i), fromNs, toNs))
                .mapToObj(whole::get)
                .findFirst();
    }

    private static List<Span> steps(Experiment side, double zeroNs) {
        List<Span> spans = new ArrayList<>();
        for (EngineStep step : side.steps()) {
            double from = (step.startNs() - zeroNs) / 1e6;
            double to = (step.endNs() - zeroNs) / 1e6;
            if (to > -BEFORE_MS && from < AFTER_MS) {
                String load = Format.count(step.prefillTokens()) + " + " + step.decodes();
                spans.add(new Span(
                        from,
                        to,
                        step.prefillTokens() > 0 ? Shade.BAD : Shade.GOOD,
                        step.prefillTokens() > 0 ? load : "",
                        step.prefillTokens() > 0 ? Format.count(step.prefillTokens()) : "",
                        load + " tokens in " + Format.time((double) (step.endNs() - step.startNs()))));
            }
        }
        return spans;
    }

    private static List<Double> tokens(Experiment side, RequestTrace chat, double zeroNs) {
        Chunks chunks = side.run().traces().stream()
                .filter(trace -> trace.index() == chat.index())
                .findFirst()
                .orElseThrow()
                .chunks();
        return IntStream.range(0, chunks.size())
                .filter(chunks::isOutput)
                .mapToObj(i -> (chunks.arrivalNs(i) - zeroNs) / 1e6)
                .filter(at -> at >= -BEFORE_MS && at <= AFTER_MS)
                .toList();
    }
}
