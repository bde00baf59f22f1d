package dev.goodput.report;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The failed requests of one category, with what the first of them said.
///
/// @param httpStatus of the example, 0 when there was no response
/// @param example hostile text, cleaned; empty when nothing was said
record FailureGroup(FailureCategory category, long count, int httpStatus, String example) {

    static List<FailureGroup> of(ReportInput input) {
        Map<FailureCategory, Outcome.Failed> examples = new EnumMap<>(FailureCategory.class);
        for (RequestTrace trace : input.run().traces()) {
            if (trace.outcome() instanceof Outcome.Failed failed) {
                examples.merge(
                        failed.category(),
                        failed,
                        (first, next) -> first.message().isBlank() ? next : first);
            }
        }
        return input.metrics().counts().failures().entrySet().stream()
                .sorted(Map.Entry.<FailureCategory, Long>comparingByValue().reversed())
                .map(entry -> group(entry.getKey(), entry.getValue(), examples))
                .toList();
    }

    private static FailureGroup group(
            FailureCategory category, long count, Map<FailureCategory, Outcome.Failed> examples) {
        Outcome.Failed example = examples.get(category);
        return example == null
                ? new FailureGroup(category, count, 0, "")
                : new FailureGroup(category, count, example.httpStatus(), PlainText.clean(example.message()));
    }
}
