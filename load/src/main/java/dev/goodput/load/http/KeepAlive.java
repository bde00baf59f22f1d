package dev.goodput.load.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Whether a server keeps a connection open after an answer, as seen, not as promised: llama-server says
/// `Keep-Alive: timeout=5` and closes 0.1 ms after each stream, so that a client that believes it writes its next
/// request into a closing connection.
///
/// What was learnt about an origin is kept for the life of this process, so that the preflight's one request
/// spares
/// the run from learning it again.
final class KeepAlive {
    /// An idle connection that outlives an answer by this much is taken to be kept.
    static final long PROOF_NS = 50_000_000;

    private static final Map<String, KeepAlive> BY_ORIGIN = new ConcurrentHashMap<>();

    private enum Seen {
        NOTHING,
        KEPT,
        CLOSED
    }

    private volatile Seen seen = Seen.NOTHING;

    static KeepAlive of(Origin origin) {
        return BY_ORIGIN.computeIfAbsent(
                (origin.tls() ? "https://" : "http://") + origin.host() + ":" + origin.port() + " " + origin.proxy(),
                _ -> new KeepAlive());
    }

    void outlived() {
        if (seen == Seen.NOTHING) {
            seen = Seen.KEPT;
        }
    }

    void closedAtOnce() {
        seen = Seen.CLOSED;
    }

    boolean isUnproven() {
        return seen == Seen.NOTHING;
    }

    /// Whether a connection that has carried an answer may carry another request.
    boolean allowsReuse() {
        return seen == Seen.KEPT;
    }

    boolean closes() {
        return seen == Seen.CLOSED;
    }
}
