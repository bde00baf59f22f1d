package dev.goodput.load.answer;

import static dev.goodput.core.trace.ChunkKind.CHOICES;
import static dev.goodput.core.trace.ChunkKind.DONE;
import static dev.goodput.core.trace.ChunkKind.EMPTY_TEXT;
import static dev.goodput.core.trace.ChunkKind.ERROR;
import static dev.goodput.core.trace.ChunkKind.FINISH;
import static dev.goodput.core.trace.ChunkKind.REASONING;
import static dev.goodput.core.trace.ChunkKind.ROLE;
import static dev.goodput.core.trace.ChunkKind.SENTENCE;
import static dev.goodput.core.trace.ChunkKind.TEXT;
import static dev.goodput.core.trace.ChunkKind.TOOL_CALL;
import static dev.goodput.core.trace.ChunkKind.UNPARSABLE;
import static dev.goodput.core.trace.ChunkKind.USAGE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Usage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads what one event of an OpenAI-style stream (chat or completions) carries, without building a tree. The
/// result stands in the fields until the next call. One an event loop; not thread-safe.
public final class ChunkReader {
    private static final byte[] DONE_MARK = bytes("[DONE]");
    private static final byte[] F_CHOICES = bytes("choices");
    private static final byte[] F_USAGE = bytes("usage");
    private static final byte[] F_ERROR = bytes("error");
    private static final byte[] F_OBJECT = bytes("object");
    private static final byte[] F_DELTA = bytes("delta");
    private static final byte[] F_TEXT = bytes("text");
    private static final byte[] F_FINISH_REASON = bytes("finish_reason");
    private static final byte[] F_TOKEN_IDS = bytes("token_ids");
    private static final byte[] F_ROLE = bytes("role");
    private static final byte[] F_CONTENT = bytes("content");
    private static final byte[] F_REFUSAL = bytes("refusal");
    private static final byte[] F_REASONING = bytes("reasoning");
    private static final byte[] F_REASONING_CONTENT = bytes("reasoning_content");
    private static final byte[] F_TOOL_CALLS = bytes("tool_calls");
    private static final byte[] F_FUNCTION_CALL = bytes("function_call");
    private static final byte[] F_FUNCTION = bytes("function");
    private static final byte[] F_NAME = bytes("name");
    private static final byte[] F_ARGUMENTS = bytes("arguments");
    private static final byte[] F_PROMPT_TOKENS = bytes("prompt_tokens");
    private static final byte[] F_COMPLETION_TOKENS = bytes("completion_tokens");
    private static final byte[] F_COMPLETION_DETAILS = bytes("completion_tokens_details");
    private static final byte[] F_PROMPT_DETAILS = bytes("prompt_tokens_details");
    private static final byte[] F_REASONING_TOKENS = bytes("reasoning_tokens");
    private static final byte[] F_CACHED_TOKENS = bytes("cached_tokens");
    private static final byte[] W_STOP = bytes("stop");
    private static final byte[] W_LENGTH = bytes("length");
    private static final byte[] W_ERROR = bytes("error");

    private final JsonCursor json = new JsonCursor();

    private SentenceEnds sentences = new SentenceEnds();

    /// Set of [ChunkKind] bits.
    int kinds;

    /// Length of the generated output, in UTF-16 units.
    int chars;

    /// Tokens told by `token_ids` arrays, or [Chunks#TOKENS_UNKNOWN].
    int tokenIds;

    @Nullable
    String finishReason;

    /// What the server said, where [ChunkKind#ERROR] is set.
    @Nullable
    String error;

    int promptTokens;
    int completionTokens;
    int reasoningTokens;
    int cachedTokens;

    /// Reads the data of one event, from `from` to before `to`.
    ///
    /// @param name the event's name; `error` makes it an error whatever its data say
    /// @param answerSentences is told the answer's text
    void read(@Nullable String name, byte[] data, int from, int to, SentenceEnds answerSentences) {
        clear();
        sentences = answerSentences;
        if (isDone(data, from, to)) {
            kinds = DONE.bit();
        } else {
            readObject(data, from, to);
        }
        if ("error".equals(name)) {
            kinds |= ERROR.bit();
            if (error == null) {
                error = ErrorText.of(data, from, to);
            }
        }
    }

    private void clear() {
        kinds = 0;
        chars = 0;
        tokenIds = Chunks.TOKENS_UNKNOWN;
        finishReason = null;
        error = null;
        promptTokens = Usage.UNKNOWN;
        completionTokens = Usage.UNKNOWN;
        reasoningTokens = Usage.UNKNOWN;
        cachedTokens = Usage.UNKNOWN;
    }

    private static boolean isDone(byte[] data, int from, int to) {
        if (from == to || data[from] == '{') {
            return false;
        }
        return Arrays.equals(data, from, to, DONE_MARK, 0, DONE_MARK.length)
                || (to - from < 32
                        && new String(data, from, to - from, UTF_8).strip().equals("[DONE]"));
    }

    private void readObject(byte[] data, int from, int to) {
        json.reset(data, from, to);
        try {
            topLevel(data, from, to);
        } catch (JsonCursor.Malformed e) {
            clear();
            kinds = UNPARSABLE.bit();
        }
    }

    private void topLevel(byte[] data, int from, int to) {
        json.enter('{');
        while (json.nextField()) {
            if (json.textIs(F_CHOICES)) {
                choices();
            } else if (json.textIs(F_USAGE)) {
                usage();
            } else if (json.textIs(F_ERROR)) {
                if (!json.skipNull()) {
                    int valueFrom = json.position();
                    json.skipValue();
                    kinds |= ERROR.bit();
                    error = ErrorText.of(data, valueFrom, json.position());
                }
            } else if (json.textIs(F_OBJECT) && json.peek() == '"') {
                json.readString();
                // Older vLLM: {"object": "error", "message": …}.
                if (json.textIs(W_ERROR)) {
                    kinds |= ERROR.bit();
                    error = ErrorText.of(data, from, to);
                }
            } else {
                json.skipValue();
            }
        }
        if (!json.atEnd()) {
            throw new JsonCursor.Malformed();
        }
    }

    private void choices() {
        if (json.peek() != '[') {
            json.skipValue();
            return;
        }
        json.enter('[');
        while (json.nextElement()) {
            kinds |= CHOICES.bit();
            if (json.peek() == '{') {
                choice();
            } else {
                json.skipValue();
            }
        }
    }

    private void choice() {
        json.enter('{');
        while (json.nextField()) {
            if (json.textIs(F_DELTA) && json.peek() == '{') {
                delta();
            } else if (json.textIs(F_TEXT)) {
                text(TEXT);
            } else if (json.textIs(F_FINISH_REASON)) {
                finishReason();
            } else if (json.textIs(F_TOKEN_IDS) && json.peek() == '[') {
                tokenIds = Math.max(0, tokenIds) + json.countElements();
            } else {
                json.skipValue();
            }
        }
    }

    private void delta() {
        int reasoningUnits = 0;
        json.enter('{');
        while (json.nextField()) {
            if (json.textIs(F_CONTENT) || json.textIs(F_REFUSAL)) {
                text(TEXT);
            } else if (json.textIs(F_REASONING) || json.textIs(F_REASONING_CONTENT)) {
                // Some servers send the same text under both names: it counts once.
                int before = chars;
                text(REASONING);
                reasoningUnits = Math.max(reasoningUnits, chars - before);
                chars = before;
            } else if (json.textIs(F_TOOL_CALLS)) {
                toolCalls();
            } else if (json.textIs(F_FUNCTION_CALL) && json.peek() == '{') {
                kinds |= TOOL_CALL.bit();
                function();
            } else if (json.textIs(F_ROLE)) {
                if (!json.skipNull()) {
                    json.skipValue();
                    kinds |= ROLE.bit();
                }
            } else {
                json.skipValue();
            }
        }
        chars += reasoningUnits;
    }

    private void text(ChunkKind kind) {
        if (json.peek() != '"') {
            json.skipValue();
            return;
        }
        json.readString();
        if (json.textUnits() > 0) {
            kinds |= kind.bit();
            chars += json.textUnits();
            if (kind == TEXT && sentences.feed(json.bytes(), json.textFrom(), json.textTo())) {
                kinds |= SENTENCE.bit();
            }
        } else {
            kinds |= EMPTY_TEXT.bit();
        }
    }

    private void toolCalls() {
        if (json.peek() != '[') {
            json.skipValue();
            return;
        }
        json.enter('[');
        while (json.nextElement()) {
            kinds |= TOOL_CALL.bit();
            if (json.peek() != '{') {
                json.skipValue();
                continue;
            }
            json.enter('{');
            while (json.nextField()) {
                if (json.textIs(F_FUNCTION) && json.peek() == '{') {
                    function();
                } else {
                    json.skipValue();
                }
            }
        }
    }

    private void function() {
        json.enter('{');
        while (json.nextField()) {
            boolean generated = json.textIs(F_NAME) || json.textIs(F_ARGUMENTS);
            if (generated && json.peek() == '"') {
                json.readString();
                chars += json.textUnits();
            } else {
                json.skipValue();
            }
        }
    }

    private void finishReason() {
        if (json.peek() != '"') {
            json.skipValue();
            return;
        }
        json.readString();
        if (json.textUnits() == 0) {
            return;
        }
        kinds |= FINISH.bit();
        if (json.textIs(W_STOP)) {
            finishReason = "stop";
        } else if (json.textIs(W_LENGTH)) {
            finishReason = "length";
        } else {
            finishReason = new String(json.bytes(), json.textFrom(), json.textTo() - json.textFrom(), UTF_8);
        }
        if (json.textIs(W_ERROR)) {
            kinds |= ERROR.bit();
            error = "the server ended the answer with finish_reason \"error\"";
        }
    }

    private void usage() {
        if (json.peek() != '{') {
            json.skipValue();
            return;
        }
        kinds |= USAGE.bit();
        json.enter('{');
        while (json.nextField()) {
            if (json.textIs(F_PROMPT_TOKENS)) {
                promptTokens = json.readInt(Usage.UNKNOWN);
            } else if (json.textIs(F_COMPLETION_TOKENS)) {
                completionTokens = json.readInt(Usage.UNKNOWN);
            } else if (json.textIs(F_COMPLETION_DETAILS)) {
                reasoningTokens = detail(F_REASONING_TOKENS);
            } else if (json.textIs(F_PROMPT_DETAILS)) {
                cachedTokens = detail(F_CACHED_TOKENS);
            } else {
                json.skipValue();
            }
        }
    }

    private int detail(byte[] field) {
        int count = Usage.UNKNOWN;
        if (json.peek() != '{') {
            json.skipValue();
            return count;
        }
        json.enter('{');
        while (json.nextField()) {
            if (json.textIs(field)) {
                count = json.readInt(Usage.UNKNOWN);
            } else {
                json.skipValue();
            }
        }
        return count;
    }

    private static byte[] bytes(String word) {
        return word.getBytes(UTF_8);
    }
}
