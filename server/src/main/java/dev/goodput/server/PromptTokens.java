package dev.goodput.server;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Prompt lengths at one token a word. A word is what stands between white space; a prompt has at least one.
final class PromptTokens {
    private PromptTokens() {}

    /// @param messages the `messages` of a chat request: texts, or lists of parts of which those with text count
    static int ofMessages(@Nullable JsonNode messages) {
        if (messages == null || !messages.isArray() || messages.isEmpty()) {
            throw ApiException.badRequest("messages is required: a list of at least one message", "messages");
        }
        int tokens = 0;
        for (JsonNode message : messages) {
            if (!message.isObject()) {
                throw ApiException.badRequest("every message must be an object", "messages");
            }
            JsonNode content = message.get("content");
            if (content == null || content.isNull()) {
                continue;
            }
            if (content.isString()) {
                tokens += words(content.stringValue());
            } else if (content.isArray()) {
                tokens += ofParts(content);
            } else {
                throw ApiException.badRequest("content of a message must be a text or a list of parts", "messages");
            }
        }
        return Math.max(1, tokens);
    }

    private static int ofParts(JsonNode parts) {
        int tokens = 0;
        for (JsonNode part : parts) {
            JsonNode text = part.get("text");
            if (text != null && text.isString()) {
                tokens += words(text.stringValue());
            }
        }
        return tokens;
    }

    /// @param prompt the `prompt` of a completions request: a text, a list of token ids, or a list of one of these
    static int ofPrompt(@Nullable JsonNode prompt) {
        if (prompt != null && prompt.isString()) {
            return Math.max(1, words(prompt.stringValue()));
        }
        if (prompt == null || !prompt.isArray() || prompt.isEmpty()) {
            throw ApiException.badRequest("prompt is required: a text or a list of token ids", "prompt");
        }
        JsonNode first = prompt.get(0);
        if (first.isIntegralNumber()) {
            return prompt.size();
        }
        if (prompt.size() > 1) {
            throw ApiException.badRequest("only one prompt a request is supported", "prompt");
        }
        return ofPrompt(first);
    }

    private static int words(String text) {
        int words = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            boolean space = Character.isWhitespace(text.charAt(i));
            if (!space && !inWord) {
                words++;
            }
            inWord = !space;
        }
        return words;
    }
}
