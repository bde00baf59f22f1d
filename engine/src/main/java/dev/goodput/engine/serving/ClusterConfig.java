package dev.goodput.engine.serving;

import org.jspecify.annotations.Nullable;

/// Several engines behind one address.
///
/// @param engine how each of them schedules
/// @param replicas engines that take requests; with disaggregation those that prefill
/// @param disaggregation null where every engine does all of a request
public record ClusterConfig(
        EngineConfig engine,
        int replicas,
        Router router,
        @Nullable Disaggregation disaggregation) {

    /// How a request finds its engine.
    public enum Router {
        /// Each in turn.
        ROUND_ROBIN,
        /// The one with the fewest requests, waiting and running.
        LEAST_LOADED,
        /// The one whose prefix cache holds most of the prompt, as long as it is not much busier than
        /// the others.
        PREFIX_AWARE
    }

    /// Prefill on some engines, decode on others, the KV cache sent from one to the other.
    ///
    /// @param decodeReplicas engines that decode
    /// @param linkBytesPerSecond what the link of a prefill engine carries; its transfers go one after
    ///     the other
    /// @param linkLatencyNs what every transfer takes besides
    /// @param kvBytesPerToken what one token's keys and values weigh
    public record Disaggregation(
            int decodeReplicas, double linkBytesPerSecond, long linkLatencyNs, long kvBytesPerToken) {
        public Disaggregation {
            require(decodeReplicas >= 1, "decode-replicas must be at least 1, not " + decodeReplicas);
            require(linkBytesPerSecond > 0, "the link between prefill and decode must carry something");
            require(linkLatencyNs >= 0 && kvBytesPerToken >= 0, "latency and size of a KV transfer cannot be negative");
        }

        /// Bytes over bandwidth, and the latency of the link; [Long#MAX_VALUE] where that is longer
        /// than a long can tell.
        public long transferNs(int tokens) {
            double sentNs = (double) tokens * (double) kvBytesPerToken / linkBytesPerSecond * 1e9;
            return Math.round((double) linkLatencyNs + sentNs);
        }
    }

    public ClusterConfig {
        require(
                disaggregation == null || engine.batching() != EngineConfig.Batching.STATIC,
                "a static batch cannot hand its requests over: with decode-replicas batching is mixed or separate");
        require(replicas >= 1 && replicas <= 1_000, "replicas must be 1 to 1000, not " + replicas);
    }

    /// One engine by itself.
    public static ClusterConfig single(EngineConfig engine) {
        return new ClusterConfig(engine, 1, Router.ROUND_ROBIN, null);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
