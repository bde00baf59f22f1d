package dev.goodput.server;

import dev.goodput.engine.serving.Prompt;
import dev.goodput.server.text.Tokenizer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The fields of a request that the server honours; all others are accepted and ignored, as engines do.
///
/// @param promptTokens length of the prompt, at least 1
/// @param maxTokens tokens to generate, or 0 when the caller left it open
/// @param includeUsage whether a stream ends with a usage event
/// @param priority lower is served first, where the engine goes by it (a field of vLLM's)
record CompletionRequest(
        Api api,
        String model,
        Prompt prompt,
        int promptTokens,
        int maxTokens,
        boolean stream,
        boolean includeUsage,
        int priority) {
    /// More than any model's context; keeps one request from occupying the server for hours.
    static final int MAX_TOKENS = 1_000_000;

    /// The name comes back in every event.
    private static final int MAX_MODEL_CHARS = 256;

    /// Reads a request body.
    ///
    /// @param defaultModel the model of a request that names none
    /// @throws ApiException when it is not JSON or a field has the wrong form
    static CompletionRequest parse(Api api, byte[] body, String defaultModel, Tokenizer tokenizer) {
        JsonNode root = Json.object(body);
        Prompt prompt = switch (api) {
            case CHAT -> PromptReader.ofMessages(root.get("messages"), tokenizer);
            case COMPLETIONS -> PromptReader.ofPrompt(root.get("prompt"), tokenizer);
        };
        if (count(root, "n", 1) > 1) {
            throw ApiException.badRequest("only one choice a request is supported", "n");
        }
        int maxTokens = count(root, "max_completion_tokens", count(root, "max_tokens", 0));
        boolean stream = flag(root, "stream");
        String model = model(root, defaultModel);
        return new CompletionRequest(
                api, model, prompt, prompt.tokens(), maxTokens, stream, usage(root), priority(root));
    }

    private static String model(JsonNode root, String defaultModel) {
        JsonNode model = given(root, "model");
        if (model == null) {
            return defaultModel;
        }
        if (!model.isString() || model.stringValue().length() > MAX_MODEL_CHARS) {
            throw ApiException.badRequest(
                    "model must be a name of at most " + MAX_MODEL_CHARS + " characters", "model");
        }
        return model.stringValue();
    }

    private static boolean usage(JsonNode root) {
        JsonNode options = given(root, "stream_options");
        if (options == null) {
            return false;
        }
        if (!options.isObject()) {
            throw ApiException.badRequest("stream_options must be an object", "stream_options");
        }
        return flag(options, "include_usage");
    }

    private static boolean flag(JsonNode object, String name) {
        JsonNode flag = given(object, name);
        if (flag != null && !flag.isBoolean()) {
            throw ApiException.badRequest(name + " must be true or false", name);
        }
        return flag != null && flag.booleanValue();
    }

    private static int count(JsonNode root, String name, int absent) {
        JsonNode count = given(root, name);
        if (count == null) {
            return absent;
        }
        boolean whole = count.isIntegralNumber() && count.canConvertToInt();
        if (!whole || count.intValue() < 1 || count.intValue() > MAX_TOKENS) {
            throw ApiException.badRequest(name + " must be a whole number from 1 to " + MAX_TOKENS, name);
        }
        return count.intValue();
    }

    private static int priority(JsonNode root) {
        JsonNode priority = given(root, "priority");
        if (priority == null) {
            return 0;
        }
        if (!priority.isIntegralNumber() || !priority.canConvertToInt()) {
            throw ApiException.badRequest("priority must be a whole number", "priority");
        }
        return priority.intValue();
    }

    /// A field's value; `null` in JSON means the same as leaving it out.
    private static @Nullable JsonNode given(JsonNode object, String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }
}
