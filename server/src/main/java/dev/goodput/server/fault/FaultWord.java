package dev.goodput.server.fault;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Everything that can be made to go wrong: the word, its value, what it does. Parser, messages and help
/// read it here.
public enum FaultWord {
    STARTING("starting", Value.TIME, Scope.SERVER, "503 to every request for T after the start"),
    PAUSE("pause", Value.TIME, Scope.REQUEST, "the whole server stands still for T (10s at most by header)"),
    REFUSE("refuse", Value.NONE, Scope.CONNECTION, "new connections are reset at once"),

    HANG("hang", Value.NONE, Scope.REQUEST, "never answers"),
    DROP("drop", Value.NONE, Scope.REQUEST, "resets the connection before the head"),
    STATUS("status", Value.STATUS, Scope.REQUEST, "answers with this status, 400 to 599"),
    RETRY_AFTER("retry-after", Value.TIME, STATUS, "… and a Retry-After header, in whole seconds"),
    BODY("body", List.of("json", "text", "html", "empty"), STATUS, "… and this kind of body (json)"),
    REDIRECT("redirect", Value.URL, Scope.REQUEST, "answers 307 with this location"),

    HEAD_DELAY("head-delay", Value.TIME, Scope.REQUEST, "head and all that follows come T later"),
    FIRST_TOKEN_DELAY("first-token-delay", Value.TIME, Scope.REQUEST, "first token and all that follows come T later"),
    STALL("stall", Value.TIME, Scope.REQUEST, "stands still for T between two tokens, anywhere in the answer"),
    STALL_AFTER("stall-after", Value.TOKENS, STALL, "… after k tokens"),
    PING("ping", Value.TIME, Scope.REQUEST, "a comment every T from the request's arrival to the end"),

    DROP_AFTER("drop-after", Value.TOKENS, Scope.REQUEST, "resets the connection after k tokens"),
    CLOSE_AFTER("close-after", Value.TOKENS, Scope.REQUEST, "closes the connection after k tokens, message unfinished"),
    CUT_AFTER(
            "cut-after", Value.TOKENS, Scope.REQUEST, "ends the message properly after k tokens: no finish, no [DONE]"),
    ERROR_AFTER(
            "error-after",
            Value.TOKENS,
            Scope.REQUEST,
            "error event after k tokens (0: as the first event), then the end"),
    ERROR_SHAPE(
            "error-shape",
            List.of("vllm", "openai", "event"),
            ERROR_AFTER,
            "… then [DONE] | without | as event: error (vllm)"),
    NO_FINISH("no-finish", Value.NONE, Scope.REQUEST, "no finish reason, though [DONE] comes"),
    NO_DONE("no-done", Value.NONE, Scope.REQUEST, "no [DONE]"),

    BROKEN_JSON_AFTER(
            "broken-json-after", Value.TOKENS, Scope.REQUEST, "half of an event's JSON is missing after k tokens"),
    NOT_JSON_AFTER("not-json-after", Value.TOKENS, Scope.REQUEST, "an event that is no JSON after k tokens"),
    DUPLICATE_AFTER("duplicate-after", Value.TOKENS, Scope.REQUEST, "the chunk that follows k tokens comes twice"),

    TOKENS_PER_CHUNK(
            "tokens-per-chunk",
            Value.COUNT,
            Scope.REQUEST,
            "n tokens a chunk, the first alone: vLLM's --stream-interval"),
    EMPTY_EVERY("empty-every", Value.COUNT, Scope.REQUEST, "every n-th chunk is empty, its text comes with the next"),
    ROLE(
            "role",
            List.of("early", "merged", "every", "none"),
            Scope.REQUEST,
            "role at once | in the first text chunk | in all | never"),
    REASONING("reasoning", Value.COUNT, Scope.REQUEST, "the first n tokens are reasoning (chat only)"),
    REASONING_FIELD(
            "reasoning-field", List.of("reasoning", "reasoning_content"), REASONING, "… in this field (reasoning)"),
    MULTIBYTE("multibyte", Value.NONE, Scope.REQUEST, "the answer's text has characters of several bytes"),
    USAGE(
            "usage",
            List.of("none", "finish", "every", "zero", "wrong"),
            Scope.REQUEST,
            "never | with the finish | on every chunk | all zero | doubled"),

    EVENTS_PER_WRITE("events-per-write", Value.COUNT, Scope.REQUEST, "n events in one write"),
    SPLIT("split", Value.COUNT, Scope.REQUEST, "every event in writes of n bytes, 1 ms apart"),
    SPLIT_UTF8(
            "split-utf8", Value.NONE, Scope.REQUEST, "every event in two writes, parted inside a character; multibyte"),
    LINE_END("line-end", List.of("crlf", "cr"), Scope.REQUEST, "lines of events end so"),
    NO_SPACE("no-space", Value.NONE, Scope.REQUEST, "data:{…} without the space"),
    SSE_FIELDS("sse-fields", Value.NONE, Scope.REQUEST, "events have event:, id: and retry: lines too"),

    BANDWIDTH("bandwidth", Value.RATE, Scope.REQUEST, "so many bytes a second to the client, such as 20kB/s"),
    RTT("rtt", Value.TIME, Scope.REQUEST, "half of T is added on the way here and on the way back"),
    GZIP("gzip", Value.NONE, Scope.REQUEST, "the body is compressed, asked for or not"),
    HTTP10("http10", Value.NONE, Scope.REQUEST, "HTTP/1.0: no chunks, the body ends with the connection");

    /// What a fault acts on, and so where it may be written.
    enum Scope {
        /// The whole server: on the command line only.
        SERVER,
        /// A connection, before any request: on the command line only.
        CONNECTION,
        /// A request for an answer. What is about events leaves answers alone that are not streamed.
        REQUEST
    }

    /// The form of a value.
    enum Value {
        NONE(""),
        TIME("T"),
        /// 0 or more
        TOKENS("k"),
        /// 1 or more
        COUNT("n"),
        STATUS("503"),
        RATE("20kB/s"),
        URL("URL"),
        CHOICE("");

        final String placeholder;

        Value(String placeholder) {
            this.placeholder = placeholder;
        }
    }

    private final String word;
    final Value value;
    final List<String> choices;
    final Scope scope;
    /// The word that this one is a detail of.
    final @Nullable FaultWord detailOf;

    private final String meaning;

    FaultWord(String word, Value value, Scope scope, String meaning) {
        this(word, value, List.of(), scope, null, meaning);
    }

    FaultWord(String word, Value value, FaultWord detailOf, String meaning) {
        this(word, value, List.of(), detailOf.scope, detailOf, meaning);
    }

    FaultWord(String word, List<String> choices, Scope scope, String meaning) {
        this(word, Value.CHOICE, choices, scope, null, meaning);
    }

    FaultWord(String word, List<String> choices, FaultWord detailOf, String meaning) {
        this(word, Value.CHOICE, choices, detailOf.scope, detailOf, meaning);
    }

    FaultWord(
            String word, Value value, List<String> choices, Scope scope, @Nullable FaultWord detailOf, String meaning) {
        this.word = word;
        this.value = value;
        this.choices = choices;
        this.scope = scope;
        this.detailOf = detailOf;
        this.meaning = meaning;
    }

    /// As it is written.
    public String word() {
        return word;
    }

    /// What it does, in a line.
    public String meaning() {
        return meaning;
    }

    /// How it is written with its value: `stall=T`, `role=early|merged|every|none`.
    public String form() {
        return switch (value) {
            case NONE -> word;
            case CHOICE -> word + "=" + String.join("|", choices);
            case TIME, TOKENS, COUNT, STATUS, RATE, URL -> word + "=" + value.placeholder;
        };
    }

    /// All words, as they are written.
    static List<String> words() {
        return Stream.of(values()).map(FaultWord::word).toList();
    }

    static Optional<FaultWord> of(String word) {
        return Stream.of(values()).filter(known -> known.word.equals(word)).findFirst();
    }
}
