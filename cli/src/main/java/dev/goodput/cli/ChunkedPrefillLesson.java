package dev.goodput.cli;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.workload.Workloads;
import dev.goodput.report.CurveFigure;
import dev.goodput.report.Figure.Legend;
import dev.goodput.report.Format;
import dev.goodput.report.LessonReport;
import dev.goodput.report.LessonReport.Command;
import dev.goodput.report.LessonReport.KeyNumber;
import dev.goodput.report.Scale;
import dev.goodput.report.Section;
import dev.goodput.report.Shade;
import dev.goodput.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Long prompts arrive among chats that are being answered, and are computed in chunks or in one piece.
final class ChunkedPrefillLesson implements Lesson {
    static final String CHAT = "chat";
    static final String DOCUMENT = "document";
    private static final String FILE = "chats-and-documents.yaml";
    private static final LessonEngine CHUNKS = LessonEngine.of(LessonEngine.USUAL, "max-batched-tokens=512");
    private static final LessonEngine WHOLE = LessonEngine.of(LessonEngine.USUAL, "max-batched-tokens=off");
    private static final long SECONDS = 90;
    private static final String SLO = "itl_max<=50ms";

    /// The same requests on both engines.
    record Sides(Experiment chunked, Experiment whole) {}

    @Override
    public String name() {
        return "chunked-prefill";
    }

    @Override
    public String shows() {
        return "why prompts in chunks protect the P99 of the gaps, hardly the mean, and what the long prompts pay";
    }

    static Sides run(long seed, Path directory) {
        SimulatedLoad load =
                SimulatedLoad.described(Workloads.load(directory.resolve(FILE).toString()), SECONDS * 1_000_000_000);
        return new Sides(Experiment.of(CHUNKS.spec(), load, seed), Experiment.of(WHOLE.spec(), load, seed));
    }

    @Override
    public List<String> files() {
        return List.of(FILE);
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Sides sides = run(seed, directory);
        Experiment chunkedChat = sides.chunked().ofClass(CHAT);
        Experiment wholeChat = sides.whole().ofClass(CHAT);
        RunMetrics chunked = chunkedChat.metrics();
        RunMetrics whole = wholeChat.metrics();
        Distribution chunkedDocuments =
                sides.chunked().ofClass(DOCUMENT).metrics().ttft();
        Distribution wholeDocuments = sides.whole().ofClass(DOCUMENT).metrics().ttft();
        double chunkedGood = chunkedChat.goodput(SLO);
        double wholeGood = wholeChat.goodput(SLO);
        String answer =
                "In one piece, each long prompt stops every running answer until it is done: the P99 of the gaps"
                        + " between tokens is " + Format.time(whole.itl().p99()) + ". In chunks of 512 tokens it is "
                        + Format.time(chunked.itl().p99()) + ", while the mean only moves from "
                        + Format.time(whole.itl().mean()) + " to "
                        + Format.time(chunked.itl().mean()) + ".";
        Table.Builder table = Table.builder().text("").numbers("in one piece", "chunks of 512", "one piece / chunks");
        LessonTables.times(table, "gap, mean", whole.itl().mean(), chunked.itl().mean());
        LessonTables.times(table, "gap, P50", whole.itl().p50(), chunked.itl().p50());
        LessonTables.times(table, "gap, P99", whole.itl().p99(), chunked.itl().p99());
        LessonTables.times(
                table, "gap, longest", whole.itl().max(), chunked.itl().max());
        LessonTables.times(
                table, "TPOT, P99", whole.tpot().p99(), chunked.tpot().p99());
        LessonTables.times(table, "TTFT of long prompts, P50", wholeDocuments.p50(), chunkedDocuments.p50());
        LessonTables.times(table, "TTFT of long prompts, P90", wholeDocuments.p90(), chunkedDocuments.p90());
        table.row("good chats, " + SLO, Format.percent(wholeGood), Format.percent(chunkedGood), "");
        return new LessonReport(
                Version.TOOL,
                name(),
                "Why does chunked prefill protect P99, and hardly the mean?",
                answer,
                List.of(
                        "One H100, Llama 3.1 8B, " + SECONDS + " s"
                                + ": chats at 8.5/s (200 ± 50 tokens in, 150 ± 50 out), documents at 1.5/s (4,096 ±"
                                + " 400 in, 20 ± 5 out), seed " + seed + ".",
                        "The same requests twice: a step computes at most 512 tokens (max-batched-tokens=512), or a prompt goes through in one piece (max-batched-tokens=off)."),
                List.of(
                        new KeyNumber(
                                "P99 of the gaps",
                                Format.time(chunked.itl().p99()),
                                "in one piece: " + Format.time(whole.itl().p99())),
                        new KeyNumber(
                                "mean of the gaps",
                                Format.time(chunked.itl().mean()),
                                "in one piece: " + Format.time(whole.itl().mean())),
                        new KeyNumber(
                                "TTFT P50, long prompts",
                                Format.time(chunkedDocuments.p50()),
                                "in one piece: " + Format.time(wholeDocuments.p50())),
                        new KeyNumber(
                                "chats without a gap > 50 ms",
                                Format.percent(chunkedGood),
                                "in one piece: " + Format.percent(wholeGood))),
                List.of(PrefillLanes.of(sides), tails(whole.itl(), chunked.itl())),
                List.of(new Section(
                        "numbers",
                        "Numbers",
                        table.build(),
                        "Times in ms. Gaps are those between tokens of one chat, of all chats in one pool.")),
                "Chunks do not make the work less, they cut it so that every step still gives each answer a"
                        + " token. A mean spreads one stop of "
                        + Format.time(whole.itl().p99())
                        + " over a hundred tokens and calls it nothing; the user saw it. The price is paid by"
                        + " the long prompts, whose first token comes later.",
                commands(directory, seed));
    }

    /// Share of gaps that are longer, for each length.
    private static CurveFigure tails(Distribution whole, Distribution chunked) {
        Scale x = Scale.logarithmic("gap between two tokens, ms", "", 5, 500);
        Scale y = Scale.logarithmic("share of gaps that are longer", "%", 0.01, 100);
        return new CurveFigure(
                "How many gaps are longer than …",
                "At P50 both are the same (" + Format.time(whole.p50()) + " and " + Format.time(chunked.p50())
                        + "). At one gap in a hundred they are apart by a factor of "
                        + Format.ratio(whole.p99() / chunked.p99()) + ".",
                x,
                y,
                List.of(tail(whole, x, y, Shade.BAD), tail(chunked, x, y, Shade.GOOD)),
                List.of(new CurveFigure.Rule(false, 1, "P99: one gap in a hundred is longer")),
                List.of(new Legend(Shade.BAD, "in one piece"), new Legend(Shade.GOOD, "chunks of 512")));
    }

    private static CurveFigure.Series tail(Distribution gaps, Scale x, Scale y, Shade shade) {
        List<CurveFigure.Point> points = new ArrayList<>();
        int steps = 240;
        for (int i = 0; i <= steps; i++) {
            double ms = x.low() * Math.pow(x.high() / x.low(), (double) i / steps);
            double longer = 100 - 100.0 * gaps.countAtMost(ms * 1e6) / gaps.count();
            points.add(new CurveFigure.Point(ms, longer, ""));
            if (longer < y.low()) {
                break;
            }
        }
        return new CurveFigure.Series(shade, true, points);
    }

    private static List<Command> commands(Path directory, long seed) {
        String load = " --workload " + directory.resolve(FILE) + " --duration " + SECONDS + "s --seed " + seed;
        return List.of(
                new Command("the same requests in chunks of 512", CHUNKS.command() + load),
                new Command("in one piece", WHOLE.command() + load),
                new Command(
                        "on from here: what does vLLM's default for this GPU, 8,192 tokens a step, do?",
                        LessonEngine.of(LessonEngine.USUAL).command() + load + " --slo \"" + SLO + "\""));
    }

    /// Whether a request is a chat that was being answered all that time.
    static boolean isDecodingFrom(RequestTrace trace, double fromNs, double toNs) {
        return CHAT.equals(trace.asked().requestClass())
                && trace.chunks().size() > 1
                && trace.chunks().arrivalNs(0) < fromNs
                && trace.timeline().endNs() > toNs;
    }
}
