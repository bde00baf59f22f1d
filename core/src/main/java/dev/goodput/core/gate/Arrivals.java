package dev.goodput.core.gate;

import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dispersion;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.util.Locale;
import java.util.Optional;

/// Whether requests left as the Poisson process that the schedule says they were. A generator that replays one schedule
/// in several workers keeps the rate and sends bursts; one that sleeps between sends is too even.
final class Arrivals {
    private static final int LEAST_REQUESTS = 100;
    private static final int MOST_WINDOWS = 60;
    private static final int LEAST_PER_WINDOW = 5;

    /// Of a true Poisson process, one run in ten thousand lies outside.
    private static final Confidence BAND = Confidence.of("0.9999");

    private Arrivals() {}

    static Optional<Check> of(Run run) {
        double[] startsNs = run.traces().stream()
                .filter(trace -> trace.asked().round() == 0)
                .map(RequestTrace::timeline)
                .mapToDouble(timeline -> timeline.startNs())
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double spanNs = startsNs.length == 0 ? 0 : startsNs[startsNs.length - 1] - startsNs[0];
        if (startsNs.length < LEAST_REQUESTS || !(spanNs > 0)) {
            return Optional.empty();
        }
        int windows = Math.min(MOST_WINDOWS, startsNs.length / LEAST_PER_WINDOW);
        long[] counts = new long[windows];
        for (double startNs : startsNs) {
            counts[(int) Math.min(windows - 1, (startNs - startsNs[0]) / spanNs * windows)]++;
        }
        Dispersion dispersion = Dispersion.of(counts, BAND);
        return Optional.of(new Check(
                "schedule was delivered",
                Check.Kind.MEASUREMENT,
                dispersion.index(),
                dispersion.band().upper(),
                "index",
                dispersion.isPoisson(),
                String.format(
                        Locale.ROOT,
                        "the counts of requests in %d windows vary with an index of dispersion of %.2f; a Poisson process"
                                + " has %.2f to %.2f",
                        windows,
                        dispersion.index(),
                        dispersion.band().lower(),
                        dispersion.band().upper())));
    }
}
