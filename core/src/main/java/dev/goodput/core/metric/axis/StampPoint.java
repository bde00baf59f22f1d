package dev.goodput.core.metric.axis;

/// What the stamp of a chunk denotes. Informational: a trace has the stamp of its own producer.
public enum StampPoint implements Axis {
    EVENT_FIRST_BYTE("event-first-byte", "the first byte of the event was read"),
    EVENT_DELIMITED("event-delimited", "the end of the event was found, before parsing"),
    EVENT_PARSED("event-parsed", "the event was parsed"),
    LINE("line", "a line was read, before parsing"),
    LINE_PARSED("line-parsed", "a line was read and parsed"),
    READ("read", "the socket was read; shared by all events in the read"),
    CALLBACK("callback", "the HTTP library called back; one callback is one response"),
    AFTER_TOKENISE("after-tokenise", "the chunk was tokenised"),
    RELAYED("relayed", "another process received the chunk"),
    ENGINE("engine", "the engine or server produced it"),
    UNSTATED("unstated", "not stated");

    private final Choice choice;

    StampPoint(String id, String words) {
        choice = new Choice("stamp-point", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
