package dev.goodput.load;

import dev.goodput.load.http.Limits;
import java.time.Duration;

/// How long to wait for what. Each deadline that passes ends the request with a category of its own.
///
/// @param connect to open a connection, TLS and proxy included
/// @param firstByte from the send to the first byte of the answer
/// @param stall between two reads of an answer; before the first output it never cuts `firstByte` short, because
///     many servers send the head before a long prefill
/// @param total from the send to the end of the answer
public record Deadlines(Duration connect, Duration firstByte, Duration stall, Duration total) {
    public static final Deadlines DEFAULT = new Deadlines(
            Duration.ofSeconds(10), Duration.ofSeconds(120), Duration.ofSeconds(60), Duration.ofSeconds(600));

    public Deadlines {
        if (!connect.isPositive() || !firstByte.isPositive() || !stall.isPositive() || !total.isPositive()) {
            throw new IllegalArgumentException("deadlines must be positive");
        }
    }

    Limits limits() {
        return new Limits(connect.toNanos(), firstByte.toNanos(), stall.toNanos(), total.toNanos());
    }
}
