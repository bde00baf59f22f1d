package dev.goodput.server;

import dev.goodput.engine.LatencyProfile;

/// What to serve, and where.
///
/// @param host name or address of the interface to listen on, such as `127.0.0.1`
/// @param port 0 for any free one
/// @param degraded whether long prefills stall everything else (see [dev.goodput.engine.TokenEngine])
/// @param seed what latencies, output lengths and the other tenant's prompts are drawn from
/// @param model the name in `/v1/models`; requests may ask for any
public record ServerConfig(String host, int port, LatencyProfile profile, boolean degraded, long seed, String model) {
    public ServerConfig {
        if (port < 0 || port > 65_535) {
            throw new ServerException("port " + port + " does not exist; choose 1 to 65535, or 0 for any free one");
        }
    }
}
