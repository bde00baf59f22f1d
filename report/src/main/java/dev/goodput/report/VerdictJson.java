package dev.goodput.report;

import dev.goodput.core.gate.Breakdown;
import dev.goodput.core.gate.Check;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.GoodputEstimate;
import dev.goodput.core.gate.Group;
import dev.goodput.core.gate.ObjectiveResult;
import dev.goodput.core.slo.Condition;
import dev.goodput.core.slo.Constraint;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.BlockBootstrap;
import dev.goodput.core.stat.GoodShare;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `verdict.json`: the verdict for scripts. Its shape is a contract, kept in `schema/goodput.verdict-1.schema.json`.
/// Times are in milliseconds; what does not exist is null.
public final class VerdictJson {
    static final String SCHEMA = "goodput.verdict/1";

    private VerdictJson() {}

    private record Document(
            String schema,
            String verdict,
            List<String> reasons,
            SloJson slo,
            Goodput goodput,
            List<ObjectiveJson> objectives,
            List<CheckJson> checks,
            BreakdownJson breakdown,
            List<GroupJson> groups,
            List<Other> others,
            @Nullable Sensitivity tpotSensitivity,
            String runStatus,
            List<String> notices) {}

    private record SloJson(String name, List<ConstraintJson> constraints, BigDecimal target, BigDecimal confidence) {}

    private record ConstraintJson(
            String text,
            String metric,
            @Nullable Double limitMs,
            @Nullable String condition) {}

    private record Goodput(
            long good,
            long total,
            @Nullable Double share,
            @Nullable Double lower,
            @Nullable Double upper,
            BigDecimal confidence,
            BigDecimal target,
            double ratePerSecond,
            long missed,
            long failed,
            long unresolved,
            long excluded,
            @Nullable Shown shown,
            @Nullable Bootstrap bootstrap) {}

    private record Bootstrap(int blockLength, double lower, double upper) {}

    /// How far requests hang together, and what that makes of the bounds.
    private record Shown(
            String method,
            double designEffect,
            double effectiveRequests,
            double effectiveExpectedMisses,
            double requiredExpectedMisses,
            double independentLower,
            double independentUpper,
            String decision,
            String cause) {}

    private record ObjectiveJson(
            String text,
            String verdict,
            @Nullable Double value,
            @Nullable Double limit,
            @Nullable Double lower,
            @Nullable Double upper,
            String unit,
            @Nullable Shown shown,
            String reason) {}

    private record GroupJson(
            String by,
            String label,
            long good,
            long total,
            @Nullable Double share,
            double lower,
            double upper) {}

    private record CheckJson(
            String name,
            String kind,
            @Nullable Double value,
            @Nullable Double limit,
            String unit,
            boolean ok,
            String reason) {}

    private record BreakdownJson(List<PerConstraint> constraints, List<Combination> combinations) {}

    private record PerConstraint(String constraint, long applied, long missed, long missedAlone, MetricJson excess) {}

    private record Combination(List<String> constraints, long count) {}

    private record Other(String verdict, List<String> reasons, SloJson slo, Goodput goodput) {}

    private record Sensitivity(String slo, String kept, List<Point> points) {}

    private record Point(@Nullable Double limitMs, long good, long total, double share) {}

    /// @throws IllegalArgumentException when the input holds no verdict
    public static String render(ReportInput input) {
        GateResult result = input.decisive()
                .orElseThrow(() -> new IllegalArgumentException("no verdict to write: the input holds no result"));
        return Json.file(new Document(
                SCHEMA,
                result.verdict().name(),
                result.reasons(),
                slo(result.slo()),
                goodput(result.goodput()),
                result.objectives().stream().map(VerdictJson::objective).toList(),
                result.checks().stream().map(VerdictJson::check).toList(),
                breakdown(result.breakdown()),
                result.groups().stream().map(VerdictJson::group).toList(),
                input.results().stream().skip(1).map(VerdictJson::other).toList(),
                TpotSensitivity.of(input).map(VerdictJson::sensitivity).orElse(null),
                input.run().manifest().status().name().toLowerCase(Locale.ROOT),
                Notices.of(input)));
    }

    private static SloJson slo(Slo slo) {
        return new SloJson(
                slo.name(),
                slo.constraints().stream().map(VerdictJson::constraint).toList(),
                slo.target(),
                slo.confidence().value());
    }

    private static ConstraintJson constraint(Constraint constraint) {
        return new ConstraintJson(
                constraint.toString(),
                constraint.metric().id(),
                constraint.fixedNs().isPresent()
                        ? Json.ms((double) constraint.fixedNs().getAsLong())
                        : null,
                constraint.conditions().isEmpty()
                        ? null
                        : constraint.conditions().stream()
                                .map(Condition::toString)
                                .collect(Collectors.joining(" and ")));
    }

    private static Goodput goodput(GoodputEstimate goodput) {
        return new Goodput(
                goodput.good(),
                goodput.total(),
                Json.number(goodput.share()),
                Json.number(goodput.lower()),
                Json.number(goodput.upper()),
                goodput.confidence().value(),
                goodput.target(),
                goodput.ratePerSecond(),
                goodput.missed(),
                goodput.failed(),
                goodput.unresolved(),
                goodput.excluded(),
                shown(goodput.shown()),
                bootstrap(goodput.bootstrap()));
    }

    private static @Nullable Bootstrap bootstrap(@Nullable BlockBootstrap bootstrap) {
        return bootstrap == null
                ? null
                : new Bootstrap(
                        bootstrap.blockLength(),
                        bootstrap.interval().lower(),
                        bootstrap.interval().upper());
    }

    private static @Nullable Shown shown(@Nullable GoodShare shown) {
        if (shown == null) {
            return null;
        }
        boolean independent = shown.method() == GoodShare.Method.INDEPENDENT;
        return new Shown(
                shown.method().name().toLowerCase(Locale.ROOT),
                shown.designEffect(),
                shown.effectiveRequests(),
                shown.effectiveExpectedMisses(),
                independent ? 0 : GoodShare.requiredExpectedMisses(shown.passConfidence()),
                shown.plain().lower(),
                shown.plain().upper(),
                shown.decision().name(),
                shown.cause().name().toLowerCase(Locale.ROOT));
    }

    private static ObjectiveJson objective(ObjectiveResult result) {
        boolean isTime = result.unit().equals("ns");
        return new ObjectiveJson(
                result.objective().toString(),
                result.verdict().name(),
                isTime ? Json.ms(result.value()) : Json.number(result.value()),
                isTime ? Json.ms(result.limit()) : Json.number(result.limit()),
                Json.number(result.lower()),
                Json.number(result.upper()),
                isTime ? "ms" : result.unit(),
                shown(result.shown()),
                result.reason());
    }

    private static GroupJson group(Group group) {
        return new GroupJson(
                group.by(),
                group.label(),
                group.good(),
                group.total(),
                Json.number(group.share()),
                group.bounds().lower(),
                group.bounds().upper());
    }

    private static CheckJson check(Check check) {
        boolean isTime = check.unit().equals("ns");
        return new CheckJson(
                check.name(),
                check.kind().name().toLowerCase(Locale.ROOT),
                isTime ? Json.ms(check.value()) : Json.number(check.value()),
                isTime ? Json.ms(check.limit()) : Json.number(check.limit()),
                isTime ? "ms" : check.unit(),
                check.ok(),
                check.reason());
    }

    private static BreakdownJson breakdown(Breakdown breakdown) {
        return new BreakdownJson(
                breakdown.constraints().stream()
                        .map(part -> new PerConstraint(
                                part.constraint().toString(),
                                part.applied(),
                                part.missed(),
                                part.missedAlone(),
                                MetricJson.of(part.excess())))
                        .toList(),
                breakdown.combinations().stream()
                        .map(combination -> new Combination(
                                combination.constraints().stream()
                                        .map(Constraint::toString)
                                        .toList(),
                                combination.count()))
                        .toList());
    }

    private static Other other(GateResult result) {
        return new Other(result.verdict().name(), result.reasons(), slo(result.slo()), goodput(result.goodput()));
    }

    private static Sensitivity sensitivity(TpotSensitivity sensitivity) {
        return new Sensitivity(
                sensitivity.base().name(),
                sensitivity.kept(),
                sensitivity.points().stream()
                        .map(point -> new Point(
                                Json.ms((double) point.limitNs()), point.good(), point.total(), point.share()))
                        .toList());
    }
}
