package dev.goodput.core.gate;

import dev.goodput.core.stat.Interval;
import dev.goodput.core.stat.Newcombe;
import dev.goodput.core.stat.Tally;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/// How much goodput is lost when the load grows by half beyond the expected peak. It warns and does not decide: the
/// objective is about the peak.
///
/// @param atPeak share of good requests at 100 %, and `beyond` at 150 %
/// @param bounds of the fall, each with the SLO's confidence: Newcombe's, each share weighted by its effective number
///     of requests
/// @param limit the fall that is flagged when exceeded, in shares
/// @param reason one sentence
public record Headroom(double atPeak, double beyond, Interval bounds, BigDecimal limit, boolean ok, String reason) {

    /// Empty where one of the two levels holds no request.
    static Optional<Headroom> of(GateResult peak, GateResult beyond, BigDecimal limit) {
        if (peak.goodput().total() == 0 || beyond.goodput().total() == 0) {
            return Optional.empty();
        }
        Tally before = tally(peak.goodput());
        Tally after = tally(beyond.goodput());
        Interval fall = new Interval(
                -Newcombe.upper(after, before, peak.goodput().confidence()),
                -Newcombe.lower(after, before, peak.goodput().confidence()));
        double points = (before.share() - after.share()) * 100;
        double most = limit.movePointRight(2).doubleValue();
        boolean ok = points <= most;
        String reason = String.format(
                Locale.ROOT,
                "goodput %s by %.1f points from 100%% to 150%% load (between %+.1f and %+.1f, each with %s confidence):"
                        + " %s the %s points of headroom asked for%s%s",
                points >= 0 ? "falls" : "rises",
                Math.abs(points),
                -fall.upper() * 100,
                -fall.lower() * 100,
                Percent.of(peak.goodput().confidence().value()),
                ok ? "within" : "more than",
                limit.movePointRight(2).stripTrailingZeros().toPlainString(),
                ok && fall.upper() * 100 > most ? ", which the bounds do not show" : "",
                beyond.verdict() == Verdict.INVALID ? "; the measurement at 150% is INVALID" : "");
        return Optional.of(new Headroom(before.share(), after.share(), fall, limit, ok, reason));
    }

    private static Tally tally(GoodputEstimate goodput) {
        return new Tally(goodput.good(), goodput.total()).deflatedBy(goodput.designEffect());
    }
}
