package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an SLO asks for, sorted by kind.
///
/// @param objectives all but the share of good requests that is asked of all requests
/// @param target that share; null where none was given
public record Clauses(
        List<Constraint> constraints,
        List<Objective> objectives,
        @Nullable BigDecimal target) {
    public static final Clauses NONE = new Clauses(List.of(), List.of(), null);

    public Clauses {
        constraints = List.copyOf(constraints);
        objectives = List.copyOf(objectives);
        target = target == null ? null : target.stripTrailingZeros();
    }

    /// These and one more.
    ///
    /// @param where its place in messages
    /// @throws SloException when it asks for another share of good requests than these do
    public Clauses and(Clause clause, String where) {
        return switch (clause) {
            case Constraint constraint -> new Clauses(joined(constraints, constraint), objectives, target);
            case Objective.GoodputShare goodput
            when goodput.conditions().isEmpty() -> withTarget(goodput.share(), where);
            case Objective objective -> new Clauses(constraints, joined(objectives, objective), target);
        };
    }

    /// These and more.
    ///
    /// @param where their place in messages
    /// @throws SloException when they ask for another share of good requests than these do
    public Clauses and(Clauses more, String where) {
        Clauses both = new Clauses(
                Stream.concat(constraints.stream(), more.constraints.stream()).toList(),
                Stream.concat(objectives.stream(), more.objectives.stream()).toList(),
                target);
        return more.target == null ? both : both.withTarget(more.target, where);
    }

    /// These with the share of good requests that is asked of all requests.
    ///
    /// @throws SloException when these ask for another one
    public Clauses withTarget(BigDecimal share, String where) {
        if (target != null && target.compareTo(share) != 0) {
            throw new SloException(where + ": goodput " + Units.percent(share) + " contradicts the target "
                    + Units.percent(target) + "; keep one of them");
        }
        return new Clauses(constraints, objectives, share);
    }

    private static <T> List<T> joined(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }
}
