package dev.goodput.engine.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.serving.EngineConfig.Batching;
import dev.goodput.engine.serving.EngineConfig.Policy;
import org.junit.jupiter.api.Test;

/// Schedules worked out by hand from the rule of vLLM's v1 scheduler. `7` computes seven tokens, `6>t1`
/// six and gives the first token.
class GoldenScheduleTest {
    private static EngineConfig.Builder config(int budget, int sequences) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxBatchedTokens = budget;
        config.maxSequences = sequences;
        config.maxModelLen = 32;
        config.blockSize = 4;
        config.kvBlocks = 100;
        return config;
    }

    @Test
    void aLongPromptIsSplitAroundTheDecodesOfAnother() {
        Steps steps = new Steps(config(8, 4).build());
        steps.add(3, 6);
        assertThat(steps.step()).startsWith("3>t1");
        steps.add(20, 2);
        assertThat(steps.steps(5))
                .map(GoldenScheduleTest::work)
                .containsExactly("1>t2 7", "1>t3 7", "1>t4 6>t1", "1>t5 1>t2", "1>t6 -");
        assertThat(steps.step()).isEqualTo("idle free=100");
    }

    @Test
    void withoutChunksTheWholePromptStandsInOneGap() {
        EngineConfig.Builder config = config(32, 4);
        config.chunkedPrefill = false;
        Steps steps = new Steps(config.build());
        steps.add(3, 6);
        steps.step();
        steps.add(20, 2);
        assertThat(steps.steps(5))
                .map(GoldenScheduleTest::work)
                .containsExactly("1>t2 20>t1", "1>t3 1>t2", "1>t4 -", "1>t5 -", "1>t6 -");
    }

    @Test
    void whoRunsOutOfBlocksLosesThemAndStartsOver() {
        EngineConfig.Builder config = config(64, 4);
        config.kvBlocks = 5;
        config.maxModelLen = 20;
        Steps steps = new Steps(config.build());
        steps.add(8, 6);
        Steps.Heard second = steps.add(8, 6);
        assertThat(steps.steps(11))
                .containsExactly(
                        "8>t1 8>t1 free=1",
                        "1>t2 - free=2",
                        "1>t3 - free=2",
                        "1>t4 - free=2",
                        "1>t5 - free=2",
                        "1>t6 - free=1",
                        "- 9>t2 free=2",
                        "- 1>t3 free=2",
                        "- 1>t4 free=2",
                        "- 1>t5 free=2",
                        "- 1>t6 free=1");
        assertThat(steps.step()).isEqualTo("idle free=5");
        assertThat(second.preemptedNs).hasSize(1);
        assertThat(second.tokenNs)
                .containsExactly(
                        1_000_000_000L,
                        7_000_000_000L,
                        8_000_000_000L,
                        9_000_000_000L,
                        10_000_000_000L,
                        11_000_000_000L);
    }

    @Test
    void withoutChunksAPromptTooLongForTheStepHoldsUpThoseBehindIt() {
        EngineConfig.Builder config = config(32, 8);
        config.chunkedPrefill = false;
        Steps steps = new Steps(config.build());
        steps.add(3, 10);
        steps.add(3, 10);
        steps.step();
        steps.add(31, 1);
        steps.add(5, 1);
        assertThat(work(steps.step())).isEqualTo("1>t2 1>t2 - -");
    }

    @Test
    void aThresholdLeavesRoomForOthersBesideALongPrompt() {
        EngineConfig.Builder config = config(16, 4);
        config.longPrefillThreshold = 4;
        Steps steps = new Steps(config.build());
        steps.add(12, 1);
        steps.add(6, 1);
        assertThat(steps.steps(4)).map(GoldenScheduleTest::work).containsExactly("4 4", "4 2>t1", "4>t1 -", "idle");
    }

    @Test
    void separateStepsTakeTurns() {
        EngineConfig.Builder config = config(8, 4);
        config.batching = Batching.SEPARATE;
        Steps steps = new Steps(config.build());
        steps.add(3, 4);
        steps.step();
        steps.add(14, 2);
        assertThat(steps.steps(6))
                .map(GoldenScheduleTest::work)
                .containsExactly("1>t2 -", "- 8", "1>t3 -", "- 6>t1", "1>t4 1>t2", "idle");
    }

    @Test
    void aStaticBatchStaysUntilItsLongestAnswerEnds() {
        EngineConfig.Builder config = config(32, 2);
        config.batching = Batching.STATIC;
        Steps steps = new Steps(config.build());
        steps.add(4, 1);
        steps.add(4, 4);
        steps.add(4, 1);
        assertThat(steps.steps(6))
                .map(GoldenScheduleTest::work)
                .containsExactly("4>t1 4>t1 -", "1 1>t2 -", "1 1>t3 -", "1 1>t4 -", "- - 4>t1", "idle");
    }

    @Test
    void theLowestPriorityNumberGoesFirstAndTheHighestGivesWay() {
        EngineConfig.Builder config = config(64, 4);
        config.policy = Policy.PRIORITY;
        config.kvBlocks = 5;
        config.maxModelLen = 20;
        Steps steps = new Steps(config.build());
        Steps.Heard unimportant = steps.add(8, 6, 5);
        steps.step();
        Steps.Heard important = steps.add(8, 6, 1);
        assertThat(steps.step()).isEqualTo("1>t2 8>t1 free=0");
        // The important one needs a third block in the next step and takes it from the other.
        assertThat(work(steps.step())).isEqualTo("- 1>t2");
        assertThat(unimportant.preemptedNs).hasSize(1);
        assertThat(important.preemptedNs).isEmpty();
    }

    private static String work(String step) {
        return step.replaceAll(" free=.*", "");
    }
}
