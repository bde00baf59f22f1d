package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// When the requests of a run start: at times of their own, or each when an earlier one has ended.
public sealed interface Arrivals {
    /// At the times of the run, whatever becomes of the others.
    record Open() implements Arrivals {}

    /// The first at the times of the run, then one whenever one ends.
    ///
    /// @param clients requests in flight
    /// @param turnaroundNs from the end of one to the start of the next
    record Closed(int clients, long turnaroundNs) implements Arrivals {}

    /// Starts that lie this close behind an end were caused by it.
    double CAUSED_NS = 20e6;

    /// A run is a closed loop when so many of its starts follow an end.
    double MOST = 0.9;

    /// What the starts and ends of the run look like.
    ///
    /// @param requests in order of their start
    static Arrivals of(List<ServedRequest> requests) {
        double[] ends =
                requests.stream().mapToDouble(ServedRequest::endNs).sorted().toArray();
        int clients = (int)
                requests.stream().filter(request -> request.startNs() < ends[0]).count();
        // In a closed loop the i-th start after the first wave follows the i-th end, and they alternate
        // from then on.
        double[] turnarounds = IntStream.range(clients, requests.size())
                .mapToDouble(i -> requests.get(i).startNs() - ends[i - clients])
                .toArray();
        long caused = Arrays.stream(turnarounds)
                .filter(turnaround -> Math.abs(turnaround) < CAUSED_NS)
                .count();
        boolean closed = turnarounds.length > 0 && caused >= MOST * turnarounds.length;
        return closed
                ? new Closed(
                        clients,
                        Math.max(0, Math.round(Distribution.of(turnarounds).p50())))
                : new Open();
    }
}
