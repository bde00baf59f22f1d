package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/// What a clause means, in a sentence.
final class ClauseWords {
    private ClauseWords() {}

    static String of(Clause clause) {
        return switch (clause) {
            case Constraint constraint ->
                "a request is good only if " + constraint.metric().id() + " is " + bound(constraint) + " ("
                        + constraint.metric().words() + ")" + only(constraint.conditions(), "asked only of requests");
            case Objective.GoodputShare goodput ->
                "at least " + Units.percent(goodput.share())
                        + " of the scheduled requests are good; a request that failed is not"
                        + only(goodput.conditions(), "counted over requests");
            case Objective.Percentile percentile ->
                "at least " + Units.percent(BigDecimal.valueOf(percentile.perMille(), 3))
                        + " of the completed requests have "
                        + percentile.metric().id() + " of at most "
                        + limit(percentile.limit(), percentile.metric()) + " ("
                        + percentile.metric().words() + ")"
                        + only(percentile.conditions(), "counted over requests");
            case Objective.ErrorRate errors ->
                "at most " + Units.percent(errors.share()) + " of the scheduled requests fail"
                        + only(errors.conditions(), "counted over requests");
            case Objective.GoodputRate rate ->
                "at least " + rate.perSecond().toPlainString() + " good requests a second, over the whole run"
                        + only(rate.conditions(), "counted over requests");
        };
    }

    private static String bound(Constraint constraint) {
        return switch (constraint.metric().direction()) {
                    case AT_MOST -> "at most ";
                    case AT_LEAST -> "at least ";
                }
                + limit(constraint.limit(), constraint.metric());
    }

    private static String limit(Limit limit, Metric metric) {
        return switch (limit) {
            case Limit.Fixed _ -> limit.text(metric.unit());
            case Limit.PerToken perToken ->
                (perToken.baseNs() == 0 ? "" : Units.format(perToken.baseNs()) + " and ")
                        + Units.format(perToken.perTokenNs()) + " for each of its "
                        + perToken.size().id().replace('_', ' ');
            case Limit.TimesBaseline times -> times.factor().toPlainString() + " times the median of the baseline run";
        };
    }

    private static String only(List<Condition> conditions, String what) {
        return conditions.isEmpty()
                ? ""
                : conditions.stream()
                        .map(Condition::toString)
                        .collect(Collectors.joining(" and ", "; " + what + " with ", ""));
    }
}
