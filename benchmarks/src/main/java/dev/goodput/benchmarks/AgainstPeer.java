package dev.goodput.benchmarks;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.printout.Figure;
import dev.goodput.core.metric.printout.Figures;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Sets what another tool measured beside what we measured of the same server, both under that tool's definitions, and
/// both beside what the server logged: `PEER OURS PEER_TRUTH OUR_TRUTH [PEER OURS PEER_TRUTH OUR_TRUTH …]`, four runs a
/// repetition. The dialect is the one that the peer's run was recorded in.
///
/// The difference of peer and ours is what the server did otherwise, plus the peer's error, less ours. Of several
/// repetitions each column is the median, so it need not add up.
public final class AgainstPeer {
    private static final double NS_PER_MS = 1e6;
    private static final Map<Quantity, Double> BOUNDS_NS =
            Map.of(Quantity.TTFT, 110 * NS_PER_MS, Quantity.E2E, 600 * NS_PER_MS);

    private record Row(String name, Figure figure, double unit) {}

    /// The four numbers of one repetition; not a number where a run does not have it.
    private record Numbers(double peer, double ours, double peerTruth, double ourTruth) {}

    private AgainstPeer() {}

    public static void main(String[] args) {
        List<Run> runs =
                Stream.of(args).map(name -> RunReader.read(Path.of(name))).toList();
        Dialect dialect =
                Dialects.byId(runs.getFirst().manifest().coverage().source()).orElseThrow();
        // The log has one start, when the request was read, and one end: what follows the last chunk is sent with it.
        Dialect truth = dialect.with(TimeZero.PRE_REQUEST).with(RequestEnd.LAST_TEXT);
        List<Figures> seen = IntStream.range(0, runs.size())
                .mapToObj(i -> DialectRun.of(runs.get(i), i % 4 < 2 ? dialect : truth))
                .map(run -> new Figures(run, BOUNDS_NS, ""))
                .toList();
        print("", "peer", "goodput", "differ", "server", "peer err", "our err");
        for (Row row : rows()) {
            List<Numbers> numbers = IntStream.range(0, seen.size() / 4)
                    .mapToObj(i -> numbers(seen.subList(4 * i, 4 * i + 4), row))
                    .toList();
            if (numbers.stream().noneMatch(n -> Double.isNaN(n.peer()) || Double.isNaN(n.ours()))) {
                print(
                        row.name(),
                        median(numbers, Numbers::peer),
                        median(numbers, Numbers::ours),
                        median(numbers, n -> n.peer() - n.ours()),
                        median(numbers, n -> n.peerTruth() - n.ourTruth()),
                        median(numbers, n -> n.peer() - n.peerTruth()),
                        median(numbers, n -> n.ours() - n.ourTruth()));
            }
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Quantity quantity : List.of(Quantity.TTFT, Quantity.TPOT, Quantity.ITL, Quantity.E2E)) {
            for (Statistic statistic : List.of(Statistic.mean(), Statistic.p(50), Statistic.p(90), Statistic.p(99))) {
                rows.add(new Row(
                        quantity.id() + " " + statistic.id() + ", ms", new Figure.Of(quantity, statistic), NS_PER_MS));
            }
        }
        rows.add(new Row("requests/s", new Figure.Whole(RunQuantity.REQUEST_RATE), 1));
        rows.add(new Row("tokens/s", new Figure.Whole(RunQuantity.OUTPUT_TOKEN_RATE), 1));
        rows.add(new Row("good, %", Figure.Goodput.SHARE, 0.01));
        rows.add(new Row("good/s", Figure.Goodput.RATE, 1));
        return rows;
    }

    private static Numbers numbers(List<Figures> four, Row row) {
        double[] values = four.stream()
                .mapToDouble(figures -> figures.answer(row.figure()).orNaN() / row.unit())
                .toArray();
        return new Numbers(values[0], values[1], values[2], values[3]);
    }

    private static String median(List<Numbers> numbers, ToDoubleFunction<Numbers> column) {
        double[] sorted = numbers.stream().mapToDouble(column).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return Double.isNaN(median) ? "–" : String.format(Locale.ROOT, "%.2f", median);
    }

    private static void print(String name, Object... columns) {
        System.out.println(String.format(
                Locale.ROOT,
                "  %-14s %9s %9s %9s %9s %9s %9s",
                name,
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4],
                columns[5]));
    }
}
