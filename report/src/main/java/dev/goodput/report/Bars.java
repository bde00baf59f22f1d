package dev.goodput.report;

import dev.goodput.core.gate.Breakdown;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.GoodputEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Horizontal bars that are drawn without a script.
///
/// @param key what the two shades mean; empty where there is one shade only
record Bars(String label, List<Bar> bars, List<String> key) {
    private static final String FIRST = "first";
    private static final String FAILED = "first failed";

    /// @param shade classes of the first shade
    /// @param first length of the first shade as a percentage of the full width, and of the second behind it
    /// @param text the value in words, beside the bar
    record Bar(String label, String shade, String first, String second, String secondStart, String text) {
        static Bar of(String label, String shade, double first, double second, String text) {
            return new Bar(label, shade, Bars.width(first), Bars.width(second), Bars.width(first), text);
        }
    }

    /// Where goodput was lost: requests that broke each constraint, alone or with others, and those that failed.
    static Bars losses(GateResult result) {
        GoodputEstimate goodput = result.goodput();
        List<Bar> bars = new ArrayList<>();
        long most = Math.max(
                1,
                Math.max(
                        Math.max(goodput.failed(), goodput.unresolved()),
                        result.breakdown().constraints().stream()
                                .mapToLong(Breakdown.PerConstraint::missed)
                                .max()
                                .orElse(0)));
        for (Breakdown.PerConstraint part : result.breakdown().constraints()) {
            bars.add(loss(
                    part.constraint().toString(),
                    FIRST,
                    part.missedAlone(),
                    part.missed() - part.missedAlone(),
                    most,
                    goodput.total()));
        }
        bars.add(loss("failed", FAILED, goodput.failed(), 0, most, goodput.total()));
        if (goodput.unresolved() > 0) {
            bars.add(loss("left open", FAILED, goodput.unresolved(), 0, most, goodput.total()));
        }
        return new Bars("Requests lost, by constraint", bars, List.of("missed alone", "missed with others"));
    }

    private static Bar loss(String label, String shade, long alone, long together, long most, long total) {
        long lost = alone + together;
        String share = total == 0 ? "" : " · " + Format.percent((double) lost / total);
        return Bar.of(label, shade, (double) alone / most, (double) together / most, Format.count(lost) + share);
    }

    static Bars sensitivity(TpotSensitivity sensitivity) {
        return new Bars(
                "Goodput by TPOT limit",
                sensitivity.points().stream()
                        .map(point -> Bar.of(
                                "tpot<=" + point.limitNs() / 1_000_000 + "ms",
                                FIRST,
                                point.share(),
                                0,
                                Format.percent(point.share())))
                        .toList(),
                List.of());
    }

    static String width(double share) {
        return String.format(Locale.ROOT, "%.2f%%", Math.clamp(share, 0, 1) * 100);
    }
}
