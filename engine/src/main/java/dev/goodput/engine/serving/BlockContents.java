package dev.goodput.engine.serving;

import dev.goodput.core.stat.Mixing;
import dev.goodput.engine.serving.Prompt.Span;
import java.util.Arrays;
import java.util.List;

/// Numbers for what the full blocks of one request hold, each covering all tokens before it: equal
/// numbers mean equal beginnings. Worked out as far as asked for.
final class BlockContents {
    private final List<Span> prompt;
    private final long outputContent;
    private final int blockSize;
    private long[] contents = new long[8];
    private int known;
    private int span;
    private int offset;

    BlockContents(Prompt prompt, long outputContent, int blockSize) {
        this.prompt = prompt.spans();
        this.outputContent = outputContent;
        this.blockSize = blockSize;
    }

    /// The content of full block `index` and all before it.
    long of(int index) {
        while (known <= index) {
            if (known == contents.length) {
                contents = Arrays.copyOf(contents, known * 2);
            }
            contents[known] = next(known == 0 ? 0 : contents[known - 1]);
            known++;
        }
        return contents[index];
    }

    private long next(long before) {
        long mixed = before;
        int missing = blockSize;
        while (missing > 0) {
            boolean inPrompt = span < prompt.size();
            long content = inPrompt ? prompt.get(span).content() : outputContent;
            int left = inPrompt ? prompt.get(span).tokens() - offset : Integer.MAX_VALUE;
            int taken = Math.min(left, missing);
            mixed = Mixing.mix(mixed ^ Mixing.mix(content));
            mixed = Mixing.mix(mixed + ((long) offset << 32) + taken);
            missing -= taken;
            offset += taken;
            if (taken == left) {
                span++;
                offset = 0;
            }
        }
        return mixed;
    }
}
