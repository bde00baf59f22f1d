package dev.goodput.cli;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.sim.Simulation.Limits;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.load.Lengths;
import dev.goodput.load.PlannedRequests;
import dev.goodput.report.BarFigure;
import dev.goodput.report.Figure.Legend;
import dev.goodput.report.Format;
import dev.goodput.report.GridFigure;
import dev.goodput.report.LessonReport;
import dev.goodput.report.LessonReport.Command;
import dev.goodput.report.LessonReport.KeyNumber;
import dev.goodput.report.Section;
import dev.goodput.report.Shade;
import dev.goodput.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// One slow request in a hundred, seen by users who ask twenty.
final class TailLesson implements Lesson {
    static final int TURNS = 20;
    private static final int USERS = 500;
    private static final double USERS_PER_SECOND = 0.4;
    private static final double THINK_SECONDS = 10;
    private static final long LIMIT_MS = 400;
    private static final String SLO = "ttft<=" + LIMIT_MS + "ms";
    private static final int SHOWN_USERS = 64;
    private static final String NEIGHBOUR = "--set neighbour-prompt-tokens=16384 --set neighbour-every=26s";

    /// Whether each turn of each user was slow.
    record Sessions(Experiment experiment, boolean[][] slow) {
        /// Share of requests that were slow.
        double slowRequests() {
            long slowTurns = 0;
            for (boolean[] user : slow) {
                slowTurns += IntStream.range(0, TURNS).filter(t -> user[t]).count();
            }
            return (double) slowTurns / (slow.length * TURNS);
        }

        /// Share of users who met a slow turn among their first ones.
        double hitUsers(int turns) {
            long hit = 0;
            for (boolean[] user : slow) {
                hit += IntStream.range(0, turns).anyMatch(t -> user[t]) ? 1 : 0;
            }
            return (double) hit / slow.length;
        }

        /// What that share would be if slow turns came independently of each other.
        double expectedHit(int turns) {
            return 1 - Math.pow(1 - slowRequests(), turns);
        }
    }

    @Override
    public String name() {
        return "tail";
    }

    @Override
    public String shows() {
        return "one slow request in a hundred, and how many users of a session of twenty turns meet it";
    }

    static Sessions run(long seed) {
        EngineSpec engine = EngineSpec.load(ENGINE)
                .with("neighbour-prompt-tokens=16384", "lesson")
                .with("neighbour-every=26s", "lesson");
        Experiment experiment =
                Experiment.of(engine, SimulatedLoad.listed(conversations(seed), new Limits(0, 0, 0)), seed);
        boolean[][] slow = new boolean[USERS][TURNS];
        for (int i = 0; i < experiment.run().traces().size(); i++) {
            RequestTrace trace = experiment.run().traces().get(i);
            Reading reading = experiment.metrics().readings().get(i);
            slow[(int) trace.index() / TURNS][(int) trace.index() % TURNS] = reading.ttftNs() > LIMIT_MS * 1e6;
        }
        return new Sessions(experiment, slow);
    }

    /// Users come independently of each other, read each answer for a while and ask again.
    private static ListedWorkload conversations(long seed) {
        PlannedRequests planned = new PlannedRequests(new Lengths(300, 80, 80, 20), seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<WorkloadRequest> list = new ArrayList<>();
        double startSeconds = 0;
        for (int user = 0; user < USERS; user++) {
            startSeconds += random.nextExponential() / USERS_PER_SECOND;
            for (int turn = 0; turn < TURNS; turn++) {
                int index = list.size();
                WorkloadRequest.Start start = turn == 0
                        ? new WorkloadRequest.At(Math.round(startSeconds * 1e9))
                        : new WorkloadRequest.After(
                                index - 1, Math.round(random.nextExponential() * THINK_SECONDS * 1e9));
                list.add(ListedWorkload.request(index, planned.asked(index), "session", start));
            }
        }
        return new ListedWorkload("sessions of " + TURNS + " turns", list);
    }

    @Override
    public Taught teach(long seed, Path directory) {
        Sessions sessions = run(seed);
        Distribution ttft = sessions.experiment().metrics().ttft();
        double slow = sessions.slowRequests();
        double hit = sessions.hitUsers(TURNS);
        String answer = Format.percent(slow) + " of the requests wait longer than " + LIMIT_MS
                + " ms for their first token. Of the users, who ask " + TURNS + " times, " + Format.percent(hit)
                + " meet at least one of them; 1 − (1 − " + Format.percent(slow) + ")^" + TURNS + " = "
                + Format.percent(sessions.expectedHit(TURNS)) + ".";
        return new Taught(
                new LessonReport(
                        Version.TOOL,
                        name(),
                        "One request in a hundred is slow. How many users notice?",
                        answer,
                        List.of(
                                "One H100, Llama 3.1 8B, vLLM's defaults; a neighbour sends a prompt of about 16,384"
                                        + " tokens every 26 s, and who asks just then waits.",
                                Format.count(USERS) + " users, " + TURNS
                                        + " turns each (300 ± 80 tokens in, 80 ± 20 out),"
                                        + " about 10 s between an answer and the next turn, seed " + seed + "."),
                        List.of(
                                new KeyNumber("slow requests", Format.percent(slow), "TTFT above " + LIMIT_MS + " ms"),
                                new KeyNumber(
                                        "users who met one",
                                        Format.percent(hit),
                                        "in " + TURNS + " turns; independence says "
                                                + Format.percent(sessions.expectedHit(TURNS))),
                                new KeyNumber("TTFT P50", Format.time(ttft.p50()), "P99 " + Format.time(ttft.p99())),
                                new KeyNumber(
                                        "for 99% of users",
                                        Format.percent(1 - allowed()), "of the requests must be fast")),
                        List.of(grid(sessions), byTurns(sessions)),
                        List.of(numbers(sessions)),
                        "P99 is not the experience of one user in a hundred: in a session of " + TURNS
                                + " turns about one in five meets it. Ask for the share of good sessions you want and"
                                + " take its " + TURNS + "th root: 99% of sessions need "
                                + Format.percent(1 - allowed())
                                + " of requests.",
                        commands(seed)),
                Map.of());
    }

    /// Slow requests that leave 99 % of sessions without one.
    private static double allowed() {
        return 1 - Math.pow(0.99, 1.0 / TURNS);
    }

    private static GridFigure grid(Sessions sessions) {
        List<List<Boolean>> columns = new ArrayList<>();
        for (int user = 0; user < SHOWN_USERS; user++) {
            List<Boolean> turns = new ArrayList<>();
            for (boolean turn : sessions.slow()[user]) {
                turns.add(turn);
            }
            columns.add(turns);
        }
        long hit = columns.stream().filter(turns -> turns.contains(true)).count();
        long slow = columns.stream().flatMap(List::stream).filter(turn -> turn).count();
        return new GridFigure(
                "The first " + SHOWN_USERS + " users, turn by turn",
                "A column is a user, a cell is a turn. " + slow + " of " + Format.count((long) SHOWN_USERS * TURNS)
                        + " turns are slow, and they lie with " + hit + " of " + SHOWN_USERS + " users.",
                "a column a user; marked below: met a slow turn",
                "turns",
                columns,
                List.of(new Legend(Shade.BAD, "slow turn"), new Legend(Shade.QUIET, "fast turn")));
    }

    private static BarFigure byTurns(Sessions sessions) {
        List<BarFigure.Bar> bars = new ArrayList<>();
        for (int turns : new int[] {1, 2, 5, 10, TURNS}) {
            double hit = sessions.hitUsers(turns);
            bars.add(new BarFigure.Bar(
                    turns == 1 ? "after 1 turn" : "after " + turns + " turns",
                    0,
                    hit,
                    Shade.BAD,
                    sessions.expectedHit(turns),
                    Format.percent(hit) + " of users"));
        }
        return new BarFigure(
                "Users who have met a slow turn",
                "Bars are counted; the stroke is 1 − (1 − p)^n with the run's own p.",
                1.15 * Math.max(sessions.hitUsers(TURNS), sessions.expectedHit(TURNS)),
                bars,
                List.of());
    }

    private static Section numbers(Sessions sessions) {
        Distribution ttft = sessions.experiment().metrics().ttft();
        List<RequestTrace> traces = sessions.experiment().run().traces();
        double[] worst = new double[USERS];
        for (int i = 0; i < traces.size(); i++) {
            int user = (int) traces.get(i).index() / TURNS;
            worst[user] = Math.max(
                    worst[user],
                    sessions.experiment().metrics().readings().get(i).ttftNs());
        }
        Distribution worstTurn = Distribution.of(worst);
        Table.Builder table =
                Table.builder().text("TTFT").numbers("of a request", "of a user's worst turn", "worst / any");
        LessonTables.ratios(table, "P50", ttft.p50(), worstTurn.p50());
        LessonTables.ratios(table, "P90", ttft.p90(), worstTurn.p90());
        LessonTables.ratios(table, "P99", ttft.p99(), worstTurn.p99());
        table.row(
                "good, " + SLO,
                Format.percent(1 - sessions.slowRequests()),
                Format.percent(1 - sessions.hitUsers(TURNS)),
                "");
        return new Section(
                "numbers",
                "Numbers",
                table.build(),
                "Times in ms. The gate's goodput counts requests: a target of 99% of them is a target of "
                        + Format.percent(Math.pow(0.99, TURNS)) + " of such sessions.");
    }

    private static List<Command> commands(long seed) {
        String load = "goodput simulate --engine " + ENGINE + " " + NEIGHBOUR
                + " --rate 6.5/s --requests 10000 --input-tokens 300 --input-tokens-sd 80 --output-tokens 80"
                + " --output-tokens-sd 20 --seed " + seed;
        return List.of(
                new Command(
                        "the same load request by request, where 99% looks like enough",
                        load + " --slo \"" + SLO + "\""),
                new Command(
                        "on from here: the target that 99% of sessions need",
                        load + " --slo \"" + SLO + "\" --target 99.95%"),
                new Command("how many requests such a target needs to be shown", "goodput plan --target 99.95%"));
    }
}
