package dev.goodput.core.metric;

import java.util.Arrays;
import java.util.List;

/// The largest loads of a run, counted as serving benchmarks count them: over successes, in buckets of one second from
/// the earliest start.
public final class Peaks {
    private static final double NS_PER_S = 1e9;
    private static final int MAX_BUCKETS = 86_400;

    private Peaks() {}

    /// Chunks with output in the fullest bucket, which the tools call tokens.
    public static Answer chunksPerSecond(DialectRun seen) {
        return fullest(seen, Quantity.CHUNK_GAP, (request, fromNs, buckets) -> {
            for (int i = 0; i < request.outputs().count(); i++) {
                int second = second(request.outputs().arrivalNs(i), fromNs);
                if (second >= 0 && second < buckets.length) {
                    buckets[second]++;
                }
            }
        });
    }

    /// Requests that touch the fullest bucket: more than were ever in flight at once.
    public static Answer requestsPerSecond(DialectRun seen) {
        return fullest(seen, Quantity.E2E, (request, fromNs, buckets) -> {
            int last = Math.min(second(endNs(request), fromNs), buckets.length - 1);
            for (int second = second(request.zeroNs(), fromNs); second <= last; second++) {
                buckets[second]++;
            }
        });
    }

    /// Requests in flight at once; an end comes before a start at the same instant.
    public static Answer requestsInFlight(DialectRun seen) {
        if (obstacle(seen, Quantity.E2E) instanceof Answer.Refused refused) {
            return refused;
        }
        List<DialectRun.Request> successes = successes(seen);
        double[] startsNs = successes.stream()
                .mapToDouble(DialectRun.Request::zeroNs)
                .sorted()
                .toArray();
        double[] endsNs = successes.stream().mapToDouble(Peaks::endNs).sorted().toArray();
        int ended = 0;
        int peak = 0;
        for (int started = 0; started < startsNs.length; started++) {
            while (ended < endsNs.length && endsNs[ended] <= startsNs[started]) {
                ended++;
            }
            peak = Math.max(peak, started + 1 - ended);
        }
        return new Answer.Value(peak);
    }

    private interface Filler {
        void fill(DialectRun.Request request, double fromNs, int[] buckets);
    }

    private static Answer fullest(DialectRun seen, Quantity needed, Filler filler) {
        if (obstacle(seen, needed) instanceof Answer.Refused refused) {
            return refused;
        }
        List<DialectRun.Request> counted = successes(seen);
        if (counted.isEmpty()) {
            return new Answer.Value(0);
        }
        double fromNs =
                counted.stream().mapToDouble(DialectRun.Request::zeroNs).min().orElseThrow();
        double toNs = counted.stream().mapToDouble(Peaks::endNs).max().orElseThrow();
        double seconds = Math.ceil((toNs - fromNs) / NS_PER_S) + 1;
        if (!(seconds <= MAX_BUCKETS)) {
            return new Answer.Refused("the run is longer than a day, beyond what is counted in seconds");
        }
        int[] buckets = new int[(int) Math.max(seconds, 1)];
        counted.forEach(request -> filler.fill(request, fromNs, buckets));
        return new Answer.Value(Arrays.stream(buckets).max().orElse(0));
    }

    private static Answer obstacle(DialectRun seen, Quantity needed) {
        return seen.run().manifest().coverage().starts()
                ? seen.answer(needed, Statistic.Simple.COUNT)
                : new Answer.Refused("the file does not say when requests started");
    }

    private static int second(double atNs, double fromNs) {
        return (int) ((atNs - fromNs) / NS_PER_S);
    }

    private static double endNs(DialectRun.Request request) {
        return request.zeroNs() + request.reading().e2eNs();
    }

    private static List<DialectRun.Request> successes(DialectRun seen) {
        return seen.requests().stream()
                .filter(request -> request.fate() == Fate.SUCCESS)
                .filter(request -> !Double.isNaN(endNs(request)))
                .toList();
    }
}
