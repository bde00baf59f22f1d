package dev.goodput.server;

import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import java.nio.charset.StandardCharsets;

/// The events of a stream in the odd shapes that servers give them.
final class FaultyEvents {
    /// What vLLM says when its engine has died.
    static final String ERROR_MESSAGE = "EngineCore encountered an issue. See stack trace (above) for the root cause.";

    private final AnswerFacts facts;
    private final Faults faults;
    private final boolean chat;
    private final String lineEnd;
    private final String usageMode;
    private int events;

    FaultyEvents(AnswerFacts facts, Faults faults) {
        this.facts = facts;
        this.faults = faults;
        this.chat = facts.request().api() == Api.CHAT;
        this.lineEnd = switch (faults.text(FaultWord.LINE_END)) {
            case "crlf" -> "\r\n";
            case "cr" -> "\r";
            default -> "\n";
        };
        this.usageMode = faults.text(FaultWord.USAGE);
    }

    static String reasoningField(Faults faults) {
        String field = faults.text(FaultWord.REASONING_FIELD);
        return field.isEmpty() ? "reasoning" : field;
    }

    /// The event that says who speaks.
    String role() {
        return facts.opening()
                + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]"
                + chunkUsage(0, false) + "}";
    }

    /// A chunk of text.
    ///
    /// @param tokens so many have come, with these
    /// @param finish whether it carries the finish reason
    /// @param last whether it is the last chunk
    String text(String text, boolean reasoning, boolean withRole, int tokens, boolean finish, boolean last) {
        String quoted = Json.quoted(text);
        String said = chat
                ? "\"delta\":{" + (withRole ? "\"role\":\"assistant\"," : "") + "\""
                        + (reasoning ? reasoningField(faults) : "content") + "\":" + quoted + "}"
                : "\"text\":" + quoted;
        String reason = finish ? "\"" + facts.finishReason().label() + "\"" : "null";
        return facts.opening() + "{\"index\":0," + said + ",\"finish_reason\":" + reason + "}]"
                + chunkUsage(tokens, last) + "}";
    }

    /// The usage that a chunk with choices carries.
    private String chunkUsage(int tokens, boolean last) {
        return switch (usageMode) {
            case "every" -> ",\"usage\":" + UsageCounts.of(facts, tokens).json();
            case "zero" -> ",\"usage\":" + new UsageCounts(0, 0).json();
            case "finish" ->
                last ? ",\"usage\":" + UsageCounts.of(facts, tokens).json() : "";
            default -> "";
        };
    }

    /// Whether a usage event comes at the end.
    boolean hasUsage() {
        return switch (usageMode) {
            case "none", "zero", "finish" -> false;
            default -> facts.request().includeUsage();
        };
    }

    String usage(int tokens) {
        int said = usageMode.equals("wrong") ? 2 * tokens : tokens;
        return facts.opening() + "],\"usage\":" + UsageCounts.of(facts, said).json() + "}";
    }

    /// The event with which an answer fails.
    byte[] error() {
        String type = faults.text(FaultWord.ERROR_SHAPE).equals("openai") ? "server_error" : "InternalServerError";
        String code = type.equals("server_error") ? "null" : "500";
        String error = "{\"error\":{\"message\":" + Json.quoted(ERROR_MESSAGE) + ",\"type\":\"" + type
                + "\",\"param\":null,\"code\":" + code + "}}";
        return faults.text(FaultWord.ERROR_SHAPE).equals("event")
                ? utf8("event:" + space() + "error" + lineEnd + data(error))
                : event(error);
    }

    /// An event of this data.
    byte[] event(String data) {
        String more = faults.has(FaultWord.SSE_FIELDS)
                ? "event:" + space() + "message" + lineEnd + "id:" + space() + events++ + lineEnd + "retry:" + space()
                        + "3000" + lineEnd
                : "";
        return utf8(more + data(data));
    }

    byte[] ping() {
        return utf8(": ping" + lineEnd + lineEnd);
    }

    private String data(String data) {
        return "data:" + space() + data + lineEnd + lineEnd;
    }

    private String space() {
        return faults.has(FaultWord.NO_SPACE) ? "" : " ";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
