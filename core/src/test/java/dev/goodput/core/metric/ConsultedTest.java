package dev.goodput.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConsultedTest {
    /// Sums in another order may differ in their last digits.
    private static final double ROUNDING = 1e-12;

    private final Run run = RichRun.of(3, 35);

    static List<Measure> figures() {
        return Figures.all();
    }

    /// Exchanging a choice that a number is said not to consult never moves it, under any dialect.
    @ParameterizedTest
    @MethodSource("figures")
    void aChoiceThatIsNotConsultedDoesNotMoveTheNumber(Measure measure) {
        Set<List<Axis>> seen = new HashSet<>();
        for (Dialect dialect : Dialects.all()) {
            List<Class<? extends Axis>> consulted = measure.consults(dialect);
            if (!seen.add(consulted.stream().<Axis>map(dialect::on).toList())) {
                continue;
            }
            Answer answer = measure.of(run, dialect);
            for (Class<? extends Axis> axis : Dialect.AXES) {
                if (!consulted.contains(axis)) {
                    for (Axis option : options(axis)) {
                        Answer exchanged = measure.of(run, dialect.with(option));
                        assertThat(isSame(answer, exchanged))
                                .as(
                                        "%s under %s with %s %s: %s, %s",
                                        measure, dialect.id(), option.axis(), option.id(), answer, exchanged)
                                .isTrue();
                    }
                }
            }
        }
    }

    private static boolean isSame(Answer a, Answer b) {
        double left = a.orNaN();
        double right = b.orNaN();
        return Double.compare(left, right) == 0 || Math.abs(left - right) <= ROUNDING * Math.abs(left);
    }

    /// And what is said to be consulted does move it somewhere.
    @Test
    void everyAxisThatIsListedMovesSomeNumber() {
        Set<Class<? extends Axis>> moving = new HashSet<>();
        Set<Class<? extends Axis>> listed = new HashSet<>();
        List<Measure> figures = new ArrayList<>(Figures.all());
        // A bound that a value lies on.
        Answer tie = new Measure.OfRequests(Quantity.TTFT, Statistic.Simple.MAX).of(run, Dialect.GOODPUT);
        figures.add(new Measure.Good(Measure.Good.Form.COUNT, Map.of(Quantity.TTFT, tie.orNaN())));
        for (Measure measure : figures) {
            for (Dialect dialect : Dialects.all()) {
                Answer answer = measure.of(run, dialect);
                List<Class<? extends Axis>> consulted = measure.consults(dialect);
                listed.addAll(consulted);
                for (Class<? extends Axis> axis : consulted) {
                    if (!moving.contains(axis)
                            && options(axis).stream()
                                    .anyMatch(option -> !isSame(answer, measure.of(run, dialect.with(option))))) {
                        moving.add(axis);
                    }
                }
            }
        }
        assertThat(moving).isEqualTo(listed);
    }

    private static List<Axis> options(Class<? extends Axis> axis) {
        Axis[] constants = axis.getEnumConstants();
        if (constants != null) {
            return List.of(constants);
        }
        List<Axis> orders = new ArrayList<>();
        for (TokenSources.Source source : TokenSources.Source.values()) {
            orders.add(TokenSources.of(source));
        }
        Dialects.all().forEach(dialect -> orders.add(dialect.on(TokenSources.class)));
        return orders.stream().distinct().toList();
    }
}
