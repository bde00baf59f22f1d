package dev.goodput.server;

import tools.jackson.databind.node.ObjectNode;

/// The JSON body of an answer that is not streamed.
final class WholeBody {
    private WholeBody() {}

    static byte[] of(AnswerFacts facts, int completionTokens) {
        CompletionRequest request = facts.request();
        return Json.bytes(body -> {
            body.put("id", facts.id());
            body.put("object", request.api().object);
            body.put("created", facts.createdSeconds());
            body.put("model", request.model());
            ObjectNode choice = body.putArray("choices").addObject();
            choice.put("index", 0);
            String text = Vocabulary.text(completionTokens);
            switch (request.api()) {
                case CHAT ->
                    choice.putObject("message").put("role", "assistant").put("content", text);
                case COMPLETIONS -> choice.put("text", text);
            }
            choice.put("finish_reason", facts.finishReason());
            body.putObject("usage")
                    .put("prompt_tokens", request.promptTokens())
                    .put("total_tokens", (long) request.promptTokens() + completionTokens)
                    .put("completion_tokens", completionTokens);
        });
    }
}
