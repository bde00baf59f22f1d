package dev.goodput.engine;

import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/// What randomness is used for. Each purpose has its own stream, split off the seed in the order of the numbers, so
/// that a change to one parameter leaves all other draws as they were. A number, once given, stays.
public enum RandomStream {
    ARRIVALS(0),
    QUEUE(1),
    PROMPT_LENGTHS(2),
    OUTPUT_LENGTHS(3),
    DECODE(4),
    TAIL_SPIKES(5),
    CONVERSATIONS(7),
    RECORDED_TICKS(8);

    /// Fixed by name: the platform's default algorithm may change between releases.
    private static final RandomGeneratorFactory<SplittableGenerator> ALGORITHM =
            RandomGeneratorFactory.of("L64X128MixRandom");

    private final int number;

    RandomStream(int number) {
        this.number = number;
    }

    /// The stream of this purpose for a seed.
    public SplittableGenerator from(long seed) {
        SplittableGenerator root = ALGORITHM.create(seed);
        SplittableGenerator stream = root.split();
        for (int i = 0; i < number; i++) {
            stream = root.split();
        }
        return stream;
    }
}
