package dev.goodput.cli;

import dev.goodput.core.stat.Distribution;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import dev.goodput.report.BarFigure;
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

/// Two configurations whose mean TPOT is the same, and whose users are served quite differently: a
/// faster GPU that is shared with somebody's long prompts, and a slower one of one's own.
final class MeanVsP99Lesson implements Lesson {
    private static final LessonEngine SHARED =
            LessonEngine.of("h200-llama3.1-8b", "neighbour-prompt-tokens=24576", "neighbour-every=4500ms");
    private static final LessonEngine OWN = LessonEngine.of(LessonEngine.USUAL);
    private static final Lengths LENGTHS = new Lengths(200, 50, 150, 50);
    private static final double RATE = 8;
    private static final int REQUESTS = 3_000;
    private static final String SLO = "tpot<=10ms";
    private static final double LIMIT_MS = 10;

    /// The two sides.
    record Sides(Experiment shared, Experiment own) {}

    @Override
    public String name() {
        return "mean-vs-p99";
    }

    @Override
    public String shows() {
        return "two endpoints with the same mean TPOT, and one of them fails its users";
    }

    static Sides run(long seed) {
        SimulatedLoad load = SimulatedLoad.of(LENGTHS, new Arrivals.Poisson(RATE, 0), REQUESTS, 0);
        return new Sides(Experiment.of(SHARED.spec(), load, seed), Experiment.of(OWN.spec(), load, seed));
    }

    @Override
    public List<String> files() {
        return List.of();
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Sides sides = run(seed);
        Distribution shared = sides.shared().metrics().tpot();
        Distribution own = sides.own().metrics().tpot();
        double sharedGood = sides.shared().goodput(SLO);
        double ownGood = sides.own().goodput(SLO);
        String answer = "Both serve the same requests with a mean TPOT of " + Format.time(shared.mean()) + " and "
                + Format.time(own.mean()) + ". At P99 it is " + Format.time(shared.p99()) + " against "
                + Format.time(own.p99()) + ", and " + Format.percent(1 - sharedGood) + " against "
                + Format.percent(1 - ownGood) + " of the requests miss " + SLO + ".";
        return new LessonReport(
                Version.TOOL,
                name(),
                "Same mean time per token: the same service?",
                answer,
                List.of(
                        "Shared: an H200, Llama 3.1 8B, and a neighbour who sends a prompt of about 24,576 tokens"
                                + " every 4.5 s. Own: an H100 with the same model and nobody else.",
                        "Both: " + Format.count(REQUESTS) + " chat requests at 8/s (" + LessonEngine.words(LENGTHS)
                                + "), seed " + seed + "."),
                List.of(
                        new KeyNumber(
                                "mean TPOT, shared", Format.time(shared.mean()), "own: " + Format.time(own.mean())),
                        new KeyNumber("P50, shared", Format.time(shared.p50()), "own: " + Format.time(own.p50())),
                        new KeyNumber("P99, shared", Format.time(shared.p99()), "own: " + Format.time(own.p99())),
                        new KeyNumber(
                                "good, shared: " + SLO, Format.percent(sharedGood), "own: " + Format.percent(ownGood))),
                List.of(curves(shared, own), bars(shared, own)),
                List.of(numbers(sides, sharedGood, ownGood)),
                "A mean adds up what different people went through: those between two long prompts pay for"
                        + " nothing, those who meet one pay for all. Decide by the share of requests that keep"
                        + " the limit, and look at P99 beside the mean.",
                commands(seed));
    }

    private static CurveFigure curves(Distribution shared, Distribution own) {
        Scale x = Scale.linear("TPOT of a request, ms", "", 5, 25);
        return new CurveFigure(
                "Requests served at least this fast",
                "Who is hit by the neighbour's prompt is right of the limit; the mean lies where almost nobody is.",
                x,
                Scale.linear("share of requests", "%", 0, 100),
                List.of(cumulative(shared, x, Shade.BAD), cumulative(own, x, Shade.GOOD)),
                List.of(
                        new CurveFigure.Rule(true, LIMIT_MS, "limit " + SLO),
                        new CurveFigure.Rule(true, shared.mean() / 1e6, "both means")),
                List.of(new Legend(Shade.BAD, "shared H200"), new Legend(Shade.GOOD, "own H100")));
    }

    /// Share of values up to each place of an axis in ms.
    private static CurveFigure.Series cumulative(Distribution values, Scale x, Shade shade) {
        List<CurveFigure.Point> points = new ArrayList<>();
        int steps = 200;
        for (int i = 0; i <= steps; i++) {
            double ms = x.low() + (x.high() - x.low()) * i / steps;
            points.add(new CurveFigure.Point(ms, 100.0 * values.countAtMost(ms * 1e6) / values.count(), ""));
        }
        return new CurveFigure.Series(shade, true, points);
    }

    private static BarFigure bars(Distribution shared, Distribution own) {
        List<BarFigure.Bar> bars = new ArrayList<>();
        add(bars, "mean", shared.mean(), own.mean());
        add(bars, "P50", shared.p50(), own.p50());
        add(bars, "P90", shared.p90(), own.p90());
        add(bars, "P99", shared.p99(), own.p99());
        return new BarFigure(
                "TPOT by statistic",
                "The mean cannot tell the two apart, the median even prefers the shared one.",
                shared.p99(),
                bars,
                List.of(new Legend(Shade.BAD, "shared H200"), new Legend(Shade.GOOD, "own H100")));
    }

    private static void add(List<BarFigure.Bar> bars, String statistic, double shared, double own) {
        bars.add(BarFigure.Bar.of(statistic + ", shared H200", shared, Shade.BAD, Format.time(shared)));
        bars.add(BarFigure.Bar.of(statistic + ", own H100", own, Shade.GOOD, Format.time(own)));
    }

    private static Section numbers(Sides sides, double sharedGood, double ownGood) {
        Distribution shared = sides.shared().metrics().tpot();
        Distribution own = sides.own().metrics().tpot();
        Table.Builder table = Table.builder().text("TPOT").numbers("shared H200", "own H100", "shared / own");
        LessonTables.times(table, "mean", shared.mean(), own.mean());
        LessonTables.times(table, "P50", shared.p50(), own.p50());
        LessonTables.times(table, "P90", shared.p90(), own.p90());
        LessonTables.times(table, "P99", shared.p99(), own.p99());
        LessonTables.times(
                table,
                "longest gap of all",
                sides.shared().metrics().itl().max(),
                sides.own().metrics().itl().max());
        table.row("good, " + SLO, Format.percent(sharedGood), Format.percent(ownGood), "");
        return new Section("numbers", "Numbers", table.build(), "Times in ms, of the chat requests only.");
    }

    private static List<Command> commands(long seed) {
        String load = " --rate 8/s --requests " + REQUESTS + LessonEngine.flags(LENGTHS) + " --seed " + seed
                + " --slo \"" + SLO + "\"";
        return List.of(
                new Command("the shared one", SHARED.command() + load),
                new Command("the own one", OWN.command() + load),
                new Command(
                        "on from here: the neighbour's prompts in chunks of 512",
                        SHARED.command() + " --set max-batched-tokens=512" + load));
    }
}
