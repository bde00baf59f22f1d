package dev.goodput.core.metric.axis;

/// When the watch of TTFT and E2E starts.
public enum TimeZero implements Axis {
    SCHEDULE("schedule", "starts at the intended start, even if the request left late"),
    ISSUE("issue", "starts when the generator hands the request to its own queue or worker"),
    PRE_REQUEST(
            "pre-request", "starts immediately before the HTTP call; connecting is inside, waiting for a slot is not"),
    PRE_SETUP("pre-setup", "starts before the URL and headers are put together; connecting is inside"),
    POST_HEADERS("post-headers", "starts when the response head has arrived"),
    HEADERS_WRITE("headers-write", "starts at the first write of the request; connecting is left out"),
    SUBMIT_INPROC("submit-inproc", "starts at the hand-over to an engine in the same process"),
    SERVER_RECEIVE("server-receive", "starts when the server received the request"),
    ENGINE_START("engine-start", "starts when the engine scheduled the request; its queue is left out");

    private final Choice choice;

    TimeZero(String id, String words) {
        choice = new Choice("time-zero", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
