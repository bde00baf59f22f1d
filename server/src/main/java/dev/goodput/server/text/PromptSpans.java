package dev.goodput.server.text;

import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import java.util.ArrayList;
import java.util.List;

/// Makes a [Prompt] of tokens, so that equal beginnings of text are equal beginnings of prompts.
///
/// A span is at most [#SPAN_TOKENS] tokens long and its content is a hash of them: two prompts agree in
/// every whole span up to their first difference, which is as fine as the 16-token blocks of a KV cache
/// can see. Each message begins a span. A message of the assistant that is one of this server's answers,
/// word for word, is one span of the content [#ANSWER], so that it is found where the answer left it.
public final class PromptSpans {
    /// The content of every answer of this server: all say the same, as far as they go.
    public static final long ANSWER = 1;

    static final int SPAN_TOKENS = 16;

    private final Tokenizer tokenizer;
    private final List<Span> spans = new ArrayList<>();
    private int inSpan;
    private long hash;
    private int total;

    public PromptSpans(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /// Begins a message.
    ///
    /// @param role who says it; the same text of another role is another content
    public void message(String role) {
        closeSpan();
        hash = role.hashCode();
    }

    /// Adds text to the message.
    public void text(String text) {
        tokenizer.split(text, this::token);
    }

    /// Adds a whole message of the assistant.
    public void assistant(String text) {
        message("assistant");
        int spansBefore = spans.size();
        int totalBefore = total;
        text(text);
        int tokens = total - totalBefore;
        if (tokens > 0 && tokenizer.answers().isAnswer(text, tokens)) {
            spans.subList(spansBefore, spans.size()).clear();
            spans.add(new Span(ANSWER, tokens));
            inSpan = 0;
        }
    }

    /// Adds a token.
    ///
    /// @param content a number that stands for it
    public void token(long content) {
        hash = Hash.add(hash, content);
        inSpan++;
        total++;
        if (inSpan == SPAN_TOKENS) {
            closeSpan();
        }
    }

    /// All of it; a prompt without any text has one token.
    public Prompt prompt() {
        closeSpan();
        return spans.isEmpty() ? Prompt.of(0, 1) : new Prompt(spans);
    }

    private void closeSpan() {
        if (inSpan > 0) {
            spans.add(new Span(Hash.finish(hash), inSpan));
        }
        inSpan = 0;
        hash = 0;
    }
}
