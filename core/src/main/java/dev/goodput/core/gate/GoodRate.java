package dev.goodput.core.gate;

import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.BatchMeans;
import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.Interval;
import dev.goodput.core.trace.Manifest;
import java.util.List;

/// Bounds on good requests per second.
///
/// In an open loop the schedule sets how many requests there are, so the bounds on their good share carry over. In a
/// closed loop the endpoint sets it, and the rate is a mean over windows of time (batch means).
final class GoodRate {
    private static final int WINDOWS = 20;
    private static final double MICROS = 1e6;

    private GoodRate() {}

    static Interval bounds(Manifest manifest, List<Judgement> covered, double seconds, Slo slo) {
        if (!manifest.schedule().isClosedLoop()) {
            Fates fates = GoodFates.of(covered);
            if (fates.isEmpty()) {
                return new Interval(0, Double.POSITIVE_INFINITY);
            }
            GoodShare shown = fates.judge(slo.target(), slo.confidence(), slo.confidence(), slo.dependence());
            double offered = shown.total() / seconds;
            return new Interval(
                    shown.corrected().lower() * offered, shown.corrected().upper() * offered);
        }
        long[] good = new long[WINDOWS];
        long[] micros = new long[WINDOWS];
        double windowNs = seconds * 1e9 / WINDOWS;
        for (Judgement judgement : covered) {
            double endNs = judgement.trace().timeline().endNs();
            if (judgement.isGood() && !Double.isNaN(endNs)) {
                good[Math.clamp((long) (endNs / windowNs), 0, WINDOWS - 1)]++;
            }
        }
        for (int i = 0; i < WINDOWS; i++) {
            micros[i] = Math.max(1, Math.round(windowNs / 1e3));
        }
        BatchMeans perMicro = BatchMeans.of(good, micros);
        double lower = perMicro.lower(slo.confidence());
        return new Interval(Math.max(0, lower * MICROS), (2 * perMicro.share() - lower) * MICROS);
    }
}
