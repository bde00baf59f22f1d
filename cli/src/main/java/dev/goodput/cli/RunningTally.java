package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.RequestTrace;
import java.util.Optional;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;

/// What the live line tells while a run goes on. Approximate (three digits): the report recomputes everything.
final class RunningTally {
    private static final long MICRO = 1_000;

    private final ConcurrentHistogram ttftUs = new ConcurrentHistogram(3);
    private final ConcurrentHistogram tpotUs = new ConcurrentHistogram(3);
    private final @Nullable Slo slo;
    private volatile long done;
    private volatile long errors;
    private volatile long good;

    RunningTally(@Nullable Slo slo) {
        this.slo = slo;
    }

    /// Called by the one thread that collects traces.
    ///
    /// @return what the request comes to under the SLO, if there is one
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    Optional<Judgement> add(RequestTrace trace) {
        Reading reading = Reading.of(trace, Dialect.GOODPUT);
        Optional<Judgement> judgement = Optional.ofNullable(slo).map(judge -> Judgement.of(trace, reading, judge));
        done++;
        if (trace.isCompleted()) {
            record(ttftUs, reading.ttftNs());
            record(tpotUs, reading.perTokenNs());
        } else {
            errors++;
        }
        if (judgement.filter(Judgement::isGood).isPresent()) {
            good++;
        }
        return judgement;
    }

    private static void record(ConcurrentHistogram histogram, double ns) {
        if (!Double.isNaN(ns)) {
            histogram.recordValue(Math.max(0, Math.round(ns / MICRO)));
        }
    }

    long done() {
        return done;
    }

    long errors() {
        return errors;
    }

    boolean hasSlo() {
        return slo != null;
    }

    /// Good requests over those that ended, or NaN before the first.
    double goodShare() {
        long ended = done;
        return ended == 0 ? Double.NaN : (double) good / ended;
    }

    double ttftMs(double percentile) {
        return ttftUs.getTotalCount() == 0 ? Double.NaN : ttftUs.getValueAtPercentile(percentile) / 1e3;
    }

    double tpotMs(double percentile) {
        return tpotUs.getTotalCount() == 0 ? Double.NaN : tpotUs.getValueAtPercentile(percentile) / 1e3;
    }
}
