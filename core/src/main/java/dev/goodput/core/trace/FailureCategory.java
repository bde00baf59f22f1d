package dev.goodput.core.trace;

/// Why a request failed. Every failure has exactly one category; every category is counted.
public enum FailureCategory {
    NAME_RESOLUTION("host name not resolved", Side.NETWORK),
    CONNECT_REFUSED("connection refused", Side.NETWORK),
    CONNECT_TIMEOUT("connect timed out", Side.NETWORK),
    CONNECT_FAILED("connection not established", Side.NETWORK),
    TLS("TLS handshake failed", Side.NETWORK),
    PROXY("proxy refused the tunnel", Side.NETWORK),
    WRITE_FAILED("request could not be sent", Side.NETWORK),
    /// A pooled connection was closed by the server just as it was reused; nothing of the answer had come.
    STALE_CONNECTION("pooled connection was closed before any answer", Side.CLIENT),
    RESET("connection lost before any answer", Side.SERVER),
    HTTP_STATUS("HTTP error status", Side.SERVER),
    NOT_A_STREAM("answer is not an event stream", Side.SERVER),
    FIRST_BYTE_TIMEOUT("no answer before the first-byte deadline", Side.SERVER),
    STALL_TIMEOUT("stream stalled beyond the deadline", Side.SERVER),
    TOTAL_TIMEOUT("answer not complete before the total deadline", Side.SERVER),
    MALFORMED("malformed event or HTTP message", Side.SERVER),
    ERROR_IN_STREAM("error inside the stream", Side.SERVER),
    /// The HTTP message ended in order, but no finish reason had come.
    CUT("stream ended without a finish reason", Side.SERVER),
    /// The connection ended inside the body.
    BROKEN("stream broke off", Side.SERVER),
    EMPTY("answer without any generated output", Side.SERVER),
    CLIENT_RESOURCES("client out of ports or file descriptors", Side.CLIENT),
    CLIENT_ERROR("fault of this client", Side.CLIENT),
    CANCELLED("still running when the run was stopped", Side.USER),
    NOT_SENT("scheduled but never sent", Side.USER),
    /// Only in imported runs: the file of another tool says that the request failed and not why.
    UNSTATED("failed for a reason that the file does not state", Side.SERVER);

    /// Who has to look for the cause.
    public enum Side {
        SERVER,
        NETWORK,
        CLIENT,
        USER
    }

    private final String words;
    private final Side side;

    FailureCategory(String words, Side side) {
        this.words = words;
        this.side = side;
    }

    /// The category in plain words, for people.
    public String words() {
        return words;
    }

    public Side side() {
        return side;
    }

    /// Whether the failure says nothing about the endpoint: the run was stopped, or this client was at fault. Such a
    /// request counts against every claim, a PASS and a FAIL alike.
    public boolean isUnresolved() {
        return side == Side.USER || side == Side.CLIENT;
    }

    /// Whether the endpoint could not be talked to at all.
    public boolean isUnreachable() {
        return switch (this) {
            case NAME_RESOLUTION, CONNECT_REFUSED, CONNECT_TIMEOUT, CONNECT_FAILED, TLS, PROXY -> true;
            case WRITE_FAILED,
                    STALE_CONNECTION,
                    RESET,
                    HTTP_STATUS,
                    NOT_A_STREAM,
                    FIRST_BYTE_TIMEOUT,
                    STALL_TIMEOUT,
                    TOTAL_TIMEOUT,
                    MALFORMED,
                    ERROR_IN_STREAM,
                    CUT,
                    BROKEN,
                    EMPTY,
                    CLIENT_RESOURCES,
                    CLIENT_ERROR,
                    CANCELLED,
                    NOT_SENT,
                    UNSTATED -> false;
        };
    }
}
