package dev.goodput.report;

import java.util.Locale;

/// One number of a claim.
///
/// @param value in tokens/s, requests/s or, for times, nanoseconds
/// @param statistic such as `p99` or `mean`; empty when the claim does not say
record ClaimFigure(Kind kind, double value, String statistic, Scope scope, Direction direction) {

    enum Kind {
        TOKEN_RATE("tokens/s"),
        REQUEST_RATE("requests/s"),
        TTFT("TTFT"),
        TPOT("TPOT"),
        ITL("ITL"),
        E2E("E2E");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        boolean isTime() {
            return this != TOKEN_RATE && this != REQUEST_RATE;
        }
    }

    /// Over whom a rate is told.
    enum Scope {
        UNSAID,
        TOTAL,
        PER_USER,
        PER_GPU
    }

    /// Which tokens are counted.
    enum Direction {
        UNSAID,
        INPUT,
        OUTPUT,
        BOTH
    }

    static ClaimFigure time(Kind kind, double ns, String statistic) {
        return new ClaimFigure(kind, ns, statistic, Scope.UNSAID, Direction.UNSAID);
    }

    String id() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /// Such as `P99 TTFT 450 ms` or `15,000 tokens/s per user`.
    String words() {
        if (kind.isTime()) {
            String prefix = statistic.isEmpty() ? "" : shownStatistic() + " ";
            return prefix + kind.words + " " + Format.time(value);
        }
        String whose = switch (scope) {
            case UNSAID -> "";
            case TOTAL -> " in all";
            case PER_USER -> " per user";
            case PER_GPU -> " per GPU";
        };
        String which = switch (direction) {
            case UNSAID -> "";
            case INPUT -> "input ";
            case OUTPUT -> "output ";
            case BOTH -> "input and output ";
        };
        return Format.rate(value) + " " + which + kind.words + whose;
    }

    private String shownStatistic() {
        return statistic.startsWith("p") ? statistic.toUpperCase(Locale.ROOT) : statistic;
    }
}
