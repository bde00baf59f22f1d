package dev.goodput.report;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Averages;
import dev.goodput.core.metric.Defect;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Explanation.Change;
import dev.goodput.core.metric.Explanation.Step;
import dev.goodput.core.metric.Formula;
import dev.goodput.core.metric.Repair;
import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.Sentences;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The parts of an explanation, independent of how they are rendered.
final class ExplainSections {
    private ExplainSections() {}

    /// The two values and what is between them, or why there is none.
    static List<String> outcome(ExplainInput input) {
        Explanation way = input.explanation();
        List<String> lines = new ArrayList<>();
        refusal(way.from(), way.fromValue()).ifPresent(lines::add);
        refusal(way.to(), way.toValue()).ifPresent(lines::add);
        if (way.isAnswered() && way.steps().isEmpty()) {
            lines.add("Both give the same number: on this run nothing they differ on moves it.");
        }
        repaired(input, way.from(), way.fromValue(), input.fromRepaired()).ifPresent(lines::add);
        repaired(input, way.to(), way.toValue(), input.toRepaired()).ifPresent(lines::add);
        return lines;
    }

    private static Optional<String> refusal(Dialect dialect, Answer answer) {
        return switch (answer) {
            case Answer.Value value ->
                Double.isFinite(value.value())
                        ? Optional.empty()
                        : Optional.of(dialect.id() + " has no finite number here.");
            case Answer.Refused refused ->
                Optional.of(dialect.id() + " has no number here: " + PlainText.clean(refused.reason()) + ".");
        };
    }

    /// The right value beside a defective one, where putting the defects right moves it.
    private static Optional<String> repaired(ExplainInput input, Dialect dialect, Answer answer, Repair repair) {
        if (repair.defects().isEmpty() || answer instanceof Answer.Refused) {
            return Optional.empty();
        }
        String choices = repair.defects().stream()
                .map(defect -> defect.right().axis() + " " + defect.right().id())
                .collect(Collectors.joining(", "));
        Unit unit = input.unit();
        String instead = repair.right() instanceof Answer.Value(double value) ? unit.with(value) : "no number";
        return Optional.of("With the defects of " + dialect.id() + " that matter here put right (" + choices
                + ") it would be " + instead + ".");
    }

    static Section way(ExplainInput input) {
        Explanation way = input.explanation();
        Unit unit = input.unit();
        Table.Builder table =
                Table.builder().text("step").code("axis").code("choice").numbers("moves by", "to " + unit.symbol());
        table.row("", "", way.from().id(), "", unit.number(way.fromValue().orNaN()));
        int number = 1;
        for (Step step : way.steps()) {
            table.row(
                    String.valueOf(number++),
                    axes(step),
                    choices(step),
                    unit.move(step.valueBefore(), step.valueAfter()),
                    unit.number(step.valueAfter()));
        }
        table.row(
                "",
                "",
                way.to().id(),
                unit.move(way.fromValue().orNaN(), way.toValue().orNaN()),
                unit.number(way.toValue().orNaN()));
        return new Section(
                "way", "The way from " + way.from().id() + " to " + way.to().id(), table.build());
    }

    static String axes(Step step) {
        return step.changes().stream().map(change -> change.before().axis()).collect(Collectors.joining(" and "));
    }

    static String choices(Step step) {
        return step.changes().stream()
                .map(change -> change.before().id() + " → " + change.after().id())
                .collect(Collectors.joining(" and "));
    }

    /// A step in words: how it was, how it is now, and what is wrong with either.
    static List<String> words(Step step) {
        List<String> lines = new ArrayList<>();
        for (Change change : step.changes()) {
            lines.add("before: " + Sentences.of(change.before()));
            lines.add("after: " + Sentences.of(change.after()));
        }
        return lines;
    }

    static List<String> defects(Step step) {
        List<String> lines = new ArrayList<>();
        for (Change change : step.changes()) {
            for (Axis option : List.of(change.before(), change.after())) {
                Defect.of(option)
                        .ifPresent(defect -> lines.add("defect of " + option.id() + ": " + defect.why() + "; right: "
                                + defect.right().id()));
            }
        }
        return lines;
    }

    /// How both dialects compute the number, where a formula says so.
    static Optional<String> formula(ExplainInput input, Dialect dialect) {
        return Formula.of(dialect, input.measure()).map(formula -> formula.name() + ": " + formula.text());
    }

    /// Every axis that either side consults: option beside option.
    static Section axes(ExplainInput input) {
        Explanation way = input.explanation();
        Table.Builder table = Table.builder()
                .code("axis")
                .code(way.from().id())
                .code(way.to().id())
                .text("on the way");
        Set<Class<? extends Axis>> shown = new LinkedHashSet<>(input.measure().consults(way.from()));
        shown.addAll(input.measure().consults(way.to()));
        way.steps().stream()
                .flatMap(step -> step.changes().stream())
                .forEach(change -> shown.add(change.before().getClass()));
        List<Class<? extends Axis>> differing = new ArrayList<>(way.from().differencesFrom(way.to()));
        for (Class<? extends Axis> axis : Dialect.AXES) {
            if (shown.contains(axis)) {
                String role = !differing.contains(axis)
                        ? "the same"
                        : stepOf(way, axis).map(step -> "step " + step).orElse(way.isAnswered() ? "moves nothing" : "");
                table.row(
                        way.from().on(axis).axis(),
                        way.from().on(axis).id(),
                        way.to().on(axis).id(),
                        role);
            }
        }
        differing.removeAll(shown);
        String others =
                differing.stream().map(axis -> way.from().on(axis).axis()).collect(Collectors.joining(", "));
        return others.isEmpty()
                ? new Section("axes", "Both definitions", table.build())
                : new Section(
                        "axes",
                        "Both definitions",
                        table.build(),
                        "They differ on " + others + " too, which this number does not depend on.");
    }

    private static Optional<Integer> stepOf(Explanation way, Class<? extends Axis> axis) {
        for (int i = 0; i < way.steps().size(); i++) {
            if (way.steps().get(i).changes().stream()
                    .anyMatch(change -> change.before().getClass().equals(axis))) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }

    /// What each axis contributes over all orders, if that was asked for.
    static Optional<Section> averages(ExplainInput input) {
        Averages averages = input.explanation().averages();
        if (averages == null) {
            return Optional.empty();
        }
        Unit unit = input.unit();
        Table.Builder table = Table.builder().code("axis").code("choice").numbers("contributes");
        for (Averages.Contribution one : averages.contributions()) {
            table.row(
                    one.change().before().axis(),
                    one.change().before().id() + " → " + one.change().after().id(),
                    unit.move(0, one.move()));
        }
        table.row(
                "",
                "sum",
                unit.move(
                        input.explanation().fromValue().orNaN(),
                        input.explanation().toValue().orNaN()));
        String remark = averages.orders() == 0
                ? "Every order leads through a combination of choices that has no number, so nothing can be averaged."
                : averages.isEveryOrder()
                        ? "Mean over every order in which the choices can be changed (Shapley)."
                        : "Mean over " + Format.count((long) averages.orders())
                                + " orders drawn at random from a fixed seed; there are too many to take all.";
        return Optional.of(new Section("averages", "Over all orders", table.build(), remark));
    }
}
