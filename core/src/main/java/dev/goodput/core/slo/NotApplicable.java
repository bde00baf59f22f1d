package dev.goodput.core.slo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What it means for a constraint that a completed request rightly lacks the metric: a one-token answer has no TPOT.
public enum NotApplicable {
    /// The constraint says nothing about the request.
    GOOD("a request that lacks a bounded metric keeps the bound (a one-token answer has no TPOT)"),
    /// The constraint is broken.
    BAD("a request that lacks a bounded metric breaks the bound (a one-token answer has no TPOT)"),
    /// The request counts neither as good nor as bad, nor as one of the total, unless it breaks another constraint.
    EXCLUDED("a request that lacks a bounded metric is left out of the total (a one-token answer has no TPOT)");

    private final String words;

    NotApplicable(String words) {
        this.words = words;
    }

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The rule in a sentence, for reports.
    public String words() {
        return words;
    }

    public static Optional<NotApplicable> byId(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(NotApplicable::id).toList();
    }
}
