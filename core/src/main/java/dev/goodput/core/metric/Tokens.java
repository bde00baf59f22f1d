package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Usage;

/// How many tokens an answer had, how many of them came with its first output chunk, and who said so.
record Tokens(int total, int ofFirstChunk, TokenSource source) {
    private static final Tokens NO_COUNT = new Tokens(0, 0, TokenSource.NONE);

    /// Counts by the first source of the dialect that has a count.
    static Tokens of(RequestTrace trace, Outputs outputs, Dialect dialect) {
        int channels = Outputs.channels(dialect.on(FirstToken.class));
        for (TokenSources.Source source : dialect.on(TokenSources.class).order()) {
            Tokens tokens = by(source, trace, outputs, channels);
            if (tokens.total > 0) {
                return new Tokens(tokens.total, ofFirst(outputs, tokens.total), tokens.source);
            }
        }
        return NO_COUNT;
    }

    private static Tokens by(TokenSources.Source source, RequestTrace trace, Outputs outputs, int channels) {
        return switch (source) {
            case USAGE_ANY, USAGE_LAST, IDS -> usage(trace);
            case USAGE_BARE -> usageIf(trace, ChunkKind.CHOICES.bit());
            case USAGE_NO_OUTPUT -> usageIf(trace, ChunkKind.OUTPUT);
            case USAGE_WITH_TEXT -> usageIf(trace, 0);
            case CHUNK_COUNTS -> new Tokens(toldByChunks(outputs), 0, TokenSource.CHUNK_COUNTS);
            case TOK_TEXT, TOK_CHUNK, WORDS -> tokenizer(trace, channels, 0);
            case TOK_CONTENT -> tokenizer(trace, ChunkKind.TEXT.bit(), 0);
            case TOK_LLAMA_BOS -> tokenizer(trace, channels, 1);
            case CHUNKS -> new Tokens(outputs.count() + trace.chunks().unstamped(), 0, TokenSource.CHUNKS);
            case REQUESTED -> new Tokens(trace.asked().maxOutputTokens(), 0, TokenSource.REQUESTED);
            case ONE -> new Tokens(1, 0, TokenSource.CHUNKS);
            case ABORT -> NO_COUNT;
        };
    }

    /// A tool that reads the server's usage takes all of it, whichever channels it reads.
    private static Tokens usage(RequestTrace trace) {
        return new Tokens(fromUsage(trace, ChunkKind.OUTPUT), 0, TokenSource.USAGE);
    }

    /// Usage from a chunk that carries none of `forbidden` (or, with nothing forbidden, from one that carries text). A
    /// trace that has usage but no usage chunk was imported from a file that does not say where the usage stood.
    private static Tokens usageIf(RequestTrace trace, int forbidden) {
        Chunks chunks = trace.chunks();
        boolean anywhere = false;
        for (int i = 0; i < chunks.size(); i++) {
            int kinds = chunks.kinds(i);
            if (ChunkKind.USAGE.in(kinds)) {
                anywhere = true;
                boolean allowed = forbidden == 0 ? ChunkKind.TEXT.in(kinds) : (kinds & forbidden) == 0;
                if (allowed) {
                    return usage(trace);
                }
            }
        }
        return anywhere ? NO_COUNT : usage(trace);
    }

    /// The count of a client's own tokenizer. Where the trace has none, the server's count stands in for it: the two
    /// differ by what re-tokenising a text changes, and by `extra` start tokens.
    private static Tokens tokenizer(RequestTrace trace, int channels, int extra) {
        if (trace.clientTokens() >= 0) {
            return new Tokens(trace.clientTokens(), 0, TokenSource.TOKENIZER);
        }
        int told = fromUsage(trace, channels);
        return told == 0 ? NO_COUNT : new Tokens(told + extra, 0, TokenSource.USAGE_FOR_TOKENIZER);
    }

    private static int toldByChunks(Outputs outputs) {
        int told = 0;
        for (int i = 0; i < outputs.count(); i++) {
            if (outputs.tokens(i) == Chunks.TOKENS_UNKNOWN) {
                return 0;
            }
            told += outputs.tokens(i);
        }
        return told;
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
        return usage.reasoningTokens() > 0 && !ChunkKind.REASONING.in(output)
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
    private static int ofFirst(Outputs outputs, int total) {
        if (outputs.isEmpty()) {
            return 0;
        }
        int told = outputs.tokens(0);
        if (told != Chunks.TOKENS_UNKNOWN && told > 0) {
            return Math.min(told, total);
        }
        long chars = 0;
        for (int i = 0; i < outputs.count(); i++) {
            chars += outputs.chars(i);
        }
        if (total < outputs.count() * SEVERAL_TOKENS_A_CHUNK || chars == 0) {
            return 1;
        }
        long share = Math.round((double) total * outputs.chars(0) / chars);
        return Math.clamp(share, 1, total);
    }
}
