package dev.goodput.core.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Correlated streams of good and bad requests with a known share and correlation.
final class Streams {
    private final SplittableRandom random;

    Streams(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /// Two-state chain with lag-1 correlation `rho`, stationary from the first request: a good request is
    /// followed by a miss with (1 − share)(1 − rho), a miss by a good one with share·(1 − rho).
    boolean[] chain(int n, double share, double rho) {
        boolean[] good = new boolean[n];
        boolean state = random.nextDouble() < share;
        for (int i = 0; i < n; ) {
            double leave = (state ? 1 - share : share) * (1 - rho);
            double stay = leave >= 1 ? 1 : 1 + Math.floor(Math.log1p(-random.nextDouble()) / Math.log1p(-leave));
            for (int end = (int) Math.min(n, i + stay); i < end; i++) {
                good[i] = state;
            }
            state = !state;
        }
        return good;
    }

    /// Latencies from a Gaussian AR(1) with coefficient `phi`; good while below `limit` standard deviations.
    boolean[] autoregressive(int n, double limit, double phi) {
        boolean[] good = new boolean[n];
        double innovation = Math.sqrt(1 - phi * phi);
        double latency = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            good[i] = latency < limit;
            latency = phi * latency + innovation * random.nextGaussian();
        }
        return good;
    }

    /// Chains that start anew in each round.
    GoodSeries rounds(int rounds, int perRound, double share, double rho) {
        List<boolean[]> all = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            all.add(chain(perRound, share, rho));
        }
        return GoodSeries.ofRounds(all);
    }
}
