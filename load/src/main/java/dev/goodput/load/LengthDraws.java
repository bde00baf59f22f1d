package dev.goodput.load;

import dev.goodput.core.trace.Asked;
import java.util.SplittableRandom;

/// The lengths of a plan's requests, which depend on the seed and the place of the request alone.
record LengthDraws(Lengths lengths, long seed) {
    Asked of(long index) {
        SplittableRandom random = Seeds.stream(seed, Seeds.LENGTHS, index);
        int inputTokens = length(random, lengths.inputTokens(), lengths.inputTokensSd());
        int outputTokens = length(random, lengths.outputTokens(), lengths.outputTokensSd());
        return new Asked(inputTokens, outputTokens, null);
    }

    private static int length(SplittableRandom random, int mean, int sd) {
        double drawn = mean + sd * random.nextGaussian();
        return Math.clamp(Math.round(drawn), 1, Integer.MAX_VALUE);
    }
}
