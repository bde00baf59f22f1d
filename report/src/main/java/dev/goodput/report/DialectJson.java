package dev.goodput.report;

import dev.goodput.core.metric.Defect;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Formula;
import dev.goodput.core.metric.axis.Axis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A dialect for programs.
record DialectJson(
        String id,
        String tool,
        String established,
        Map<String, Option> choices,
        Map<String, String> formulas,
        List<DefectJson> defects,
        List<String> known) {

    record Option(String id, String words) {
        static Option of(Axis option) {
            return new Option(option.id(), option.words());
        }
    }

    record DefectJson(String axis, String choice, String right, String why) {}

    record Diff(String from, String to, List<Difference> differences) {}

    record Difference(String axis, Option from, Option to) {}

    static DialectJson of(Dialect dialect) {
        Map<String, Option> choices = new LinkedHashMap<>();
        for (Class<? extends Axis> axis : Dialect.AXES) {
            choices.put(dialect.on(axis).axis(), Option.of(dialect.on(axis)));
        }
        Map<String, String> formulas = new LinkedHashMap<>();
        Formula.of(dialect).forEach(formula -> formulas.put(formula.name(), formula.text()));
        return new DialectJson(
                dialect.id(),
                dialect.tool(),
                dialect.provenance().words(),
                choices,
                formulas,
                Defect.of(dialect).stream()
                        .map(defect -> new DefectJson(
                                defect.choice().axis(),
                                defect.choice().id(),
                                defect.right().id(),
                                defect.why()))
                        .toList(),
                dialect.defects());
    }

    static List<Difference> differences(Dialect a, Dialect b, List<Class<? extends Axis>> axes) {
        return axes.stream()
                .map(axis -> new Difference(a.on(axis).axis(), Option.of(a.on(axis)), Option.of(b.on(axis))))
                .toList();
    }
}
