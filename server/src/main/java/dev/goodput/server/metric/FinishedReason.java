package dev.goodput.server.metric;

import java.util.Locale;

/// Why a request ended, in vLLM's words.
public enum FinishedReason {
    STOP,
    LENGTH,
    /// Never counted, as in vLLM, but always on the page.
    ABORT,
    ERROR;

    /// As it stands on the wire and on the page.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
