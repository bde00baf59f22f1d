package dev.goodput.report.recipe;

import java.util.List;

/// What an endpoint is used for: where thresholds, lengths and the first suspicion come from. The thresholds are a
/// start, written into the policy for its owners to change.
public enum UseKind {
    CHAT(
            "chat",
            "streaming chat",
            "people read while it is written",
            new Lengths(800, 300, 150, 50),
            List.of(
                    new Limit("ttft <= 800ms", "the wait before anything appears"),
                    new Limit("tpot <= 25ms", "40 tokens/s: several times reading speed, room for a burst"),
                    new Limit(
                            "e2e <= 3s when output_tokens < 300", "a short answer that takes long is a slow product")),
            "limits of consumer chat on 70B models in 2026, applied to each request",
            Weakness.PREFILL_STALLS),
    VOICE(
            "voice",
            "voice",
            "the answer is spoken: the first sentence counts, then the voice must never run dry",
            new Lengths(400, 150, 80, 30),
            List.of(
                    new Limit("ttft <= 400ms", "leaves time for speech recognition and synthesis"),
                    new Limit("time_to_first_sentence <= 800ms", "synthesis starts with a whole sentence"),
                    new Limit("underruns(wpm=150) <= 0", "the voice never waits for words")),
            "a pause in conversation is noticed from about one second; what is left after recognition and synthesis",
            Weakness.FIRST_SENTENCE),
    AGENT(
            "agent",
            "agent",
            "a program waits for the whole answer, many times in a row, with prompts that grow",
            new Lengths(6000, 2500, 250, 120),
            List.of(
                    new Limit(
                            "ttft <= 500ms + 0.15ms * input_tokens",
                            "prefill grows with the prompt; the queue must not"),
                    new Limit("tpot <= 20ms", "every step of the chain waits for it"),
                    new Limit("e2e <= 10s when output_tokens < 400", "twenty steps make three minutes")),
            "limits relative to the prompt, because the length is the caller's",
            Weakness.LONG_PROMPTS),
    ONE_SHOT(
            "one-shot",
            "one-shot requests",
            "nobody watches the stream: the whole answer counts",
            new Lengths(2000, 1000, 300, 150),
            List.of(
                    new Limit(
                            "e2e <= 15s when output_tokens < 500", "what a caller waits before it gives up or retries"),
                    new Limit("e2e <= 40s", "and for any length")),
            "whole-answer limits; first token and pace do not matter to a caller that cannot see them",
            Weakness.QUEUEING);

    /// Prompt and output lengths in tokens, mean and standard deviation.
    public record Lengths(int inputTokens, int inputTokensSd, int outputTokens, int outputTokensSd) {}

    /// A constraint on every request in the language of SLOs, and why it is there.
    public record Limit(String text, String why) {}

    private final String id;
    private final String title;
    private final String essence;
    private final Lengths lengths;
    private final List<Limit> limits;
    private final String source;
    private final Weakness weakness;

    UseKind(
            String id,
            String title,
            String essence,
            Lengths lengths,
            List<Limit> limits,
            String source,
            Weakness weakness) {
        this.id = id;
        this.title = title;
        this.essence = essence;
        this.lengths = lengths;
        this.limits = limits;
        this.source = source;
        this.weakness = weakness;
    }

    /// As written on a command line.
    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    /// What its users feel, in half a sentence.
    public String essence() {
        return essence;
    }

    public Lengths lengths() {
        return lengths;
    }

    public List<Limit> limits() {
        return limits;
    }

    /// Where the limits come from.
    public String source() {
        return source;
    }

    /// What goes wrong first in such a use.
    public Weakness weakness() {
        return weakness;
    }
}
