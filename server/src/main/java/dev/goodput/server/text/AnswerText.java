package dev.goodput.server.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/// The text of answers, token by token: a passage that repeats. A token that ends inside a character
/// shows nothing of it until the token that completes it, as serving engines do; an answer that ends
/// there shows a replacement character.
public final class AnswerText {
    private static final String REPLACEMENT = "\uFFFD";

    private final String[] text;
    private final byte[][] json;
    /// Whether the token ends inside a character.
    private final boolean[] open;

    private final byte[] firstJson;
    private final String first;

    /// @param tokens the bytes of each; the first begins with a space, which is left out at the
    ///     beginning of an answer, and the last ends with a whole character
    AnswerText(List<byte[]> tokens) {
        int count = tokens.size();
        this.text = new String[count];
        this.json = new byte[count][];
        this.open = new boolean[count];
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer held = ByteBuffer.allocate(1024);
        CharBuffer chars = CharBuffer.allocate(1024);
        for (int i = 0; i < count; i++) {
            held.put(tokens.get(i)).flip();
            CoderResult result = decoder.decode(held, chars, false);
            if (result.isError()) {
                throw new IllegalArgumentException("token " + i + " is not part of a UTF-8 text");
            }
            open[i] = held.hasRemaining();
            held.compact();
            text[i] = chars.flip().toString();
            json[i] = escaped(text[i]);
            chars.clear();
        }
        if (!text[0].startsWith(" ") || open[count - 1]) {
            throw new IllegalArgumentException("the passage must begin with a space and end with a whole character");
        }
        this.first = text[0].substring(1);
        this.firstJson = escaped(first);
    }

    /// What token `index` of an answer shows, escaped for a JSON string; shared: not to be written to.
    ///
    /// @param last whether the answer ends with it
    public byte[] json(int index, boolean last) {
        if (index == 0) {
            return firstJson;
        }
        int i = index % json.length;
        return last && open[i] ? escaped(text[i] + REPLACEMENT) : json[i];
    }

    /// What token `index` of an answer shows.
    public String text(int index, boolean last) {
        if (index == 0) {
            return first;
        }
        int i = index % text.length;
        return last && open[i] ? text[i] + REPLACEMENT : text[i];
    }

    /// A whole answer of so many tokens.
    public String text(int tokens) {
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            whole.append(text(i, i == tokens - 1));
        }
        return whole.toString();
    }

    /// Whether a text is a whole answer of so many tokens.
    public boolean isAnswer(String candidate, int tokens) {
        int at = 0;
        for (int i = 0; i < tokens; i++) {
            String token = text(i, i == tokens - 1);
            if (!candidate.startsWith(token, at)) {
                return false;
            }
            at += token.length();
        }
        return at == candidate.length();
    }

    private static byte[] escaped(String text) {
        return JsonStringEncoder.getInstance().quoteAsUTF8(text);
    }
}
