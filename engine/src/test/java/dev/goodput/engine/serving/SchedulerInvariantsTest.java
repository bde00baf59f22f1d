package dev.goodput.engine.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.cost.StepLoad;
import dev.goodput.engine.serving.EngineConfig.Batching;
import dev.goodput.engine.serving.EngineConfig.Policy;
import dev.goodput.engine.serving.EngineConfig.Speculation;
import dev.goodput.engine.serving.Prompt.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What must hold after every step of any engine, on random engines, loads, cancellations and shared
/// beginnings.
class SchedulerInvariantsTest {
    private static final int ROUNDS = 300;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void blocksAndTokensAreConserved(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            new Trial(random.split()).run();
        }
    }

    private static final class Trial {
        private final SplittableRandom random;
        private final EngineConfig config;
        private final Replica replica;
        private final List<Sequence> all = new ArrayList<>();
        private final List<Steps.Heard> heard = new ArrayList<>();
        private long nowNs;

        Trial(SplittableRandom random) {
            this.random = random;
            EngineConfig.Builder builder = new EngineConfig.Builder();
            builder.blockSize = 1 + random.nextInt(8);
            builder.maxModelLen = 40;
            builder.kvBlocks = Math.ceilDiv(40, builder.blockSize) + random.nextInt(20);
            builder.chunkedPrefill = random.nextBoolean();
            builder.maxSequences = 1 + random.nextInt(6);
            builder.maxBatchedTokens =
                    builder.chunkedPrefill ? builder.maxSequences + random.nextInt(30) : 40 + random.nextInt(20);
            builder.longPrefillThreshold = random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 0;
            builder.batching = pick(List.of(Batching.values()));
            builder.policy = pick(List.of(Policy.values()));
            builder.prefixCaching = random.nextBoolean();
            builder.reserveFullPrompt = random.nextBoolean();
            builder.watermark = random.nextInt(3) == 0 ? 0.1 : 0;
            builder.speculation = random.nextInt(3) == 0 ? new Speculation(1 + random.nextInt(4), 0.6, 0) : null;
            config = builder.build();
            replica = new Replica(0, config, Steps.ONE, null);
        }

        private <T> T pick(List<T> choices) {
            return choices.get(random.nextInt(choices.size()));
        }

        void run() {
            int requests = 1 + random.nextInt(12);
            int steps = 0;
            while (all.size() < requests || replica.load() > 0) {
                while (all.size() < requests && random.nextInt(3) > 0) {
                    arrive();
                }
                if (!all.isEmpty() && random.nextInt(40) == 0) {
                    Sequence sequence = all.get(random.nextInt(all.size()));
                    if (sequence.state == Sequence.State.RUNNING) {
                        sequence.cancelled = true;
                    }
                }
                step();
                // An engine with work to do gets on: no round of taking memory from each other.
                assertThat(++steps).as("%s", config).isLessThan(requests * 200);
            }
            assertThat(replica.scheduler().cache().free()).isEqualTo(config.kvBlocks());
            for (int i = 0; i < all.size(); i++) {
                if (!all.get(i).cancelled) {
                    assertThat(heard.get(i).tokenNs).hasSize(all.get(i).request.outputTokens());
                    assertThat(heard.get(i).ended).isTrue();
                }
            }
        }

        private void arrive() {
            int number = all.size();
            int output = 1 + random.nextInt(15);
            List<Span> spans = new ArrayList<>();
            int common = random.nextInt(20);
            if (common > 0) {
                spans.add(new Span(7, common));
            }
            spans.add(new Span(100 + (number & 3), 1 + random.nextInt(40 - output - common)));
            Prompt prompt = new Prompt(spans);
            EngineRequest request =
                    new EngineRequest(prompt, prompt.tokens(), output, output, 1_000 + number, random.nextInt(3));
            Steps.Heard listener = new Steps.Heard();
            BlockContents contents = config.prefixCaching()
                    ? new BlockContents(prompt, request.outputContent(), config.blockSize())
                    : null;
            Sequence sequence = new Sequence(request, listener, number, contents, random.split());
            all.add(sequence);
            heard.add(listener);
            replica.scheduler().waiting().add(sequence);
        }

        private void step() {
            replica.start(nowNs);
            Scheduler scheduler = replica.scheduler();
            checkBlocks();
            int tokens = scheduler.running().stream().mapToInt(s -> s.scheduled).sum();
            assertThat(tokens).isLessThanOrEqualTo(config.maxBatchedTokens());
            assertThat(scheduler.running())
                    .hasSizeLessThanOrEqualTo(config.maxSequences())
                    .doesNotHaveDuplicates();
            assertThat(scheduler.waiting()).noneMatch(scheduler.running()::contains);
            if (replica.stepEndNs() == ServingEngine.NEVER) {
                assertThat(replica.load()).as("idle with work: %s", config).isZero();
                return;
            }
            assertThat(tokens).isPositive();
            nowNs = replica.stepEndNs();
            replica.finish().forEach(sequence -> sequence.release(scheduler.cache()));
            checkBlocks();
        }

        private void checkBlocks() {
            KvBlocks cache = replica.scheduler().cache();
            int[] holders = new int[cache.total()];
            for (Sequence sequence : replica.scheduler().running()) {
                for (int i = 0; i < sequence.blockCount(); i++) {
                    holders[sequence.block(i)]++;
                }
                int held = sequence.computed + sequence.scheduled;
                assertThat(sequence.blockCount() * config.blockSize())
                        .isGreaterThanOrEqualTo(sequence.state == Sequence.State.OVER ? sequence.computed : held);
            }
            int free = 0;
            for (int block = 0; block < holders.length; block++) {
                assertThat(cache.references(block)).isEqualTo(holders[block]);
                assertThat(holders[block] > 1 && !config.prefixCaching()).isFalse();
                free += holders[block] == 0 ? 1 : 0;
            }
            assertThat(cache.free()).isEqualTo(free);
        }
    }

    /// Golden: identical prompts of 10, 8 and 9 tokens with blocks of 4 find 8, 4 and 8 tokens.
    @ParameterizedTest
    @ValueSource(ints = {10, 8, 9})
    void theLastTokenIsNeverTakenFromTheCache(int promptTokens) {
        EngineConfig.Builder builder = new EngineConfig.Builder();
        builder.blockSize = 4;
        builder.kvBlocks = 16;
        builder.maxModelLen = 40;
        builder.prefixCaching = true;
        Scheduler scheduler = new Scheduler(builder.build());
        StepLoad load = new StepLoad();
        List<Integer> cached = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            EngineRequest request = EngineRequest.of(Prompt.of(1, promptTokens), 1, -i);
            Steps.Heard listener = new Steps.Heard();
            BlockContents contents = new BlockContents(request.prompt(), request.outputContent(), 4);
            scheduler.waiting().add(new Sequence(request, listener, i, contents, null));
            scheduler.schedule(0, load);
            cached.add(listener.cachedTokens);
            assertThat(load.prefillTokens()).isEqualTo(promptTokens - listener.cachedTokens);
            scheduler.running().removeFirst().release(scheduler.cache());
        }
        assertThat(cached).containsExactly(0, promptTokens == 8 ? 4 : 8);
    }

    /// A computes 12 tokens of its prompt, then 8. In the third step the more important request needs a
    /// block and takes it from A, whose last 6 tokens are then never computed: only the first 20 can be
    /// found.
    @Test
    void whatWasPlannedAndLostIsNotInTheCache() {
        EngineConfig.Builder builder = new EngineConfig.Builder();
        builder.blockSize = 4;
        builder.kvBlocks = 8;
        builder.maxModelLen = 28;
        builder.maxBatchedTokens = 12;
        builder.maxSequences = 4;
        builder.longPrefillThreshold = 8;
        builder.prefixCaching = true;
        builder.policy = Policy.PRIORITY;
        Replica replica = new Replica(0, builder.build(), Steps.ONE, null);
        Steps.Heard lost = new Steps.Heard();
        Sequence a = sequence(0, 26, 1, 5, lost);
        Sequence important = sequence(1, 4, 6, 1, new Steps.Heard());
        replica.scheduler().waiting().add(a);
        replica.start(0);
        replica.finish();
        // Not before A has its place, or it would stand before it in the batch.
        replica.scheduler().waiting().add(important);
        replica.start(1);
        assertThat(important.scheduled).isEqualTo(4);
        replica.finish();
        assertThat(replica.scheduler().cachedTokens(a)).isEqualTo(20);
        replica.start(2);
        assertThat(lost.preemptedNs).hasSize(1);
        assertThat(replica.scheduler().cachedTokens(a)).isEqualTo(20);
    }

    private static Sequence sequence(int number, int prompt, int output, int priority, RequestListener listener) {
        EngineRequest request =
                new EngineRequest(Prompt.of(number, prompt), prompt, output, output, -1 - number, priority);
        return new Sequence(request, listener, number, new BlockContents(request.prompt(), -1 - number, 4), null);
    }
}
