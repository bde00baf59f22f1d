package dev.goodput.core.trace;

import org.jspecify.annotations.Nullable;

/// Writes down a request the way a worked example does: in milliseconds, event by event.
public final class TraceBuilder {
    private final long index;
    private Timeline.Builder timeline = new Timeline.Builder(0);
    private final Chunks.Builder chunks = new Chunks.Builder();
    private int askedPromptTokens = Usage.UNKNOWN;
    private @Nullable String requestClass;
    private @Nullable Usage usage;
    private long lastNs;

    private TraceBuilder(long index) {
        this.index = index;
        timeline.startNs = 0;
    }

    /// A request that was meant to start and did start at 0.
    public static TraceBuilder request(long index) {
        return new TraceBuilder(index);
    }

    public static RequestTrace neverSent(long index) {
        return new RequestTrace(
                index,
                "r" + index,
                new Asked(Usage.UNKNOWN, Usage.UNKNOWN, null),
                Timeline.neverSent(0),
                Chunks.NONE,
                null,
                new Outcome.Failed(FailureCategory.NOT_SENT, 0, ""));
    }

    public static long ns(double ms) {
        return Math.round(ms * 1e6);
    }

    public TraceBuilder intended(double ms) {
        return intendedNs(ns(ms));
    }

    public TraceBuilder intendedNs(double stampNs) {
        Timeline.Builder shifted = new Timeline.Builder(stampNs);
        shifted.startNs = timeline.startNs;
        timeline = shifted;
        return this;
    }

    public TraceBuilder started(double ms) {
        timeline.startNs = ns(ms);
        return this;
    }

    /// First and last byte handed to the kernel, and the head of the answer.
    public TraceBuilder sent(double sendStartMs, double sendEndMs, double headMs) {
        timeline.sendStartNs = ns(sendStartMs);
        timeline.sendEndNs = ns(sendEndMs);
        timeline.headNs = ns(headMs);
        return this;
    }

    public TraceBuilder ofClass(String name) {
        requestClass = name;
        return this;
    }

    public TraceBuilder asked(int promptTokens) {
        askedPromptTokens = promptTokens;
        return this;
    }

    public TraceBuilder role(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.ROLE, ChunkKind.CHOICES);
    }

    /// One chunk of text whose token count the server did not tell.
    public TraceBuilder text(double ms) {
        return text(ms, Chunks.TOKENS_UNKNOWN, 4);
    }

    public TraceBuilder text(double ms, int tokens, int chars) {
        return chunk(ms, tokens, chars, ChunkKind.TEXT, ChunkKind.CHOICES);
    }

    /// `count` chunks of text, the first and the last at the given times, evenly spaced.
    public TraceBuilder texts(int count, double firstMs, double lastMs) {
        for (int i = 0; i < count; i++) {
            text(count == 1 ? firstMs : firstMs + (lastMs - firstMs) * i / (count - 1));
        }
        return this;
    }

    /// A chunk of text with which a sentence is complete.
    public TraceBuilder sentence(double ms, int tokens) {
        return chunk(ms, tokens, 4 * tokens, ChunkKind.TEXT, ChunkKind.CHOICES, ChunkKind.SENTENCE);
    }

    public TraceBuilder reasoning(double ms) {
        return reasoning(ms, Chunks.TOKENS_UNKNOWN, 4);
    }

    public TraceBuilder reasoning(double ms, int tokens, int chars) {
        return chunk(ms, tokens, chars, ChunkKind.REASONING, ChunkKind.CHOICES);
    }

    public TraceBuilder toolCall(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 4, ChunkKind.TOOL_CALL, ChunkKind.CHOICES);
    }

    public TraceBuilder finish(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.FINISH, ChunkKind.CHOICES);
    }

    /// A chunk with `choices: []` and a usage object.
    public TraceBuilder usageChunk(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.USAGE);
    }

    public TraceBuilder comment(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.COMMENT);
    }

    public TraceBuilder error(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.ERROR);
    }

    public TraceBuilder done(double ms) {
        return chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.DONE);
    }

    public TraceBuilder chunk(double ms, int tokens, int chars, ChunkKind... kinds) {
        int set = 0;
        for (ChunkKind kind : kinds) {
            set |= kind.bit();
        }
        chunks.add(ns(ms), set, tokens, chars);
        lastNs = Math.max(lastNs, ns(ms));
        return this;
    }

    public TraceBuilder usage(int completionTokens) {
        return usage(Usage.of(10, completionTokens));
    }

    public TraceBuilder usage(Usage told) {
        usage = told;
        return this;
    }

    public TraceBuilder ended(double ms) {
        timeline.endNs = ns(ms);
        return this;
    }

    public RequestTrace completed() {
        return build(new Outcome.Completed("stop", true));
    }

    public RequestTrace failed(FailureCategory category) {
        return build(new Outcome.Failed(category, 0, ""));
    }

    private RequestTrace build(Outcome outcome) {
        if (!Stamp.isKnown(timeline.endNs)) {
            timeline.endNs = lastNs;
        }
        return new RequestTrace(
                index,
                "r" + index,
                new Asked(askedPromptTokens, Usage.UNKNOWN, requestClass),
                timeline.build(),
                chunks.build(),
                usage,
                outcome);
    }
}
