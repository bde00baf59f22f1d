package dev.goodput.server;

import dev.goodput.server.text.BytePairTokenizer;
import dev.goodput.server.text.WordTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `/tokenize` and `/detokenize`, in the form of vLLM.
final class TokenApi {
    /// Words have 64-bit numbers; clients expect ids that fit an `int`.
    private static final int ID_MASK = Integer.MAX_VALUE;

    private TokenApi() {}

    /// The body of the answer to a `prompt` or to `messages`.
    static byte[] tokenize(byte[] body, Served served) {
        JsonNode root = Json.object(body);
        LongStream.Builder ids = LongStream.builder();
        JsonNode prompt = root.get("prompt");
        if (prompt != null && prompt.isString()) {
            served.tokenizer().split(prompt.stringValue(), ids::add);
        } else if (root.path("messages").isArray()) {
            for (JsonNode message : root.path("messages")) {
                served.tokenizer().split(message.path("content").asString(""), ids::add);
            }
        } else {
            throw ApiException.badRequest("prompt is required: a text; or messages", "prompt");
        }
        int[] tokens = ids.build().mapToInt(id -> (int) id & ID_MASK).toArray();
        return Json.bytes(answer -> {
            answer.put("count", tokens.length);
            if (served.contextTokens() > 0) {
                answer.put("max_model_len", served.contextTokens());
            } else {
                answer.putNull("max_model_len");
            }
            ArrayNode list = answer.putArray("tokens");
            for (int token : tokens) {
                list.add(token);
            }
            answer.putNull("token_strs");
        });
    }

    /// The body of the answer to a list of `tokens`.
    static byte[] detokenize(byte[] body, Served served) {
        int[] ids = ids(Json.object(body).get("tokens"));
        String text = switch (served.tokenizer()) {
            case WordTokenizer _ ->
                throw ApiException.badRequest(
                        "one token a word cannot be turned back into text; start the server with --tokenizer", null);
            case BytePairTokenizer bytePairs -> {
                try {
                    yield new String(bytePairs.bytes(ids), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException _) {
                    throw ApiException.badRequest("tokens holds an id that the encoding does not have", "tokens");
                }
            }
        };
        return Json.bytes(answer -> answer.put("prompt", text));
    }

    private static int[] ids(@Nullable JsonNode tokens) {
        if (tokens == null || !tokens.isArray()) {
            throw ApiException.badRequest("tokens is required: a list of token ids", "tokens");
        }
        return StreamSupport.stream(tokens.spliterator(), false)
                .mapToInt(token -> {
                    if (!token.canConvertToInt()) {
                        throw ApiException.badRequest("tokens is required: a list of token ids", "tokens");
                    }
                    return token.intValue();
                })
                .toArray();
    }
}
