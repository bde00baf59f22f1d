package dev.goodput.core.slo;

import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A service-level objective: a request is good when it completed and keeps every constraint; the run is good enough
/// when the share of good requests reaches the target, and every further objective is met, with the confidence.
///
/// A request that failed is bad. A completed request of which something bounded was not observed is of open fate,
/// never good. What it means that a request rightly lacks a metric is written in [#notApplicable]. A clause given
/// twice counts once.
///
/// @param name how reports call it
/// @param objectives on the run, besides the target
/// @param target required share of good requests, above 0 and at most 1
/// @param per how reports break requests down
/// @param baseline the run that limits like `3 * baseline` refer to; null where none is named
public record Slo(
        String name,
        List<Constraint> constraints,
        List<Objective> objectives,
        NotApplicable notApplicable,
        BigDecimal target,
        Confidence confidence,
        Dependence dependence,
        List<Grouping> per,
        @Nullable String baseline,
        Provenance provenance) {
    public static final BigDecimal DEFAULT_TARGET = new BigDecimal("0.99");

    public Slo {
        constraints = constraints.stream().distinct().toList();
        objectives = objectives.stream().distinct().toList();
        per = per.stream().distinct().toList();
        if (constraints.isEmpty() && objectives.isEmpty()) {
            throw new IllegalArgumentException("an SLO needs at least one constraint or objective");
        }
        if (objectives.stream().anyMatch(Slo::isTarget)) {
            throw new IllegalArgumentException("a goodput objective without conditions is the target");
        }
        target = Units.requireShare(target, "target");
    }

    /// An SLO with the usual choices for everything that the clauses do not say.
    public static Slo of(String name, Clauses clauses) {
        return new Slo(
                name,
                clauses.constraints(),
                clauses.objectives(),
                NotApplicable.GOOD,
                Objects.requireNonNullElse(clauses.target(), DEFAULT_TARGET),
                Confidence.P95,
                Dependence.MEASURED,
                List.of(),
                null,
                Provenance.NONE);
    }

    private static boolean isTarget(Objective objective) {
        return objective instanceof Objective.GoodputShare
                && objective.conditions().isEmpty();
    }

    public Slo withName(String newName) {
        return changed(copy -> copy.name = newName);
    }

    public Slo withTarget(BigDecimal newTarget) {
        return changed(copy -> copy.target = newTarget);
    }

    public Slo withConfidence(Confidence newConfidence) {
        return changed(copy -> copy.confidence = newConfidence);
    }

    public Slo withDependence(Dependence newDependence) {
        return changed(copy -> copy.dependence = newDependence);
    }

    public Slo withBaseline(String newBaseline) {
        return changed(copy -> copy.baseline = newBaseline);
    }

    /// The same SLO asking for other things of each request and of the run.
    public Slo withClauses(List<Constraint> newConstraints, List<Objective> newObjectives) {
        return changed(copy -> {
            copy.constraints = newConstraints;
            copy.objectives = newObjectives;
        });
    }

    private Slo changed(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new Slo(
                copy.name,
                copy.constraints,
                copy.objectives,
                notApplicable,
                copy.target,
                copy.confidence,
                copy.dependence,
                per,
                copy.baseline,
                provenance);
    }

    /// What of an SLO can be changed, while it is.
    private static final class Copy {
        private String name;
        private List<Constraint> constraints;
        private List<Objective> objectives;
        private BigDecimal target;
        private Confidence confidence;
        private Dependence dependence;
        private @Nullable String baseline;

        Copy(Slo slo) {
            name = slo.name;
            constraints = slo.constraints;
            objectives = slo.objectives;
            target = slo.target;
            confidence = slo.confidence;
            dependence = slo.dependence;
            baseline = slo.baseline;
        }
    }

    /// Whether a limit is a multiple of a baseline that is still to be looked up. Until then no request is good.
    public boolean needsBaseline() {
        return limits().anyMatch(limit -> limit instanceof Limit.TimesBaseline times && Double.isNaN(times.baseline()));
    }

    private Stream<Limit> limits() {
        Stream<Limit> ofObjectives = objectives.stream().mapMulti((objective, limits) -> {
            if (objective instanceof Objective.Percentile percentile) {
                limits.accept(percentile.limit());
            }
        });
        return Stream.concat(constraints.stream().map(Constraint::limit), ofObjectives);
    }

    /// This SLO with its relative limits looked up in a baseline.
    ///
    /// @throws SloException when the baseline lacks a metric that a limit refers to
    public Slo against(Baseline found) {
        return withClauses(
                constraints.stream()
                        .map(constraint -> new Constraint(
                                constraint.metric(),
                                found.resolve(constraint.limit(), constraint.metric()),
                                constraint.conditions()))
                        .toList(),
                objectives.stream().map(objective -> against(found, objective)).toList());
    }

    private static Objective against(Baseline found, Objective objective) {
        return switch (objective) {
            case Objective.Percentile percentile ->
                new Objective.Percentile(
                        percentile.perMille(),
                        percentile.metric(),
                        found.resolve(percentile.limit(), percentile.metric()),
                        percentile.conditions());
            case Objective.GoodputShare _, Objective.ErrorRate _, Objective.GoodputRate _ -> objective;
        };
    }

    /// The target as the first, then all further objectives.
    public List<Objective> allObjectives() {
        return Stream.concat(Stream.of(new Objective.GoodputShare(target, List.of())), objectives.stream())
                .toList();
    }

    /// The constraints in their written form, joined by commas; [SloParser] reads it back.
    public String constraintText() {
        return constraints.stream().map(Constraint::toString).collect(Collectors.joining(", "));
    }

    /// Every clause in its written form, the target last; [SloParser#inline] reads it back.
    public String clauseText() {
        return Stream.of(constraints, objectives, List.of(new Objective.GoodputShare(target, List.of())))
                .flatMap(List::stream)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }
}
