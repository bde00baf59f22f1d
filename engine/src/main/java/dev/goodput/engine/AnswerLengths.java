package dev.goodput.engine;

import dev.goodput.engine.LatencyProfile.OutputLengths;
import java.util.random.RandomGenerator;

/// How long the answers to requests are that leave it open: drawn in order, the n-th from the seed and n
/// alone. Not thread-safe: one owner.
public final class AnswerLengths {
    private final OutputLengths lengths;
    private final RandomGenerator random;

    public AnswerLengths(OutputLengths lengths, long seed) {
        this.lengths = lengths;
        this.random = RandomStream.OUTPUT_LENGTHS.from(seed);
    }

    /// The next length, in tokens.
    public int next() {
        return random.nextInt(lengths.min(), lengths.max() + 1);
    }
}
