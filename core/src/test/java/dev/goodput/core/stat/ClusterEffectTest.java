package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterEffectTest {

    @ParameterizedTest
    @CsvSource({"5, 0.1, 1.4", "10, 0.1, 1.9", "10, 0.3, 3.7", "20, 0.05, 1.95", "8, 0.5, 4.5", "1, 1, 1"})
    void kish(double size, double correlation, double effect) {
        assertThat(ClusterEffect.designEffect(size, correlation)).isCloseTo(effect, within(1e-12));
    }

    /// Conversations of 10 turns of which half share one fate and half do not: pairs within agree in fate with
    /// correlation .25, whether the turns of a conversation come together or scattered.
    @Test
    void seenInARun() {
        SplittableRandom random = new SplittableRandom(1);
        int n = 200_000;
        boolean[] good = new boolean[n];
        int[] cluster = new int[n];
        boolean[] fate = new boolean[n / 10];
        for (int c = 0; c < fate.length; c++) {
            fate[c] = random.nextDouble() < 0.9;
        }
        for (int i = 0; i < n; i++) {
            cluster[i] = i % fate.length;
            good[i] = random.nextBoolean() ? fate[cluster[i]] : random.nextDouble() < 0.9;
        }
        assertThat(ClusterEffect.of(good, cluster)).isCloseTo(1 + 9 * 0.25, within(0.1));
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> ClusterEffect.designEffect(0.5, 0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterEffect.designEffect(5, 1.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterEffect.of(new boolean[2], new int[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("clusters of 3");
    }
}
