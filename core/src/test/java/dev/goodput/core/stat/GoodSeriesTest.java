package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoodSeriesTest {

    /// Bits against the plain loop, for lengths around the width of a word.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 127, 128, 129, 300})
    void countsWhatALoopCounts(int n) {
        SplittableRandom random = new SplittableRandom(n);
        boolean[] good = new boolean[n];
        for (int i = 0; i < n; i++) {
            good[i] = random.nextInt(3) > 0;
        }
        GoodSeries series = GoodSeries.of(good);
        Bits missed = series.missed().getFirst();
        for (int lag = 0; lag < n; lag++) {
            int pairs = 0;
            int early = 0;
            for (int i = 0; i + lag < n; i++) {
                pairs += !good[i] && !good[i + lag] ? 1 : 0;
                early += good[i] ? 0 : 1;
            }
            assertThat(missed.countPairs(lag)).as("lag %d", lag).isEqualTo(pairs);
            assertThat(missed.countFirst(n - lag)).as("first %d", n - lag).isEqualTo(early);
            assertThat(series.first(n - lag).misses()).isEqualTo(early);
        }
    }

    @Test
    void stretchesEndWithTheirRound() {
        assertThat(GoodSeries.of(true, false, false, true, false).missStretches())
                .isEqualTo(2);
        GoodSeries rounds = GoodSeries.ofRounds(List.of(new boolean[] {true, false}, new boolean[] {false, true}));
        assertThat(rounds.missStretches()).isEqualTo(2);
        assertThat(rounds.misses()).isEqualTo(2);
        assertThat(rounds.good()).isEqualTo(2);
        assertThat(rounds.rounds()).isEqualTo(2);
    }

    @Test
    void aPrefixKeepsTheRoundsThatItReaches() {
        GoodSeries rounds = GoodSeries.ofRounds(
                List.of(new boolean[] {true, false}, new boolean[] {false, true, false}, new boolean[] {true}));
        assertThat(rounds.first(2).rounds()).isEqualTo(1);
        assertThat(rounds.first(3).rounds()).isEqualTo(2);
        assertThat(rounds.first(3).misses()).isEqualTo(2);
        assertThat(rounds.first(6).rounds()).isEqualTo(3);
    }

    @Test
    void nothingIsNotASeries() {
        assertThatThrownBy(() -> GoodSeries.of())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one request");
        assertThatThrownBy(() -> GoodSeries.ofRounds(List.of(new boolean[] {true}, new boolean[0])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without a request");
        assertThatThrownBy(() -> GoodSeries.of(true).first(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first 2 of 1");
    }
}
