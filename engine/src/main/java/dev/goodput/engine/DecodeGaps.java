package dev.goodput.engine;

import dev.goodput.engine.LatencyProfile.Decode;
import dev.goodput.engine.LatencyProfile.TailSpikes;
import java.util.random.RandomGenerator;

/// The decode gaps of one request, drawn one after the other. Not thread-safe: one owner.
final class DecodeGaps {
    private final Decode decode;
    private final TailSpikes tailSpikes;
    private final RandomGenerator gaps;
    private final RandomGenerator spikes;

    DecodeGaps(Decode decode, TailSpikes tailSpikes, RandomGenerator gaps, RandomGenerator spikes) {
        this.decode = decode;
        this.tailSpikes = tailSpikes;
        this.gaps = gaps;
        this.spikes = spikes;
    }

    long nextNs() {
        double meanNs = (double) decode.meanNs();
        double gapNs = Math.max((double) decode.floorNs(), gaps.nextGaussian(meanNs, decode.sigma() * meanNs));
        // Both numbers are drawn for every token, slowed or not, so that the share decides nothing but the share.
        double rank = spikes.nextDouble();
        double position = spikes.nextDouble();
        double range = tailSpikes.maxFactor() - tailSpikes.minFactor();
        double factor = rank < tailSpikes.share() ? tailSpikes.minFactor() + range * position : 1;
        return Math.round(gapNs * factor);
    }
}
