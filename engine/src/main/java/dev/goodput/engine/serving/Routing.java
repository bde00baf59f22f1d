package dev.goodput.engine.serving;

import dev.goodput.engine.serving.ClusterConfig.Router;
import java.util.List;

/// Chooses the engine of each request.
final class Routing {
    /// An engine is passed over in spite of what its cache holds when it has so many more requests than
    /// the least busy one, and so many times as many (the rule, and the factor, of SGLang's cache-aware
    /// router).
    private static final int MUCH_BUSIER = 32;

    private static final double MANY_TIMES = 1.5;

    private final Router router;
    private final List<Replica> replicas;
    private int turn;

    Routing(Router router, List<Replica> replicas) {
        this.router = router;
        this.replicas = replicas;
    }

    Replica choose(Sequence sequence) {
        return switch (router) {
            case ROUND_ROBIN -> replicas.get(turn++ % replicas.size());
            case LEAST_LOADED -> leastLoaded();
            case PREFIX_AWARE -> withMostCached(sequence);
        };
    }

    private Replica leastLoaded() {
        Replica least = replicas.getFirst();
        for (Replica replica : replicas) {
            least = replica.load() < least.load() ? replica : least;
        }
        return least;
    }

    private Replica withMostCached(Sequence sequence) {
        Replica least = leastLoaded();
        Replica best = least;
        int most = least.scheduler().cachedTokens(sequence);
        for (Replica replica : replicas) {
            int cached = replica.scheduler().cachedTokens(sequence);
            boolean muchBusier = replica.load() - least.load() > MUCH_BUSIER
                    && (double) replica.load() > MANY_TIMES * (double) least.load();
            if (cached > most && !muchBusier) {
                most = cached;
                best = replica;
            }
        }
        return best;
    }
}
