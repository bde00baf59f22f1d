package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockBootstrapTest {
    private static final Confidence P90 = Confidence.of("0.9");

    /// The spread of the share of a chain with τ = 9 is three times that of independent requests; with blocks
    /// of three τ the bootstrap finds most of it, with blocks twice as long more.
    @ParameterizedTest
    @EnumSource(BlockBootstrap.Kind.class)
    void widthFollowsTheCorrelation(BlockBootstrap.Kind kind) {
        double width = 0;
        double doubled = 0;
        Streams streams = new Streams(3);
        for (int seed = 0; seed < 20; seed++) {
            BlockBootstrap bootstrap =
                    BlockBootstrap.of(GoodSeries.of(streams.chain(4_000, 0.9, 0.8)), 9, kind, P90, seed);
            width += bootstrap.interval().upper() - bootstrap.interval().lower();
            doubled += bootstrap.doubled().upper() - bootstrap.doubled().lower();
            assertThat(bootstrap.blockLength()).isEqualTo(27);
        }
        double exact = 2 * 1.644854 * Math.sqrt(0.9 * 0.1 / 4_000 * 9);
        assertThat(width / 20).isBetween(0.8 * exact, 1.05 * exact);
        assertThat(doubled / 20).isBetween(0.85 * exact, 1.1 * exact);
    }

    @ParameterizedTest
    @EnumSource(BlockBootstrap.Kind.class)
    void independentRequestsGetTheBinomialWidth(BlockBootstrap.Kind kind) {
        GoodSeries series = GoodSeries.of(new Streams(4).chain(2_000, 0.9, 0));
        BlockBootstrap bootstrap = BlockBootstrap.of(series, 1, kind, P90, 5);
        double share = series.good() / 2_000.0;
        assertThat(bootstrap.interval().contains(share)).isTrue();
        assertThat(bootstrap.interval().upper() - bootstrap.interval().lower())
                .isCloseTo(2 * 1.644854 * Math.sqrt(0.09 / 2_000), within(0.006));
    }

    @ParameterizedTest
    @EnumSource(BlockBootstrap.Kind.class)
    void theSeedDecides(BlockBootstrap.Kind kind) {
        GoodSeries series = GoodSeries.of(new Streams(6).chain(300, 0.8, 0.5));
        assertThat(BlockBootstrap.of(series, 3, kind, P90, 7)).isEqualTo(BlockBootstrap.of(series, 3, kind, P90, 7));
        assertThat(BlockBootstrap.of(series, 3, kind, P90, 7)).isNotEqualTo(BlockBootstrap.of(series, 3, kind, P90, 8));
    }

    /// What it cannot do, and why it decides nothing: without a miss there is no spread.
    @Test
    void aRunWithoutAMissHasNoWidth() {
        boolean[] good = new boolean[100];
        Arrays.fill(good, true);
        BlockBootstrap bootstrap = BlockBootstrap.of(GoodSeries.of(good), 1, BlockBootstrap.Kind.MOVING, P90, 1);
        assertThat(bootstrap.interval()).isEqualTo(new Interval(1, 1));
        assertThat(BlockBootstrap.of(GoodSeries.of(true), 1, BlockBootstrap.Kind.MOVING, P90, 1)
                        .interval())
                .isEqualTo(new Interval(1, 1));
    }
}
