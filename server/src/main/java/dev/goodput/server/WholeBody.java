package dev.goodput.server;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// The JSON body of an answer that is not streamed.
final class WholeBody {
    private WholeBody() {}

    /// @param usage null for none
    static byte[] of(AnswerFacts facts, int completionTokens, @Nullable UsageCounts usage) {
        return of(facts, facts.text().text(completionTokens), null, "", usage);
    }

    /// @param reasoning null for a model that does not reason; chat only
    /// @param reasoningField its name in the message
    /// @param usage null for none
    static byte[] of(
            AnswerFacts facts,
            String text,
            @Nullable String reasoning,
            String reasoningField,
            @Nullable UsageCounts usage) {
        CompletionRequest request = facts.request();
        return Json.bytes(body -> {
            body.put("id", facts.id());
            body.put("object", request.api().object);
            body.put("created", facts.createdSeconds());
            body.put("model", request.model());
            ObjectNode choice = body.putArray("choices").addObject();
            choice.put("index", 0);
            switch (request.api()) {
                case CHAT -> {
                    ObjectNode message =
                            choice.putObject("message").put("role", "assistant").put("content", text);
                    if (reasoning != null) {
                        message.put(reasoningField, reasoning);
                    }
                }
                case COMPLETIONS -> choice.put("text", text);
            }
            choice.put("finish_reason", facts.finishReason().label());
            if (usage != null) {
                body.putRawValue("usage", new RawValue(usage.json()));
            }
        });
    }
}
