package dev.goodput.report;

import dev.goodput.core.gate.Breakdown;
import dev.goodput.core.gate.Check;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Group;
import dev.goodput.core.gate.ObjectiveResult;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Objective;
import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The parts of a report that speak about goodput and verdicts.
final class VerdictSections {
    /// Longer names of SLOs are cut in tables.
    private static final int MAX_NAME = 24;

    private VerdictSections() {}

    static List<Section> of(ReportInput input) {
        List<Section> sections = new ArrayList<>();
        input.decisive().ifPresent(result -> {
            objectives(result).ifPresent(sections::add);
            sections.add(breakdown(result));
            combinations(result).ifPresent(sections::add);
            groups(result).ifPresent(sections::add);
        });
        if (input.results().size() > 1) {
            sections.add(sideBySide(input.results()));
        }
        TpotSensitivity.of(input).map(VerdictSections::sensitivity).ifPresent(sections::add);
        return sections;
    }

    private static Optional<Section> objectives(GateResult result) {
        if (result.objectives().isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table =
                Table.builder().code("objective").text("").numbers("value", "at least", "at most", "limit");
        table.row(
                Objective.GOODPUT,
                targetVerdict(result),
                Format.percent(result.goodput().share()),
                result.goodput().lowerText(),
                result.goodput().upperText(),
                Format.percent(result.goodput().target()));
        for (ObjectiveResult objective : result.objectives()) {
            table.row(
                    PlainText.clean(objective.objective().toString()),
                    objective.verdict().name(),
                    value(objective.value(), objective.unit()),
                    value(objective.lower(), objective.unit()),
                    value(objective.upper(), objective.unit()),
                    value(objective.limit(), objective.unit()));
        }
        return Optional.of(new Section(
                "objectives",
                "Objectives",
                table.build(),
                "PASS takes every one of them to be shown; a single one that is shown to be missed is a FAIL."));
    }

    private static String targetVerdict(GateResult result) {
        return result.checks().getFirst().ok()
                ? "PASS"
                : Optional.ofNullable(result.goodput().shown())
                        .map(shown -> shown.decision().name())
                        .orElse("INVALID");
    }

    private static Optional<Section> groups(GateResult result) {
        if (result.groups().isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table =
                Table.builder().text("by").text("group").numbers("goodput", "good", "of", "at least", "at most");
        for (Group group : result.groups()) {
            table.row(
                    group.by(),
                    PlainText.clean(group.label(), MAX_NAME),
                    Format.percent(group.share()),
                    Format.count(group.good()),
                    Format.count(group.total()),
                    Format.percent(group.bounds().lower()),
                    Format.percent(group.bounds().upper()));
        }
        return Optional.of(new Section(
                "groups",
                "Goodput by group",
                table.build(),
                "To look at, not to decide by: of many groups some look bad by chance."));
    }

    private static Section breakdown(GateResult result) {
        Table.Builder table = Table.builder()
                .code("constraint")
                .numbers("applied", "missed", "alone", "over by P50, ms", "P99, ms", "max, ms");
        for (Breakdown.PerConstraint part : result.breakdown().constraints()) {
            Distribution excess = part.excess();
            table.row(
                    part.constraint().toString(),
                    Format.count(part.applied()),
                    Format.count(part.missed()),
                    Format.count(part.missedAlone()),
                    Format.ms(excess.p50()),
                    Format.ms(excess.p99()),
                    Format.ms(excess.max()));
        }
        List<String> remarks = new ArrayList<>();
        GoodputEstimate goodput = result.goodput();
        if (goodput.failed() > 0) {
            remarks.add("Not good because they failed: " + Format.count(goodput.failed()) + " more.");
        }
        if (goodput.unresolved() > 0) {
            remarks.add("Left open (stopped, or failed on the client's side), and counted against every claim: "
                    + Format.count(goodput.unresolved()) + ".");
        }
        return new Section("constraints", "Goodput by constraint", table.build(), remarks);
    }

    private static Optional<Section> combinations(GateResult result) {
        if (result.breakdown().combinations().isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table = Table.builder().code("missed together").numbers("requests", "of scheduled");
        for (Breakdown.Combination combination : result.breakdown().combinations()) {
            table.row(
                    combination.constraints().stream().map(Constraint::toString).collect(Collectors.joining(" + ")),
                    Format.count(combination.count()),
                    Format.percent(
                            (double) combination.count() / result.goodput().total()));
        }
        return Optional.of(new Section("combinations", "Which constraints failed together", table.build()));
    }

    private static Section sideBySide(List<GateResult> results) {
        Table.Builder table = Table.builder()
                .code("SLO")
                .text("verdict")
                .numbers("goodput", "at least", "at most", "target")
                .code("constraints");
        for (GateResult result : results) {
            GoodputEstimate goodput = result.goodput();
            table.row(
                    PlainText.clean(result.slo().name(), MAX_NAME),
                    result.verdict().name(),
                    Format.percent(goodput.share()),
                    goodput.lowerText(),
                    goodput.upperText(),
                    Format.percent(goodput.target()),
                    result.slo().constraintText());
        }
        return new Section(
                "slos", "SLOs side by side", table.build(), "The first one decides; the others judge the same run.");
    }

    private static Section sensitivity(TpotSensitivity sensitivity) {
        Table.Builder table = Table.builder().text("TPOT limit").numbers("goodput", "good", "of");
        for (TpotSensitivity.Point point : sensitivity.points()) {
            table.row(
                    point.limitNs() / 1_000_000 + " ms",
                    Format.percent(point.share()),
                    Format.count(point.good()),
                    Format.count(point.total()));
        }
        return new Section(
                "sensitivity",
                "Goodput by TPOT limit",
                table.build(),
                sensitivity.sentence(),
                "Judged again from the recorded readings under the SLO “"
                        + PlainText.clean(sensitivity.base().name())
                        + "” with another TPOT limit, " + sensitivity.kept() + ".");
    }

    /// Everything that was looked at.
    static Section checks(GateResult result) {
        Table.Builder table = Table.builder()
                .text("")
                .code("check")
                .text("about")
                .numbers("value", "limit")
                .text("reason");
        for (Check check : result.checks()) {
            table.row(
                    check.ok() ? "✓" : "✗",
                    PlainText.clean(check.name()),
                    check.kind().name().toLowerCase(Locale.ROOT),
                    value(check.value(), check.unit()),
                    value(check.limit(), check.unit()),
                    PlainText.clean(check.reason()));
        }
        return new Section("checks", "Checks", table.build());
    }

    private static String value(double value, String unit) {
        if (Double.isNaN(value)) {
            return Format.ABSENT;
        }
        return switch (unit) {
            case "share" -> Format.percent(value);
            case "ns" -> Format.time(value);
            case "per_second" -> Format.rate(value) + "/s";
            case "index" -> Format.rate(value);
            default -> Format.count(Math.round(value));
        };
    }
}
