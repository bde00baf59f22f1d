package dev.goodput.server;

import dev.goodput.engine.LatencyProfile;
import dev.goodput.engine.LatencyProfile.Decode;
import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.LatencyProfile.PromptLength;
import dev.goodput.engine.LatencyProfile.TailSpikes;
import java.util.List;

/// Servers on free loopback ports.
final class TestServers {
    static final long MS = 1_000_000L;

    private TestServers() {}

    /// No queue, 1 µs a prompt token, a token every 100 µs, answers of 3 tokens unless asked otherwise.
    static GoodputServer fast() {
        return start(profile(MS / 10));
    }

    /// A first token at once and the second after ten minutes.
    static GoodputServer stuck() {
        return start(profile(600_000 * MS));
    }

    static GoodputServer start(LatencyProfile profile) {
        return GoodputServer.start(config(profile));
    }

    static ServerConfig config(LatencyProfile profile) {
        return ServerConfig.of("127.0.0.1", 0, profile, 1, "served");
    }

    static LatencyProfile profile(long gapNs) {
        return new LatencyProfile(
                "test",
                1,
                0,
                1_000,
                List.of(new PromptLength(1, 1)),
                new Decode(gapNs, 0, 0),
                new TailSpikes(0, 1, 1),
                new OutputLengths(3, 3));
    }
}
