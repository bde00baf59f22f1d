package dev.goodput.core.metric;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Usage;

/// How many tokens an answer had, how many of them came with its first output chunk, and who said so.
///
/// The requested length is never used as a count: answers stop early.
record Tokens(int total, int ofFirstChunk, TokenSource source) {

    /// @param output the kinds that are output for the caller
    /// @param outputChunks how many chunks are
    /// @param first index of the first of them
    static Tokens of(RequestTrace trace, int output, int outputChunks, int first) {
        Chunks chunks = trace.chunks();
        long toldByChunks = 0;
        long chars = 0;
        boolean allTold = true;
        for (int i = first; i < chunks.size(); i++) {
            if ((chunks.kinds(i) & output) != 0) {
                allTold &= chunks.tokens(i) != Chunks.TOKENS_UNKNOWN;
                toldByChunks += chunks.tokens(i);
                chars += chunks.chars(i);
            }
        }
        int total;
        TokenSource source;
        int byUsage = fromUsage(trace, output);
        if (byUsage > 0) {
            total = byUsage;
            source = TokenSource.USAGE;
        } else if (allTold && toldByChunks > 0) {
            total = (int) toldByChunks;
            source = TokenSource.CHUNK_COUNTS;
        } else {
            total = outputChunks;
            source = TokenSource.CHUNKS;
        }
        return new Tokens(total, ofFirst(chunks, first, total, outputChunks, chars), source);
    }

    /// The server's count of the tokens on the channels in `output`, or 0 when it gave none. Zero counts beside real
    /// text are what some proxies send on every chunk; they are no count.
    static int fromUsage(RequestTrace trace, int output) {
        Usage usage = trace.usage();
        if (usage == null || usage.completionTokens() <= 0) {
            return 0;
        }
        if (output == ChunkKind.OUTPUT) {
            return usage.completionTokens();
        }
        return usage.reasoningTokens() > 0
                ? Math.max(usage.completionTokens() - usage.reasoningTokens(), 0)
                : shareOf(usage.completionTokens(), trace.chunks(), output);
    }

    /// What part of `total` tokens came on the channels in `output`, where the server told only the sum: by the tokens
    /// told on the wire, else by characters, else by chunks.
    private static int shareOf(int total, Chunks chunks, int output) {
        long[] ours = new long[3];
        long[] all = new long[3];
        boolean allTold = true;
        for (int i = 0; i < chunks.size(); i++) {
            if (!chunks.isOutput(i)) {
                continue;
            }
            allTold &= chunks.tokens(i) != Chunks.TOKENS_UNKNOWN;
            long[] sizes = {chunks.tokens(i), chunks.chars(i), 1};
            for (int by = 0; by < sizes.length; by++) {
                all[by] += sizes[by];
                ours[by] += (chunks.kinds(i) & output) != 0 ? sizes[by] : 0;
            }
        }
        int by = allTold && all[0] > 0 ? 0 : all[1] > 0 ? 1 : 2;
        return all[by] == 0 ? 0 : (int) Math.round((double) total * ours[by] / all[by]);
    }

    /// From here on a stream is taken to carry several tokens a chunk. Below it, the surplus comes from tokens that a
    /// busy server merged now and then (vLLM: 200 tokens in 198 chunks), and the first chunk most likely held one.
    private static final double SEVERAL_TOKENS_A_CHUNK = 1.5;

    /// Tokens of the first chunk: as told on the wire; else one when chunks are about as many as tokens; else the first
    /// chunk's share of the characters, since a server that sends several tokens a chunk does not say how many.
    private static int ofFirst(Chunks chunks, int first, int total, int outputChunks, long chars) {
        int told = chunks.tokens(first);
        if (told != Chunks.TOKENS_UNKNOWN && told > 0) {
            return Math.min(told, total);
        }
        if (total < outputChunks * SEVERAL_TOKENS_A_CHUNK || chars == 0) {
            return 1;
        }
        long share = Math.round((double) total * chunks.chars(first) / chars);
        return Math.clamp(share, 1, total);
    }
}
