package dev.goodput.engine.serving;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One request inside an engine.
final class Sequence implements ServingEngine.Ticket {
    enum State {
        /// Not seen by a scheduler yet, or on its way between two engines.
        OUTSIDE,
        WAITING,
        RUNNING,
        /// Its answer is whole, or nobody wants it any more.
        OVER
    }

    final EngineRequest request;
    final RequestListener listener;
    /// Counts arrivals; the earlier goes first.
    final long number;
    final @Nullable BlockContents contents;
    final @Nullable SplittableRandom acceptance;

    State state = State.OUTSIDE;
    boolean cancelled;
    boolean admittedBefore;
    /// Whether another engine goes on with it after its first token.
    boolean prefillOnly;
    /// When a scheduler sees it.
    long visibleNs;
    /// Tokens generated so far.
    int produced;
    /// Tokens whose keys and values are in the cache.
    int computed;
    /// As many must be computed before it generates (again): prompt and what it had generated when it
    /// was admitted.
    int prefillEnd;
    /// Tokens of the step that is under way, drafts included.
    int scheduled;
    int drafts;
    /// Tokens whose keys and values another engine sent.
    int received;
    /// Tokens that its blocks have room for.
    int room;
    private int[] blocks = new int[8];
    private int blockCount;
    private int publishedBlocks;

    Sequence(
            EngineRequest request,
            RequestListener listener,
            long number,
            @Nullable BlockContents contents,
            @Nullable SplittableRandom acceptance) {
        this.request = request;
        this.listener = listener;
        this.number = number;
        this.contents = contents;
        this.acceptance = acceptance;
    }

    int tokens() {
        return request.promptTokens() + produced;
    }

    boolean isPrefilling() {
        return computed < prefillEnd;
    }

    boolean isAnswered() {
        return produced == request.outputTokens();
    }

    int blockCount() {
        return blockCount;
    }

    int block(int index) {
        return blocks[index];
    }

    void addBlock(int block, int blockSize) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
        room += blockSize;
    }

    /// Makes the blocks that `held` tokens fill findable.
    void publish(KvBlocks cache, int held, int blockSize) {
        if (contents != null) {
            while ((publishedBlocks + 1) * blockSize <= held) {
                cache.publish(blocks[publishedBlocks], contents.of(publishedBlocks));
                publishedBlocks++;
            }
        }
    }

    /// Takes back what [#publish] said of blocks that are not computed.
    void withdraw(KvBlocks cache, int blockSize) {
        for (int i = computed / blockSize; i < publishedBlocks; i++) {
            cache.withdraw(blocks[i]);
        }
    }

    /// Gives its blocks back, the later before the earlier: a beginning is more likely to be asked for
    /// again.
    void release(KvBlocks cache) {
        while (blockCount > 0) {
            cache.release(blocks[--blockCount]);
        }
        publishedBlocks = 0;
        room = 0;
    }

    /// How many of `drafts` drafts are right.
    int accepted(double chance) {
        int right = 0;
        while (right < drafts && acceptance != null && acceptance.nextDouble() < chance) {
            right++;
        }
        return right;
    }
}
