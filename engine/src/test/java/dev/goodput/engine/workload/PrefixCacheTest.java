package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.workload.WorkloadRequest.After;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a prefix cache finds of the prompts of a workload, asked one after the other of an engine whose
/// cache never runs short.
class PrefixCacheTest {
    private static Cluster engine(int blockSize) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.prefixCaching = true;
        config.blockSize = blockSize;
        config.kvBlocks = 1 << 18;
        config.maxModelLen = 131_072;
        return new Cluster(ClusterConfig.single(config.build()), _ -> (_, _) -> 1_000_000L, 1, null);
    }

    private static final class Heard implements RequestListener {
        private int cachedTokens = -1;
        private boolean ended;

        @Override
        public void admitted(long atNs, int cached) {
            cachedTokens = cached;
        }

        @Override
        public void tokens(int count, boolean last, long atNs) {
            ended = last;
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            throw new AssertionError("rejected: " + reason);
        }
    }

    private static int cachedTokens(Cluster engine, WorkloadRequest request, long nowNs) {
        Heard heard = new Heard();
        engine.submit(nowNs, request.request(), heard);
        while (!heard.ended) {
            engine.advanceTo(engine.nextDueNs());
        }
        return heard.cachedTokens;
    }

    /// A later turn finds all full blocks of the prompt and answer before it, of which the answer's last
    /// token was never computed. A first turn finds the full blocks of the text that all share.
    @ParameterizedTest
    @ValueSource(ints = {1, 16, 64})
    void aLaterTurnFindsEverythingBeforeIt(int blockSize) {
        Workload workload = Described.workload("""
                name: talk
                prefix:
                  system: 100
                prompt: 50 ± 20
                answer: 1..80
                turns: 1..6
                follow-up: 1..40
                """);
        for (long seed = 0; seed < 5; seed++) {
            Cluster engine = engine(blockSize);
            List<WorkloadRequest> requests = Described.first(60, workload, seed);
            for (int i = 0; i < requests.size(); i++) {
                int shared = i == 0 ? 0 : 100;
                if (requests.get(i).start() instanceof After(long before, long _)) {
                    WorkloadRequest earlier = requests.get((int) before);
                    shared =
                            earlier.request().promptTokens() + earlier.request().outputTokens() - 1;
                }
                assertThat(cachedTokens(engine, requests.get(i), i * 1_000_000_000L))
                        .as("request %d of seed %d", i, seed)
                        .isEqualTo(shared / blockSize * blockSize);
            }
        }
    }

    /// Worked out from the trace itself with another program: per request the run of leading hash_ids that
    /// an earlier request filled completely, 311 blocks of 512 tokens in all.
    @Test
    void mooncakeFindsTheBlocksThatItsHashesShare() {
        Cluster engine = engine(512);
        long hits = 0;
        for (WorkloadRequest request : Described.first(1_000, Workloads.load("mooncake"), 1)) {
            hits += cachedTokens(engine, request, request.index() * 10_000_000_000L);
        }
        EngineStats stats = engine.stats();
        assertThat(hits).isEqualTo(159_232);
        assertThat(stats.prefixHitTokens()).isEqualTo(159_232);
        assertThat(stats.prefixQueryTokens()).isEqualTo(2_680_061);
    }

    @Test
    void anotherRoundFindsNothingOfTheFirst() {
        Workload twice = Variants.repeat(Variants.limit(Workloads.load("mooncake"), 20), 2);
        Cluster engine = engine(512);
        List<WorkloadRequest> requests = Described.first(100, twice, 1);
        assertThat(requests).hasSize(40);
        int[] hits = new int[2];
        for (WorkloadRequest request : requests) {
            hits[request.index() < 20 ? 0 : 1] += cachedTokens(engine, request, request.index() * 10_000_000_000L);
        }
        assertThat(hits[0]).isPositive();
        assertThat(hits[1]).isEqualTo(hits[0]);
    }
}
