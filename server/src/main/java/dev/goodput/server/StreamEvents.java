package dev.goodput.server;

import dev.goodput.server.text.AnswerText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The server-sent events of one answer as HTTP/1.1 chunks, framing included, ready for the socket.
///
/// What an answer's events have in common is encoded once; a token costs one buffer and three copies.
/// The form is vLLM's: role event, a text event a step of the engine, the finish reason in the last of
/// them, a bare usage event, `[DONE]`.
final class StreamEvents {
    private static final byte[] DONE = utf8("data: [DONE]\n\n");
    private static final byte[] NOTHING = {};

    private final AnswerFacts facts;
    private final AnswerText text;
    private final byte[] role;
    private final byte[] beforeText;
    private final byte[] afterText;
    private final byte[] afterLastText;

    StreamEvents(AnswerFacts facts) {
        this.facts = facts;
        this.text = facts.text();
        Api api = facts.request().api();
        String choice = "data: " + facts.opening() + "{\"index\":0,";
        String noFinish = ",\"finish_reason\":null}]}\n\n";
        this.role = api == Api.CHAT
                ? utf8(choice + "\"delta\":{\"role\":\"assistant\",\"content\":\"\"}" + noFinish)
                : NOTHING;
        this.beforeText = utf8(choice + api.textOpening);
        this.afterText = utf8(api.textClosing + noFinish);
        this.afterLastText = utf8(
                api.textClosing + ",\"finish_reason\":\"" + facts.finishReason().label() + "\"}]}\n\n");
    }

    /// Whether the stream begins with a role event; completions have none.
    boolean hasRole() {
        return role.length > 0;
    }

    ByteBuf role(ByteBufAllocator allocator) {
        return Chunked.chunk(allocator, role, NOTHING, NOTHING);
    }

    /// An event with the text of tokens `index` to `index + count - 1`.
    ByteBuf text(ByteBufAllocator allocator, int index, int count, boolean last) {
        byte[] shown = count == 1 ? text.json(index, last) : joined(index, count, last);
        return Chunked.chunk(allocator, beforeText, shown, last ? afterLastText : afterText);
    }

    private byte[] joined(int index, int count, boolean last) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = index; i < index + count; i++) {
            joined.writeBytes(text.json(i, last && i == index + count - 1));
        }
        return joined.toByteArray();
    }

    ByteBuf usage(ByteBufAllocator allocator, int completionTokens) {
        String usage = UsageCounts.of(facts, completionTokens).json();
        return Chunked.chunk(
                allocator, utf8("data: " + facts.opening() + "],\"usage\":" + usage + "}\n\n"), NOTHING, NOTHING);
    }

    ByteBuf done(ByteBufAllocator allocator) {
        return Chunked.chunk(allocator, DONE, NOTHING, NOTHING);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
