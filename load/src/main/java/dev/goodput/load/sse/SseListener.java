package dev.goodput.load.sse;

import org.jspecify.annotations.Nullable;

/// Receives what an [SseDecoder] finds, in order.
public interface SseListener {
    /// An event.
    ///
    /// @param name the value of its `event:` line, or null
    /// @param bytes holds its data, several lines joined by LF, from `from` to before `to`; valid during the call
    ///     only
    void event(@Nullable String name, byte[] bytes, int from, int to);

    /// A comment line, such as a keep-alive ping.
    void comment();
}
