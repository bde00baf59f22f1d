package dev.goodput.engine.serving;

import java.util.Arrays;

/// The blocks of one engine's KV cache. Free blocks keep what they hold until they are taken again, the
/// least recently used first, so that a prompt can find it.
final class KvBlocks {
    static final int NONE = -1;

    private final boolean caching;
    private final int[] references;
    private final long[] contents;
    private final boolean[] published;
    /// The published blocks by content: of each bucket the first, and of each block the next in its
    /// bucket. The blocks are numbered anyway, and contents are well mixed.
    private final int[] buckets;
    private final int[] nextInBucket;
    /// The free blocks as a ring through index `total`, in the order in which they will be taken.
    private final int[] next;
    private final int[] previous;
    private int free;

    KvBlocks(int total, boolean caching) {
        this.caching = caching;
        references = new int[total];
        contents = new long[total];
        published = new boolean[total];
        buckets = new int[caching ? Integer.highestOneBit(Math.max(1, total)) << 1 : 0];
        Arrays.fill(buckets, NONE);
        nextInBucket = new int[caching ? total : 0];
        next = new int[total + 1];
        previous = new int[total + 1];
        Arrays.setAll(next, i -> i == total ? 0 : i + 1);
        Arrays.setAll(previous, i -> i == 0 ? total : i - 1);
        free = total;
    }

    int total() {
        return references.length;
    }

    /// Blocks that no request holds.
    int free() {
        return free;
    }

    /// How many requests hold a block.
    int references(int block) {
        return references[block];
    }

    /// Takes the free block that was used longest ago; there must be one.
    int take() {
        int block = next[references.length];
        unlink(block);
        withdraw(block);
        references[block] = 1;
        return block;
    }

    /// The block with this content, or [#NONE].
    int find(long content) {
        if (!caching) {
            return NONE;
        }
        int block = buckets[bucket(content)];
        while (block != NONE && contents[block] != content) {
            block = nextInBucket[block];
        }
        return block;
    }

    /// One more request holds this block.
    void share(int block) {
        if (references[block]++ == 0) {
            unlink(block);
        }
    }

    /// One request fewer holds this block.
    void release(int block) {
        if (--references[block] == 0) {
            int end = references.length;
            int last = previous[end];
            next[last] = block;
            previous[block] = last;
            next[block] = end;
            previous[end] = block;
            free++;
        }
    }

    /// From now on prompts can find this block by what it holds. Of two blocks with one content the
    /// first is found.
    void publish(int block, long content) {
        if (caching && find(content) == NONE) {
            contents[block] = content;
            published[block] = true;
            nextInBucket[block] = buckets[bucket(content)];
            buckets[bucket(content)] = block;
        }
    }

    /// What was said to be in this block is not: it was never computed.
    void withdraw(int block) {
        if (published[block]) {
            published[block] = false;
            remove(block);
        }
    }

    private int bucket(long content) {
        return (int) content & (buckets.length - 1);
    }

    private void remove(int block) {
        int bucket = bucket(contents[block]);
        if (buckets[bucket] == block) {
            buckets[bucket] = nextInBucket[block];
            return;
        }
        int before = buckets[bucket];
        while (nextInBucket[before] != block) {
            before = nextInBucket[before];
        }
        nextInBucket[before] = nextInBucket[block];
    }

    private void unlink(int block) {
        next[previous[block]] = next[block];
        previous[next[block]] = previous[block];
        free--;
    }
}
