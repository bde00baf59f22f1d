package dev.goodput.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every pair of dialects, on a run where everything happens.
class ExplanationTest {
    private final Run run = RichRun.of(5, 35);

    static Stream<Measure> figures() {
        List<Measure> all = new ArrayList<>();
        for (Quantity quantity : Quantity.values()) {
            all.add(new Measure.OfRequests(quantity, Statistic.mean()));
            all.add(new Measure.OfRequests(quantity, Statistic.p(90)));
        }
        all.add(new Measure.OfRequests(Quantity.TPOT, Statistic.Simple.STD));
        all.add(new Measure.OfRequests(Quantity.ITL, Statistic.Simple.MAX));
        for (RunQuantity quantity : RunQuantity.values()) {
            all.add(new Measure.OfRun(quantity));
        }
        for (Measure.Good.Form form : Measure.Good.Form.values()) {
            all.add(new Measure.Good(form, Figures.BOUNDS));
        }
        all.add(new Measure.Good(Measure.Good.Form.COUNT, Map.of(Quantity.TPOT, 12e6)));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void theStepsLeadFromTheOneNumberToTheOther(Measure measure) {
        Measurements measurements = new Measurements(run, measure);
        Map<Dialect, Answer> own = new HashMap<>();
        Dialects.all().forEach(dialect -> own.put(dialect, measure.of(run, dialect)));
        Map<Map<?, ?>, Double> corners = new HashMap<>();
        Map<List<String>, Double> differences = new HashMap<>();
        for (Dialect from : Dialects.all()) {
            for (Dialect to : Dialects.all()) {
                Explanation way = Explanation.of(from, to, measurements, 0);
                String pair = measure + " " + from.id() + " → " + to.id();
                assertThat(way.fromValue()).as(pair).isEqualTo(own.get(from));
                assertThat(way.toValue()).as(pair).isEqualTo(own.get(to));
                if (!way.isAnswered()) {
                    assertThat(way.steps()).as(pair).isEmpty();
                    continue;
                }
                checkChain(way, pair);
                checkThatNoneIsTooMuch(way, measurements, pair);
                checkChoices(
                        way,
                        dialect -> corners.computeIfAbsent(
                                dialect.choices(), _ -> measure.of(run, dialect).orNaN()),
                        pair);
                differences.put(List.of(from.id(), to.id()), way.difference());
            }
        }
        differences.forEach((pair, difference) -> assertThat(differences.get(pair.reversed()))
                .as(measure + " " + pair)
                .isEqualTo(-difference));
    }

    private static void checkChain(Explanation way, String pair) {
        double value = way.fromValue().orNaN();
        for (Explanation.Step step : way.steps()) {
            assertThat(step.valueBefore()).as(pair).isEqualTo(value);
            assertThat(step.move()).as(pair).isNotZero().isFinite();
            value = step.valueAfter();
        }
        double end = way.toValue().orNaN();
        if (way.steps().isEmpty()) {
            assertThat(value).as(pair).isCloseTo(end, within(1e-11 * Math.abs(end)));
        } else {
            assertThat(value).as(pair).isEqualTo(end);
        }
    }

    /// Where a choice of the steps is left out, the others do not lead to the other number.
    private static void checkThatNoneIsTooMuch(Explanation way, Measurements measurements, String pair) {
        List<Axis> taken = way.steps().stream()
                .flatMap(step -> step.changes().stream())
                .map(Explanation.Change::after)
                .toList();
        double end = way.toValue().orNaN();
        for (Axis one : taken) {
            List<Axis> others = taken.stream().filter(axis -> axis != one).toList();
            double value = measurements.numberUnder(way.from().with(others));
            assertThat(Double.isNaN(value) || Math.abs(value - end) > 1e-12 * Math.abs(end))
                    .as("%s without %s", pair, one)
                    .isTrue();
        }
    }

    /// The choices of the steps alone turn the one number into the other: the value after each step is what the run
    /// says under the choices so far, and no axis is missing. Each step is of axes that differ, each axis once.
    private static void checkChoices(Explanation way, ToDoubleFunction<Dialect> measure, String pair) {
        Dialect dialect = way.from();
        List<Class<? extends Axis>> left = new ArrayList<>(way.from().differencesFrom(way.to()));
        for (Explanation.Step step : way.steps()) {
            for (Explanation.Change change : step.changes()) {
                assertThat(change.before())
                        .as(pair)
                        .isEqualTo(way.from().on(change.before().getClass()));
                assertThat(change.after())
                        .as(pair)
                        .isEqualTo(way.to().on(change.after().getClass()));
                assertThat(left.remove(change.before().getClass())).as(pair).isTrue();
                dialect = dialect.with(change.after());
            }
            double value = measure.applyAsDouble(dialect);
            assertThat(value).as(pair).isCloseTo(step.valueAfter(), within(1e-10 * Math.abs(value)));
        }
        assertThat(way.withoutEffect()).as(pair).isEqualTo(left);
    }

    @ParameterizedTest
    @MethodSource("figures")
    void theAveragesAddUpToTheDifference(Measure measure) {
        Measurements measurements = new Measurements(run, measure);
        List<Dialect> dialects = Dialects.all();
        for (int i = 0; i < dialects.size(); i++) {
            for (int k : new int[] {(i + 1) % dialects.size(), (i * 7 + 3) % dialects.size()}) {
                // Every order where the axes are few, drawn ones where they are many.
                Explanation way = Explanation.of(dialects.get(i), dialects.get(k), measurements, 256);
                Averages averages = way.averages();
                if (averages == null || averages.orders() == 0) {
                    continue;
                }
                double sum = averages.contributions().stream()
                        .mapToDouble(Averages.Contribution::move)
                        .sum();
                double size = averages.contributions().stream()
                        .mapToDouble(one -> Math.abs(one.move()))
                        .sum();
                double values = Math.abs(way.fromValue().orNaN())
                        + Math.abs(way.toValue().orNaN());
                assertThat(sum)
                        .as(measure + " " + way.from().id() + " → " + way.to().id())
                        .isCloseTo(way.difference(), within(1e-9 * (size + values)));
            }
        }
    }
}
