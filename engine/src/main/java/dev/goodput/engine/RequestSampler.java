package dev.goodput.engine;

import dev.goodput.engine.LatencyProfile.PromptLength;
import java.util.random.RandomGenerator.SplittableGenerator;

/// Draws requests from a profile, in order: the n-th draw depends on the seed and on n alone. Not
/// thread-safe: one owner.
final class RequestSampler {
    private final LatencyProfile profile;
    private final SplittableGenerator queue;
    private final SplittableGenerator prompts;
    private final AnswerLengths answers;
    private final SplittableGenerator decode;
    private final SplittableGenerator spikes;

    RequestSampler(LatencyProfile profile, long seed) {
        this.profile = profile;
        this.queue = RandomStream.QUEUE.from(seed);
        this.prompts = RandomStream.PROMPT_LENGTHS.from(seed);
        this.answers = new AnswerLengths(profile.outputTokens(), seed);
        this.decode = RandomStream.DECODE.from(seed);
        this.spikes = RandomStream.TAIL_SPIKES.from(seed);
    }

    RequestDraw next() {
        long queueNs = Math.round(queue.nextExponential() * profile.queueMeanNs());
        // A stream of its own for each answer: how many tokens one answer has must not move the draws of the next.
        DecodeGaps gaps = new DecodeGaps(profile.decode(), profile.tailSpikes(), decode.split(), spikes.split());
        return new RequestDraw(queueNs, promptTokens(prompts.nextDouble()), answers.next(), gaps);
    }

    private int promptTokens(double rank) {
        double below = 0;
        for (PromptLength length : profile.promptTokens()) {
            below += length.share();
            if (rank < below) {
                return length.tokens();
            }
        }
        return profile.promptTokens().getLast().tokens();
    }
}
