package dev.goodput.server;

import dev.goodput.engine.serving.Prompt;
import dev.goodput.server.text.PromptSpans;
import dev.goodput.server.text.Tokenizer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the prompt of a request. Only its text counts: templates, images and tools add nothing.
final class PromptReader {
    private PromptReader() {}

    /// @param messages the `messages` of a chat request: texts, or lists of parts of which those with
    ///     text count
    static Prompt ofMessages(@Nullable JsonNode messages, Tokenizer tokenizer) {
        if (messages == null || !messages.isArray() || messages.isEmpty()) {
            throw ApiException.badRequest("messages is required: a list of at least one message", "messages");
        }
        PromptSpans spans = new PromptSpans(tokenizer);
        for (JsonNode message : messages) {
            if (!message.isObject()) {
                throw ApiException.badRequest("every message must be an object", "messages");
            }
            String role = message.path("role").asString("");
            JsonNode content = message.get("content");
            if (content == null || content.isNull()) {
                continue;
            }
            if (content.isString() && role.equals("assistant")) {
                spans.assistant(content.stringValue());
            } else if (content.isString()) {
                spans.message(role);
                spans.text(content.stringValue());
            } else if (content.isArray()) {
                spans.message(role);
                parts(content, spans);
            } else {
                throw ApiException.badRequest("content of a message must be a text or a list of parts", "messages");
            }
        }
        return spans.prompt();
    }

    private static void parts(JsonNode parts, PromptSpans spans) {
        for (JsonNode part : parts) {
            JsonNode text = part.get("text");
            if (text != null && text.isString()) {
                spans.text(text.stringValue());
            }
        }
    }

    /// @param prompt the `prompt` of a completions request: a text, a list of token ids, or a list of
    ///     one of these
    static Prompt ofPrompt(@Nullable JsonNode prompt, Tokenizer tokenizer) {
        if (prompt != null && prompt.isString()) {
            PromptSpans spans = new PromptSpans(tokenizer);
            spans.text(prompt.stringValue());
            return spans.prompt();
        }
        if (prompt == null || !prompt.isArray() || prompt.isEmpty()) {
            throw ApiException.badRequest("prompt is required: a text or a list of token ids", "prompt");
        }
        JsonNode first = prompt.get(0);
        if (first.isIntegralNumber()) {
            return ofIds(prompt, tokenizer);
        }
        if (prompt.size() > 1) {
            throw ApiException.badRequest("only one prompt a request is supported", "prompt");
        }
        return ofPrompt(first, tokenizer);
    }

    private static Prompt ofIds(JsonNode ids, Tokenizer tokenizer) {
        PromptSpans spans = new PromptSpans(tokenizer);
        for (JsonNode id : ids) {
            if (!id.canConvertToLong()) {
                throw ApiException.badRequest("prompt is required: a text or a list of token ids", "prompt");
            }
            spans.token(id.longValue());
        }
        return spans.prompt();
    }
}
