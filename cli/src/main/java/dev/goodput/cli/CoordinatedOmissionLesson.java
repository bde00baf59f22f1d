package dev.goodput.cli;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.engine.spec.EngineSpec;
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

/// The engine stalls once for some seconds, and is measured by three clients: one that sends whatever
/// happens, one that waits for its answers, and one that wants to keep a rate with few requests in
/// flight.
final class CoordinatedOmissionLesson implements Lesson {
    private static final Lengths LENGTHS = new Lengths(300, 80, 60, 15);
    private static final long DURATION_NS = 120_000_000_000L;
    private static final double RATE = 8;
    private static final int USERS = 5;
    private static final int IN_FLIGHT = 8;
    private static final String SLO = "ttft<=1s";
    private static final double LIMIT_NS = 1e9;
    private static final LessonEngine STALLING =
            LessonEngine.of(LessonEngine.USUAL, "neighbour-prompt-tokens=65536", "neighbour-every=120s");

    /// One stall, seen by each client.
    ///
    /// @param paced keeps the users' schedule with at most [#IN_FLIGHT] requests in flight; its traces
    ///     tell the intended and the actual start apart
    record Clients(Experiment users, Experiment closed, Experiment paced) {}

    @Override
    public String name() {
        return "coordinated-omission";
    }

    @Override
    public String shows() {
        return "a stall of some seconds, and the clients that do not send the very requests that would have met it";
    }

    static Clients run(long seed) {
        EngineSpec engine = STALLING.spec();
        SimulatedLoad open = SimulatedLoad.of(LENGTHS, new Arrivals.Poisson(RATE, 0), 0, DURATION_NS);
        SimulatedLoad closed = SimulatedLoad.of(LENGTHS, new Arrivals.ClosedLoop(USERS), 0, DURATION_NS);
        return new Clients(
                Experiment.of(engine, open, seed),
                Experiment.of(engine, closed, seed),
                paced(Experiment.round(engine, open, seed)));
    }

    private static Experiment paced(EngineRun round) {
        InFlightLimit client = new InFlightLimit(round.engine().start(round.seed(), null), IN_FLIGHT);
        Run asScheduled = round.oneRound(client);
        List<RequestTrace> traces = asScheduled.traces().stream()
                .map(trace -> sentAt(trace, client.sentNs((int) trace.index())))
                .toList();
        Run run = new Run(asScheduled.manifest(), traces);
        return new Experiment(run, RunMetrics.of(run), List.of());
    }

    /// The same request with the moment at which it was really sent.
    private static RequestTrace sentAt(RequestTrace trace, double sentNs) {
        Timeline.Builder timeline = new Timeline.Builder(trace.timeline().intendedStartNs());
        timeline.startNs = sentNs;
        timeline.sendStartNs = sentNs;
        timeline.sendEndNs = sentNs;
        timeline.headNs = trace.timeline().headNs();
        timeline.endNs = trace.timeline().endNs();
        timeline.connectionReused = true;
        return new RequestTrace(
                trace.index(),
                trace.id(),
                trace.asked(),
                timeline.build(),
                trace.chunks(),
                trace.usage(),
                trace.outcome());
    }

    @Override
    public List<String> files() {
        return List.of();
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Clients clients = run(seed);
        Distribution users = clients.users().metrics().ttft();
        Distribution closed = clients.closed().metrics().ttft();
        Distribution actual = clients.paced().metrics().ttftFromSend();
        Distribution intended = clients.paced().metrics().ttft();
        String answer = "The engine stalls once, for about " + Format.seconds(users.max() / 1e9) + " of "
                + Format.seconds(DURATION_NS / 1e9) + ". The users' TTFT P99 is " + Format.time(users.p99())
                + ". A client of " + USERS + " users who wait for their answers reports " + Format.time(closed.p99())
                + ", and one at the users' rate with " + IN_FLIGHT
                + " in flight, which starts its watch when it sends, "
                + Format.time(actual.p99()) + ".";
        Table.Builder table = Table.builder()
                .text("who measures")
                .numbers("requests", "TTFT P50", "P90", "P99", "longest", "above 1 s", "good, " + SLO);
        row(table, "users, open loop", users);
        row(table, USERS + " users, closed loop", closed);
        row(table, "paced, actual start", actual);
        row(table, "paced, intended start", intended);
        return new LessonReport(
                Version.TOOL,
                name(),
                "The engine stood still for seconds. Does your P99 know?",
                answer,
                List.of(
                        "One H100, Llama 3.1 8B, vLLM's defaults; about a minute in, a neighbour's prompt of about"
                                + " 65,536 tokens keeps the engine from starting anything else.",
                        "Requests of " + LessonEngine.words(LENGTHS) + " for two minutes, seed " + seed
                                + ": sent at 8/s whatever happens, by " + USERS
                                + " users in a closed loop, and at"
                                + " 8/s with at most " + IN_FLIGHT + " in flight."),
                List.of(
                        new KeyNumber("users, TTFT P99", Format.time(users.p99()), overLimit(users)),
                        new KeyNumber("closed loop, P99", Format.time(closed.p99()), overLimit(closed)),
                        new KeyNumber("paced, actual start, P99", Format.time(actual.p99()), overLimit(actual)),
                        new KeyNumber("paced, intended start, P99", Format.time(intended.p99()), overLimit(intended))),
                List.of(dots(clients)),
                List.of(new Section(
                        "numbers",
                        "Numbers",
                        table.build(),
                        "Times in ms. All rows are the same engine with the same stall; the last two are the same requests of the"
                                + " client with " + IN_FLIGHT + " in flight, by two watches.")),
                "A client that waits for answers stops asking exactly when asking would hurt, and a watch that"
                        + " starts at the send does not see the wait before it. Let a schedule decide when a request"
                        + " is due, and measure from there; 'goodput run' does.",
                commands(seed));
    }

    private static String overLimit(Distribution ttft) {
        return Format.count(overOneSecond(ttft)) + " of " + Format.count(ttft.count()) + " above 1 s";
    }

    static int overOneSecond(Distribution ttft) {
        return ttft.count() - ttft.countAtMost(LIMIT_NS);
    }

    private static void row(Table.Builder table, String label, Distribution ttft) {
        table.row(
                label,
                Format.count(ttft.count()),
                Format.ms(ttft.p50()),
                Format.ms(ttft.p90()),
                Format.ms(ttft.p99()),
                Format.ms(ttft.max()),
                Format.count(overOneSecond(ttft)),
                Format.percent((double) ttft.countAtMost(LIMIT_NS) / ttft.count()));
    }

    private static CurveFigure dots(Clients clients) {
        List<CurveFigure.Point> users = points(clients.users());
        CurveFigure.Point worst = users.stream()
                .max(java.util.Comparator.comparingDouble(CurveFigure.Point::y))
                .orElseThrow();
        Scale x = Scale.linear("seconds into the run, when the request was due", " s", worst.x() - 8, worst.x() + 14);
        Scale y = Scale.logarithmic("TTFT, ms", "", 10, 10_000);
        return new CurveFigure(
                "The stall, request by request",
                "Everyone who comes during the stall waits for its end. The closed loop has no requests there: its users"
                        + " sit in front of answers that do not come.",
                x,
                y,
                List.of(
                        new CurveFigure.Series(Shade.BAD, false, within(users, x)),
                        new CurveFigure.Series(Shade.GOOD, false, within(points(clients.closed()), x))),
                List.of(new CurveFigure.Rule(false, LIMIT_NS / 1e6, "limit " + SLO)),
                List.of(
                        new Legend(Shade.BAD, "users at 8/s (open loop)"),
                        new Legend(Shade.GOOD, USERS + " users in a closed loop")));
    }

    private static List<CurveFigure.Point> points(Experiment client) {
        List<CurveFigure.Point> points = new ArrayList<>();
        for (int i = 0; i < client.run().traces().size(); i++) {
            points.add(new CurveFigure.Point(
                    client.run().traces().get(i).timeline().intendedStartNs() / 1e9,
                    client.metrics().readings().get(i).ttftNs() / 1e6,
                    ""));
        }
        return points;
    }

    private static List<CurveFigure.Point> within(List<CurveFigure.Point> points, Scale x) {
        return points.stream()
                .filter(point -> point.x() >= x.low() && point.x() <= x.high())
                .toList();
    }

    private static List<Command> commands(long seed) {
        String engine = STALLING.command();
        String rest = " --duration " + DURATION_NS / 1_000_000_000 + "s" + LessonEngine.flags(LENGTHS) + " --seed "
                + seed + " --slo \"" + SLO + "\"";
        return List.of(
                new Command("as the users see it", engine + " --rate 8/s" + rest),
                new Command("as a closed loop sees it", engine + " --concurrency " + USERS + rest),
                new Command(
                        "on from here: a real endpoint at a rate, measured from the intended start (both are shown)",
                        "goodput run --url http://HOST:PORT/v1 --model NAME --rate 8/s --duration 120s --slo \"" + SLO
                                + "\""));
    }
}
