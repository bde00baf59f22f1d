package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The design effect of requests that come in clusters (turns of one conversation, requests of one session):
/// those of a cluster resemble each other. 1 + (m̄ − 1)·ICC, after L. Kish, Survey Sampling (1965), section
/// 5.4.
public final class ClusterEffect {
    private ClusterEffect() {}

    /// @param meanSize requests per cluster
    /// @param intraclassCorrelation from 0, no likeness within a cluster, to 1
    public static double designEffect(double meanSize, double intraclassCorrelation) {
        if (!(meanSize >= 1) || !(intraclassCorrelation >= 0 && intraclassCorrelation <= 1)) {
            throw new IllegalArgumentException("no design effect of clusters of " + meanSize
                    + " with an intraclass correlation of " + intraclassCorrelation);
        }
        return 1 + (meanSize - 1) * intraclassCorrelation;
    }

    /// The design effect seen in a run, by the spread of the clusters' shares ([BatchMeans]), which needs no
    /// equal sizes; at least 1.
    ///
    /// @param cluster of each request, by any number; two clusters or more
    public static double of(boolean[] good, int[] cluster) {
        if (good.length != cluster.length) {
            throw new IllegalArgumentException(good.length + " requests, but clusters of " + cluster.length);
        }
        Map<Integer, Integer> index = new HashMap<>();
        long[] goodOf = new long[good.length];
        long[] sizeOf = new long[good.length];
        for (int i = 0; i < good.length; i++) {
            int next = index.size();
            int at = index.computeIfAbsent(cluster[i], _ -> next);
            goodOf[at] += good[i] ? 1 : 0;
            sizeOf[at]++;
        }
        return Math.max(
                1,
                BatchMeans.of(Arrays.copyOf(goodOf, index.size()), Arrays.copyOf(sizeOf, index.size()))
                        .designEffect());
    }
}
