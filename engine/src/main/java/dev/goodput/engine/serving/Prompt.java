package dev.goodput.engine.serving;

import java.util.List;

/// What a prompt consists of, as far as a prefix cache cares: which tokens it shares with other
/// prompts.
///
/// @param spans in order; a shared beginning is a span of the same content at the same place
public record Prompt(List<Span> spans) {
    /// Tokens from the beginning of some content. Two spans of one content agree as far as the shorter
    /// goes.
    ///
    /// @param content names the content; equal numbers mean equal text
    /// @param tokens at least 1
    public record Span(long content, int tokens) {
        public Span {
            if (tokens < 1) {
                throw new IllegalArgumentException("a span of a prompt has at least one token, not " + tokens);
            }
        }
    }

    public Prompt {
        spans = List.copyOf(spans);
        if (spans.isEmpty()) {
            throw new IllegalArgumentException("a prompt has at least one token");
        }
    }

    /// A prompt of one content.
    public static Prompt of(long content, int tokens) {
        return new Prompt(List.of(new Span(content, tokens)));
    }

    /// Its length.
    public int tokens() {
        return spans.stream().mapToInt(Span::tokens).reduce(0, Math::addExact);
    }
}
