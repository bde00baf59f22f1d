package dev.goodput.cli;

import dev.goodput.core.stat.Distribution;
import dev.goodput.engine.workload.Workloads;
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
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One slow request in a hundred, seen by users who ask twenty.
final class TailLesson implements Lesson {
    static final int TURNS = 20;
    private static final String FILE = "sessions.yaml";
    private static final long SECONDS = 1_500;
    private static final long LIMIT_MS = 350;
    private static final String SLO = "ttft<=" + LIMIT_MS + "ms";
    private static final int SHOWN_USERS = 64;
    private static final LessonEngine SHARED =
            LessonEngine.of(LessonEngine.USUAL, "neighbour-prompt-tokens=16384", "neighbour-every=28s");

    /// @param waitsNs by user, the TTFT of each turn, of those who asked all their questions
    record Sessions(Experiment experiment, List<List<Double>> waitsNs) {
        /// Share of requests that were slow.
        double slowRequests() {
            long slow = waitsNs.stream()
                    .flatMap(List::stream)
                    .filter(TailLesson::isSlow)
                    .count();
            return (double) slow / ((long) waitsNs.size() * TURNS);
        }

        /// Share of users who met a slow turn among their first ones.
        double hitUsers(int turns) {
            long hit = waitsNs.stream()
                    .filter(user -> user.subList(0, turns).stream().anyMatch(TailLesson::isSlow))
                    .count();
            return (double) hit / waitsNs.size();
        }

        /// What that share would be if slow turns came independently of each other.
        double expectedHit(int turns) {
            return 1 - Math.pow(1 - slowRequests(), turns);
        }
    }

    private static boolean isSlow(double waitNs) {
        return waitNs > LIMIT_MS * 1e6;
    }

    @Override
    public String name() {
        return "tail";
    }

    @Override
    public String shows() {
        return "one slow request in a hundred, and how many users of a session of twenty turns meet it";
    }

    static Sessions run(long seed, Path directory) {
        SimulatedLoad load =
                SimulatedLoad.described(Workloads.load(directory.resolve(FILE).toString()), SECONDS * 1_000_000_000);
        Experiment experiment = Experiment.of(SHARED.spec(), load, seed);
        // All conversations are equally long, and their turns are numbered one after the other.
        SortedMap<Long, List<Double>> users = new TreeMap<>();
        for (int i = 0; i < experiment.run().traces().size(); i++) {
            long user = experiment.run().traces().get(i).index() / TURNS;
            users.computeIfAbsent(user, _ -> new ArrayList<>())
                    .add(experiment.metrics().readings().get(i).ttftNs());
        }
        return new Sessions(
                experiment,
                users.values().stream().filter(turns -> turns.size() == TURNS).toList());
    }

    @Override
    public List<String> files() {
        return List.of(FILE);
    }

    @Override
    public LessonReport teach(long seed, Path directory) {
        Sessions sessions = run(seed, directory);
        Distribution ttft = sessions.experiment().metrics().ttft();
        double slow = sessions.slowRequests();
        double hit = sessions.hitUsers(TURNS);
        String answer = Format.percent(slow) + " of the requests wait longer than " + LIMIT_MS
                + " ms for their first token. Of the users, who ask " + TURNS + " times, " + Format.percent(hit)
                + " meet at least one of them; 1 − (1 − " + Format.percent(slow) + ")^" + TURNS + " = "
                + Format.percent(sessions.expectedHit(TURNS)) + ".";
        return new LessonReport(
                Version.TOOL,
                name(),
                "One request in a hundred is slow. How many users notice?",
                answer,
                List.of(
                        "One H100, Llama 3.1 8B, vLLM's defaults; a neighbour sends a prompt of about 16,384"
                                + " tokens every 28 s, and who asks just then waits.",
                        Format.count(sessions.waitsNs().size()) + " users, " + TURNS
                                + " turns each (300 ± 80 tokens at first, 60 ± 20 later, 80 ± 20 out),"
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
                                "for 99% of users", Format.percent(1 - allowed()), "of the requests must be fast")),
                List.of(grid(sessions), byTurns(sessions)),
                List.of(numbers(sessions)),
                "A percentile of requests is not a share of users: " + Format.percent(slow) + " of slow requests met "
                        + Format.percent(hit) + " of the users, who had " + TURNS
                        + " turns each. Ask for the share of good sessions"
                        + " you want and take its " + TURNS + "th root: 99% of such sessions need "
                        + Format.percent(1 - allowed()) + " of requests.",
                commands(directory, seed));
    }

    /// Slow requests that leave 99 % of sessions without one.
    private static double allowed() {
        return 1 - Math.pow(0.99, 1.0 / TURNS);
    }

    private static GridFigure grid(Sessions sessions) {
        List<List<Boolean>> columns = new ArrayList<>();
        for (List<Double> user : sessions.waitsNs().subList(0, SHOWN_USERS)) {
            columns.add(user.stream().map(TailLesson::isSlow).toList());
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
                List.of(new Legend(Shade.BAD, "slow turn")));
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
        Distribution worstTurn = Distribution.of(sessions.waitsNs().stream().mapToDouble(Collections::max));
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

    private static List<Command> commands(Path directory, long seed) {
        String load = SHARED.command() + " --workload " + directory.resolve(FILE) + " --duration " + SECONDS
                + "s --seed " + seed;
        return List.of(
                new Command(
                        "the same load request by request, where 99% looks like enough",
                        load + " --slo \"" + SLO + "\""),
                new Command(
                        "on from here: the target that 99% of sessions need",
                        load + " --slo \"" + SLO + "\" --target " + Format.percent(1 - allowed())),
                new Command(
                        "how many requests such a target needs to be shown",
                        "goodput plan --slo \"" + SLO + "\" --target " + Format.percent(1 - allowed())
                                + " --expect 99.99%"));
    }
}
