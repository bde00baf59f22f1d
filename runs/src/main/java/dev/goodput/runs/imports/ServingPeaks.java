package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import java.util.Arrays;
import java.util.List;

/// Peaks as vLLM's benchmarks count them: in buckets of one second from the earliest start of a success.
final class ServingPeaks {
    private static final int MAX_BUCKETS = 86_400;

    private ServingPeaks() {}

    /// Chunks in the fullest bucket, which the tools call tokens.
    static Answer chunksPerSecond(List<ServingRow> rows) {
        return peak(rows, (row, fromS, buckets) -> {
            double firstS = row.startS() + row.ttftS();
            count(buckets, firstS - fromS);
            double chunkS = firstS;
            for (double gapS : row.gapsS()) {
                chunkS += gapS;
                count(buckets, chunkS - fromS);
            }
        });
    }

    /// Requests that touch the fullest bucket: more than were ever in flight at once.
    static Answer requestsPerBucket(List<ServingRow> rows) {
        return peak(rows, (row, fromS, buckets) -> {
            int from = (int) (row.startS() - fromS);
            int to = (int) (row.startS() + row.latencyS() - fromS);
            for (int second = from; second <= Math.min(to, buckets.length - 1); second++) {
                buckets[second]++;
            }
        });
    }

    /// Requests in flight at once; an end comes before a start at the same instant.
    static Answer requestsInFlight(List<ServingRow> rows) {
        double[] startsS = successes(rows).stream()
                .mapToDouble(ServingRow::startS)
                .sorted()
                .toArray();
        double[] endsS = successes(rows).stream()
                .mapToDouble(row -> row.startS() + row.latencyS())
                .sorted()
                .toArray();
        int ended = 0;
        int peak = 0;
        for (int started = 0; started < startsS.length; started++) {
            while (ended < endsS.length && endsS[ended] <= startsS[started]) {
                ended++;
            }
            peak = Math.max(peak, started + 1 - ended);
        }
        return new Answer.Value(peak);
    }

    private interface Filler {
        void fill(ServingRow row, double fromS, int[] buckets);
    }

    private static Answer peak(List<ServingRow> rows, Filler filler) {
        List<ServingRow> counted = successes(rows);
        if (counted.isEmpty()) {
            return new Answer.Value(0);
        }
        double fromS = counted.stream().mapToDouble(ServingRow::startS).min().orElseThrow();
        double toS = counted.stream()
                .mapToDouble(row -> row.startS() + row.latencyS())
                .max()
                .orElseThrow();
        double seconds = Math.ceil(toS - fromS) + 1;
        if (!(seconds <= MAX_BUCKETS)) {
            return new Answer.Refused("the run is longer than a day, beyond what the tool counts in seconds");
        }
        int[] buckets = new int[(int) Math.max(seconds, 1)];
        counted.forEach(row -> filler.fill(row, fromS, buckets));
        return new Answer.Value(Arrays.stream(buckets).max().orElse(0));
    }

    private static void count(int[] buckets, double atS) {
        if (atS >= 0 && atS < buckets.length) {
            buckets[(int) atS]++;
        }
    }

    static List<ServingRow> successes(List<ServingRow> rows) {
        return rows.stream().filter(ServingRow::succeeded).toList();
    }
}
