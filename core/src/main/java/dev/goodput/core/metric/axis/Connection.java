package dev.goodput.core.metric.axis;

/// Whether TTFT can hold a connection set-up. Informational: a trace shows each connection.
public enum Connection implements Axis {
    POOLED("pooled", "connections are kept alive"),
    NEW_PER_REQUEST("new-per-request", "every request opens its own connection"),
    NOT_APPLICABLE("n/a", "there is no connection");

    private final Choice choice;

    Connection(String id, String words) {
        choice = new Choice("connection", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
