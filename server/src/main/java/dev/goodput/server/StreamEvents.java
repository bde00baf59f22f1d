package dev.goodput.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/// The server-sent events of one answer as HTTP/1.1 chunks, framing included, ready for the socket.
///
/// What an answer's events have in common is encoded once; a token costs one buffer and three copies. The form is
/// vLLM's: role event, a text event a token, the finish reason in the last of them, a bare usage event, `[DONE]`.
final class StreamEvents {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] HEX = utf8("0123456789abcdef");
    private static final byte[] DONE = utf8("data: [DONE]\n\n");
    private static final byte[] NOTHING = {};

    private final byte[] role;
    private final byte[] beforeText;
    private final byte[] afterText;
    private final byte[] afterLastText;
    private final String opening;
    private final int promptTokens;

    StreamEvents(AnswerFacts facts) {
        CompletionRequest request = facts.request();
        Api api = request.api();
        this.promptTokens = request.promptTokens();
        this.opening = "data: {\"id\":\"" + facts.id() + "\",\"object\":\"" + api.chunkObject + "\",\"created\":"
                + facts.createdSeconds() + ",\"model\":" + Json.quoted(request.model()) + ",\"choices\":[";
        String choice = opening + "{\"index\":0,";
        String noFinish = ",\"finish_reason\":null}]}\n\n";
        this.role = api == Api.CHAT
                ? utf8(choice + "\"delta\":{\"role\":\"assistant\",\"content\":\"\"}" + noFinish)
                : NOTHING;
        this.beforeText = utf8(choice + api.textOpening);
        this.afterText = utf8(api.textClosing + noFinish);
        this.afterLastText = utf8(api.textClosing + ",\"finish_reason\":\"" + facts.finishReason() + "\"}]}\n\n");
    }

    /// Whether the stream begins with a role event; completions have none.
    boolean hasRole() {
        return role.length > 0;
    }

    ByteBuf role(ByteBufAllocator allocator) {
        return chunk(allocator, role, NOTHING, NOTHING);
    }

    ByteBuf text(ByteBufAllocator allocator, int index, boolean last) {
        return chunk(allocator, beforeText, Vocabulary.bytes(index), last ? afterLastText : afterText);
    }

    ByteBuf usage(ByteBufAllocator allocator, int completionTokens) {
        String usage = opening + "],\"usage\":{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":"
                + ((long) promptTokens + completionTokens) + ",\"completion_tokens\":" + completionTokens + "}}\n\n";
        return chunk(allocator, utf8(usage), NOTHING, NOTHING);
    }

    ByteBuf done(ByteBufAllocator allocator) {
        return chunk(allocator, DONE, NOTHING, NOTHING);
    }

    private static ByteBuf chunk(ByteBufAllocator allocator, byte[] a, byte[] b, byte[] c) {
        int length = a.length + b.length + c.length;
        ByteBuf buffer = allocator.directBuffer(length + 12);
        int digits = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 3) / 4;
        for (int digit = digits - 1; digit >= 0; digit--) {
            buffer.writeByte(HEX[length >>> (4 * digit) & 15]);
        }
        return buffer.writeBytes(CRLF).writeBytes(a).writeBytes(b).writeBytes(c).writeBytes(CRLF);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
