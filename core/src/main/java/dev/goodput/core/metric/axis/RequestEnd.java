package dev.goodput.core.metric.axis;

/// What ends a request for E2E and for the decode time.
public enum RequestEnd implements Axis {
    LAST_TEXT("last-text", "ends at the last chunk that passes the first-token test"),
    LAST_CHOICES("last-choices", "ends at the last event with choices; the finish chunk counts"),
    LAST_DATA("last-data", "ends at the last data event but [DONE]; the usage chunk counts"),
    USAGE_OR_DONE("usage-or-done", "ends at the usage chunk, else at [DONE], else at the end of the body"),
    DONE_OR_EOF("done-or-eof", "ends at [DONE], else at the end of the body"),
    LAST_LINE("last-line", "ends at the last line that is not empty, [DONE] included"),
    EOF("eof", "ends when the body is complete"),
    BODY_PLUS_TOKENISE("body-plus-tokenise", "ends when the body is complete and tokenised"),
    ENGINE_END("engine-end", "ends when the engine says so"),
    CALLBACK_END("callback-end", "ends when the system under test says so"),
    SERVER_FINISH("server-finish", "ends when the server finished");

    private final Choice choice;

    RequestEnd(String id, String words) {
        choice = new Choice("request-end", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
