package dev.goodput.cli;

import dev.goodput.core.trace.EngineStep;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
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

/// The same engine near saturation, loaded by a fixed number of users who wait for their answers, and
/// by users who do not know of each other.
final class OpenVsClosedLoopLesson implements Lesson {
    static final int SLOTS = 32;
    private static final LessonEngine LIMITED = LessonEngine.of(LessonEngine.USUAL, "max-sequences=" + SLOTS);
    private static final Lengths LENGTHS = new Lengths(1_000, 300, 200, 60);
    private static final int REQUESTS = 2_000;
    private static final int REQUESTS_ON_THE_WAY = 800;
    private static final int[] USERS = {2, 4, 8, 16, 24};
    private static final double[] SHARES = {0.2, 0.4, 0.6, 0.8, 0.9};

    /// @param load requests a second that come: those completed in a closed loop, those offered in an
    ///     open one
    record Level(double load, int users, Experiment experiment) {
        double ttftP90Ms() {
            return experiment.metrics().ttft().p90() / 1e6;
        }
    }

    /// By load. The last of the closed loop fills all slots; the last but one of the open loop has the
    /// same load, the last a tenth more.
    record Sweep(List<Level> closed, List<Level> open) {
        Level full() {
            return closed.getLast();
        }

        Level same() {
            return open.get(open.size() - 2);
        }

        Level more() {
            return open.getLast();
        }
    }

    @Override
    public String name() {
        return "open-vs-closed-loop";
    }

    @Override
    public String shows() {
        return "an engine near saturation looks healthy to N waiting users, and grows a queue for those who just come";
    }

    static Sweep run(long seed) {
        List<Level> closed = new ArrayList<>();
        for (int users : USERS) {
            closed.add(closed(users, REQUESTS_ON_THE_WAY, seed));
        }
        closed.add(closed(SLOTS, REQUESTS, seed));
        double most = closed.getLast().load();
        List<Level> open = new ArrayList<>();
        for (double share : SHARES) {
            open.add(open(share * most, REQUESTS_ON_THE_WAY, seed));
        }
        open.add(open(most, REQUESTS, seed));
        open.add(open(1.1 * most, REQUESTS, seed));
        return new Sweep(closed, open);
    }

    private static Level closed(int users, int requests, long seed) {
        Experiment experiment = Experiment.of(
                LIMITED.spec(), SimulatedLoad.of(LENGTHS, new Arrivals.ClosedLoop(users), requests, 0), seed);
        return new Level(experiment.metrics().throughput().requestsPerSecond(), users, experiment);
    }

    /// At a rate of one decimal, as a command line would say it.
    private static Level open(double rate, int requests, long seed) {
        double said = Math.rint(rate * 10) / 10;
        Experiment experiment = Experiment.of(
                LIMITED.spec(), SimulatedLoad.of(LENGTHS, new Arrivals.Poisson(said, 0), requests, 0), seed);
        return new Level(said, 0, experiment);
    }

    @Override
    public List<String> files() {
        return List.of();
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Sweep sweep = run(seed);
        String answer = SLOTS + " users who wait for each answer get "
                + Format.rate(sweep.full().load())
                + " requests/s through it, with a TTFT P50 of "
                + Format.time(sweep.full().experiment().metrics().ttft().p50())
                + ". Users who come at that rate whatever happens wait "
                + Format.time(sweep.same().experiment().metrics().ttft().p50())
                + " at P50; at a tenth more the queue has no end, and P50 is "
                + Format.time(sweep.more().experiment().metrics().ttft().p50()) + " after "
                + Format.count(REQUESTS) + " requests.";
        return new LessonReport(
                Version.TOOL,
                name(),
                "It holds " + Format.rate(sweep.full().load()) + " requests/s. Will it hold your users?",
                answer,
                List.of(
                        "One H100, Llama 3.1 8B, at most " + SLOTS + " requests in the batch; "
                                + LessonEngine.words(LENGTHS) + ", seed " + seed + ".",
                        "Closed loop: N users, each sends its next request when its answer ends. Open loop: the"
                                + " same requests, Poisson arrivals at a rate."),
                List.of(
                        new KeyNumber(
                                "closed loop, " + SLOTS + " users",
                                Format.time(sweep.full()
                                        .experiment()
                                        .metrics()
                                        .ttft()
                                        .p50()),
                                "TTFT P50 at " + Format.rate(sweep.full().load()) + " requests/s"),
                        new KeyNumber(
                                "open loop, same rate",
                                Format.time(sweep.same()
                                        .experiment()
                                        .metrics()
                                        .ttft()
                                        .p50()),
                                "TTFT P50 at " + Format.rate(sweep.same().load()) + " requests/s"),
                        new KeyNumber(
                                "open loop, a tenth more",
                                Format.time(sweep.more()
                                        .experiment()
                                        .metrics()
                                        .ttft()
                                        .p50()),
                                "TTFT P50 at " + Format.rate(sweep.more().load()) + " requests/s, and growing")),
                List.of(latency(sweep), queues(sweep)),
                List.of(numbers(sweep)),
                "A closed loop cannot overload what it measures: its users slow down with the engine, so it finds"
                        + " the throughput and hides the queue. Independent users do not slow down. Find the"
                        + " throughput with a closed loop, and the latency that people will see with an open one.",
                commands(sweep, seed));
    }

    private static CurveFigure latency(Sweep sweep) {
        double high = sweep.more().ttftP90Ms() * 1.3;
        return new CurveFigure(
                "TTFT P90 against load",
                "With the load of the closed loop's last point the open loop waits "
                        + Format.ratio(sweep.same().ttftP90Ms() / sweep.full().ttftP90Ms())
                        + " times as long; beyond it the wait grows for as long as the run lasts.",
                Scale.linear(
                        "requests/s: completed (closed loop), offered (open loop)",
                        "",
                        0,
                        sweep.more().load() * 1.04),
                Scale.logarithmic("TTFT P90, ms", "", 20, high),
                List.of(curve(sweep.closed(), Shade.GOOD), curve(sweep.open(), Shade.BAD)),
                List.of(new CurveFigure.Rule(true, sweep.full().load(), "most it can do")),
                List.of(new Legend(Shade.GOOD, "closed loop"), new Legend(Shade.BAD, "open loop")));
    }

    private static CurveFigure.Series curve(List<Level> levels, Shade shade) {
        return new CurveFigure.Series(
                shade,
                true,
                levels.stream()
                        .map(level -> new CurveFigure.Point(
                                level.load(),
                                level.ttftP90Ms(),
                                (level.users() > 0 ? level.users() + " users, " : "")
                                        + Format.rate(level.load())
                                        + "/s: " + Format.time(level.ttftP90Ms() * 1e6)))
                        .toList());
    }

    private static CurveFigure queues(Sweep sweep) {
        double seconds = sweep.more().experiment().run().manifest().windowNs() / 1e9;
        int longest = sweep.more().experiment().steps().stream()
                .mapToInt(EngineStep::waiting)
                .max()
                .orElse(1);
        return new CurveFigure(
                "Requests waiting in the engine's queue",
                "The closed loop never has more than its users; the open loop at its rate wanders, a tenth more climbs.",
                Scale.linear("seconds into the run", " s", 0, seconds),
                Scale.linear("requests waiting", "", 0, Math.max(10, longest * 1.05)),
                List.of(
                        waiting(sweep.more(), seconds, Shade.BAD),
                        waiting(sweep.same(), seconds, Shade.WAIT),
                        waiting(sweep.full(), seconds, Shade.GOOD)),
                List.of(),
                List.of(
                        new Legend(
                                Shade.BAD,
                                "open loop, " + Format.rate(sweep.more().load()) + "/s"),
                        new Legend(
                                Shade.WAIT,
                                "open loop, " + Format.rate(sweep.same().load()) + "/s"),
                        new Legend(Shade.GOOD, "closed loop, " + SLOTS + " users")));
    }

    /// The longest queue in each of some two hundred intervals.
    private static CurveFigure.Series waiting(Level level, double seconds, Shade shade) {
        int intervals = 200;
        List<CurveFigure.Point> points = new ArrayList<>();
        double endsNs = 0;
        int most = 0;
        for (EngineStep step : level.experiment().steps()) {
            most = Math.max(most, step.waiting());
            if (step.endNs() >= endsNs) {
                points.add(new CurveFigure.Point(step.endNs() / 1e9, most, ""));
                endsNs = step.endNs() + seconds * 1e9 / intervals;
                most = 0;
            }
        }
        return new CurveFigure.Series(shade, true, points);
    }

    private static Section numbers(Sweep sweep) {
        Table.Builder table = Table.builder()
                .text("load")
                .numbers("offered/s", "completed/s", "TTFT P50", "P90", "P99", "TPOT P99", "E2E P50", "longest queue");
        sweep.closed().forEach(level -> row(table, "closed, " + level.users() + " users", "", level));
        sweep.open().forEach(level -> row(table, "open", Format.rate(level.load()), level));
        return new Section(
                "numbers",
                "Numbers",
                table.build(),
                "Times in ms. " + Format.count(REQUESTS)
                        + " requests in the last row of the closed loop and the last two of"
                        + " the open one, " + Format.count(REQUESTS_ON_THE_WAY)
                        + " in the others. The P99 of a closed loop is its start, when all users come at once. TTFT at and above"
                        + " saturation depends on how long one measures.");
    }

    private static void row(Table.Builder table, String label, String offered, Level level) {
        table.row(
                label,
                offered,
                Format.rate(level.experiment().metrics().throughput().requestsPerSecond()),
                Format.ms(level.experiment().metrics().ttft().p50()),
                Format.ms(level.experiment().metrics().ttft().p90()),
                Format.ms(level.experiment().metrics().ttft().p99()),
                Format.ms(level.experiment().metrics().tpot().p99()),
                Format.ms(level.experiment().metrics().e2e().p50()),
                Format.count(level.experiment().steps().stream()
                        .mapToInt(EngineStep::waiting)
                        .max()
                        .orElse(0)));
    }

    private static List<Command> commands(Sweep sweep, long seed) {
        String engine = LIMITED.command();
        String rest = " --requests " + REQUESTS + LessonEngine.flags(LENGTHS) + " --seed " + seed;
        return List.of(
                new Command("the closed loop", engine + " --concurrency " + SLOTS + rest),
                new Command("the open loop at the same rate", engine + " --rate " + said(sweep.same()) + rest),
                new Command("a tenth more", engine + " --rate " + said(sweep.more()) + rest),
                new Command(
                        "on from here: the rate at which 99% of the requests still start within half a second",
                        engine + " --rate " + said(sweep.open().get(SHARES.length - 1)) + rest
                                + " --slo \"ttft<=500ms\""));
    }

    private static String said(Level level) {
        return String.format(java.util.Locale.ROOT, "%.1f/s", level.load());
    }
}
