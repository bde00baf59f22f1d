package dev.goodput.report;

import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Repair;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import org.jspecify.annotations.Nullable;

/// What an explanation is shown from.
///
/// @param request the one request it is about, or null for the whole run
/// @param fromRepaired what the first number would be without defects, `toRepaired` the second
public record ExplainInput(
        Run run,
        Measure measure,
        Explanation explanation,
        Repair fromRepaired,
        Repair toRepaired,
        @Nullable RequestTrace request) {

    Unit unit() {
        return Unit.of(measure, explanation);
    }

    /// Such as `inter-token latency (itl), mean`.
    String title() {
        return switch (measure) {
            case Measure.OfRequests(Quantity quantity, Statistic statistic) ->
                quantity.words() + " (" + quantity.id() + ")" + (request == null ? ", " + statistic.id() : "");
            case Measure.OfRun(RunQuantity quantity) -> quantity.words() + " (" + quantity.id() + ")";
            case Measure.Good good ->
                switch (good.form()) {
                            case SHARE -> "share of good requests (goodput)";
                            case COUNT -> "good requests (goodput)";
                            case RATE -> "good requests per second (goodput_rate)";
                        }
                        + bounds(good);
        };
    }

    private static String bounds(Measure.Good good) {
        StringBuilder bounds = new StringBuilder();
        good.boundsNs()
                .forEach((quantity, boundNs) -> bounds.append(bounds.isEmpty() ? ": " : ", ")
                        .append(quantity.id())
                        .append("<=")
                        .append(Format.time(boundNs)));
        return bounds.toString();
    }

    /// What it is about: one request, or how many.
    String subject() {
        String of = Headline.subject(run.manifest());
        return request == null
                ? Format.count(run.traces().size()) + (run.traces().size() == 1 ? " request · " : " requests · ") + of
                : "request " + PlainText.clean(request.id(), 80) + " (index " + request.index() + ") · " + of;
    }
}
