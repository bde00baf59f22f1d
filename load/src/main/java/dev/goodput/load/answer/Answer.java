package dev.goodput.load.answer;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Usage;
import dev.goodput.load.sse.SseDecoder;
import dev.goodput.load.sse.SseListener;
import org.jspecify.annotations.Nullable;

/// One answer as it arrives, and what it came to. Not thread-safe.
public final class Answer implements SseListener {
    private static final int HTTP_OK = 200;

    private final ChunkReader reader;
    private final SseDecoder decoder = new SseDecoder(this);
    private final Chunks.Builder chunks = new Chunks.Builder();
    private final SentenceEnds sentences = new SentenceEnds();
    private long arrivalNs;
    private boolean outputSeen;
    private boolean doneSeen;
    private int unparsable;
    private @Nullable String finishReason;
    private @Nullable String error;
    private @Nullable Usage usage;

    /// Whether every output chunk so far came with the count of tokens so far, so that differences are
    /// per-chunk counts.
    private boolean usageOnEveryChunk = true;

    private int tokensSoFar;

    /// @param reader the event loop's; used during [#feed] only
    public Answer(ChunkReader reader) {
        this.reader = reader;
    }

    /// Takes bytes of the body that arrived at `stampNs`.
    ///
    /// @return false if they break the limits of an event stream
    public boolean feed(byte[] bytes, int from, int to, long stampNs) {
        arrivalNs = stampNs;
        return decoder.feed(bytes, from, to);
    }

    /// Tells that no more bytes come.
    public void bodyEnds(long stampNs) {
        arrivalNs = stampNs;
        decoder.finish();
    }

    @Override
    public void event(@Nullable String name, byte[] bytes, int from, int to) {
        reader.read(name, bytes, from, to, sentences);
        int kinds = reader.kinds;
        if (ChunkKind.FINISH.in(kinds) && sentences.end()) {
            kinds |= ChunkKind.SENTENCE.bit();
        }
        boolean output = ChunkKind.isOutput(kinds);
        outputSeen |= output;
        doneSeen |= ChunkKind.DONE.in(kinds);
        if (reader.finishReason != null) {
            finishReason = reader.finishReason;
        }
        if (ChunkKind.ERROR.in(kinds) && error == null) {
            error = reader.error == null ? "" : reader.error;
        }
        if (ChunkKind.UNPARSABLE.in(kinds)) {
            unparsable++;
        }
        boolean counted = ChunkKind.USAGE.in(kinds) && takeUsage();
        chunks.add(arrivalNs, kinds, tokens(counted, output), reader.chars);
    }

    @Override
    public void comment() {
        chunks.add(arrivalNs, ChunkKind.COMMENT);
    }

    /// Keeps the last usage that says anything: some proxies put zeros on every chunk, or after the real
    /// counts.
    ///
    /// @return whether the reader's usage tells how many tokens there are so far
    private boolean takeUsage() {
        boolean nothing = reader.promptTokens <= 0 && reader.completionTokens <= 0;
        boolean worseThanKnown = reader.completionTokens <= 0 && tokensSoFar > 0;
        if (nothing || worseThanKnown) {
            return false;
        }
        usage = new Usage(reader.promptTokens, reader.completionTokens, reader.reasoningTokens, reader.cachedTokens);
        return reader.completionTokens > 0;
    }

    /// Tokens of the chunk just read: ids on the wire, else the growth of a usage that comes with every chunk.
    /// A usage that comes once, with the last output chunk, counts the whole answer and says nothing about that
    /// chunk.
    private int tokens(boolean counted, boolean output) {
        int grown = counted ? reader.completionTokens - tokensSoFar : 0;
        if (counted) {
            tokensSoFar = reader.completionTokens;
        }
        if (reader.tokenIds >= 0) {
            return reader.tokenIds;
        }
        if (output && !counted) {
            usageOnEveryChunk = false;
        }
        return usageOnEveryChunk && counted && grown >= 0 ? grown : Chunks.TOKENS_UNKNOWN;
    }

    public boolean outputSeen() {
        return outputSeen;
    }

    /// Events whose data was not JSON.
    public int unparsable() {
        return unparsable;
    }

    public int chunkCount() {
        return chunks.size();
    }

    public Chunks chunks() {
        return chunks.build();
    }

    /// The server's last word on token counts, or null.
    public @Nullable Usage usage() {
        return usage;
    }

    /// How the answer ended, given that its HTTP message was properly terminated.
    public Outcome terminated() {
        if (error != null) {
            return failed(FailureCategory.ERROR_IN_STREAM, error.isEmpty() ? "error without a message" : error);
        }
        if (!outputSeen) {
            return unparsable > 0
                    ? failed(FailureCategory.MALFORMED, "no event of the stream was JSON of a known shape")
                    : failed(FailureCategory.EMPTY, "the stream ended without any generated output");
        }
        return finishReason == null
                ? failed(FailureCategory.CUT, "the stream ended without a finish reason")
                : new Outcome.Completed(finishReason, doneSeen);
    }

    /// How the answer ended, given that the connection was lost before its HTTP message was complete.
    ///
    /// @param how what the connection did, in words
    public Outcome broken(String how) {
        return error == null
                ? failed(FailureCategory.BROKEN, how + " after " + chunks.size() + " chunks")
                : failed(FailureCategory.ERROR_IN_STREAM, error);
    }

    private static Outcome failed(FailureCategory category, String message) {
        return new Outcome.Failed(category, HTTP_OK, message);
    }
}
