package dev.goodput.engine.sim;

/// The way between a simulated client and its engine.
///
/// @param toServerNs from sending a request to its arrival
/// @param toClientNs from a token's leaving the engine to its arrival
public record Network(long toServerNs, long toClientNs) {
    /// No distance at all.
    public static final Network NONE = new Network(0, 0);

    public Network {
        if (toServerNs < 0 || toClientNs < 0) {
            throw new IllegalArgumentException("the way through the network cannot take a negative time");
        }
    }

    /// Half a round trip each way.
    public static Network roundTrip(long roundTripNs) {
        return new Network(roundTripNs / 2, roundTripNs - roundTripNs / 2);
    }
}
