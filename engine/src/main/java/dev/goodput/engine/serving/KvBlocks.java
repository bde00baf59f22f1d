package dev.goodput.engine.serving;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The blocks of one engine's KV cache. Free blocks keep what they hold until they are taken again, the
/// least recently used first, so that a prompt can find it.
final class KvBlocks {
    static final int NONE = -1;

    private final boolean caching;
    private final int[] references;
    private final long[] contents;
    private final boolean[] published;
    private final Map<Long, Integer> byContent = new HashMap<>();
    /// The free blocks as a ring through index `total`, in the order in which they will be taken.
    private final int[] next;
    private final int[] previous;
    private int free;

    KvBlocks(int total, boolean caching) {
        this.caching = caching;
        references = new int[total];
        contents = new long[total];
        published = new boolean[total];
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
        if (published[block]) {
            published[block] = false;
            byContent.remove(contents[block]);
        }
        references[block] = 1;
        return block;
    }

    /// The block with this content, or [#NONE].
    int find(long content) {
        return byContent.getOrDefault(content, NONE);
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
        if (caching && byContent.putIfAbsent(content, block) == null) {
            contents[block] = content;
            published[block] = true;
        }
    }

    private void unlink(int block) {
        next[previous[block]] = next[block];
        previous[next[block]] = previous[block];
        free--;
    }
}
