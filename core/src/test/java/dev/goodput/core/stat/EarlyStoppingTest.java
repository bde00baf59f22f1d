package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/// MLPerf's load generator, its own table and more confidences, computed with 40-digit arithmetic.
class EarlyStoppingTest {
    private static final Confidence P99 = Confidence.of("0.99");

    @ParameterizedTest
    @CsvFileSource(resources = "early-stopping.csv", numLinesToSkip = 1)
    void minimumRequests(BigDecimal share, String confidence, long misses, long minimum) {
        assertThat(EarlyStopping.minimumRequests(misses, share, Confidence.of(confidence)))
                .isEqualTo(minimum);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "most-misses-allowed.csv", numLinesToSkip = 1)
    void allowedMisses(long requests, BigDecimal share, String confidence, long misses) {
        assertThat(EarlyStopping.allowedMisses(requests, share, Confidence.of(confidence)))
                .isEqualTo(misses);
    }

    /// The fewest requests from which MLPerf reports an estimate, h(1) + 1, at 99 %.
    @ParameterizedTest
    @CsvSource({
        "0.5, 11",
        "0.75, 24",
        "0.8, 31",
        "0.9, 64",
        "0.95, 130",
        "0.97, 219",
        "0.99, 662",
        "0.999, 6636",
        "0.9999, 66381"
    })
    void floorOfThePercentileEstimate(BigDecimal share, long floor) {
        assertThat(EarlyStopping.percentileRank(floor - 1, share, P99)).isEmpty();
        assertThat(EarlyStopping.percentileRank(floor, share, P99)).hasValue(floor);
    }

    /// 10,000 queries, P99: the 77th highest value; the exact upper bound stands one rank lower.
    @Test
    void seventySeventhHighestOfTenThousand() {
        assertThat(EarlyStopping.percentileRank(10_000, new BigDecimal("0.99"), P99))
                .hasValue(10_000 - 77 + 1);
        assertThat(QuantileBounds.upperRank(10_000, 990, P99)).isEqualTo(10_000 - 77);
    }

    @Test
    void refusals() {
        for (String share : new String[] {"0", "1", "-0.1", "1.1"}) {
            assertThatThrownBy(() -> EarlyStopping.minimumRequests(0, new BigDecimal(share), P99))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(share);
        }
        assertThatThrownBy(() -> EarlyStopping.minimumRequests(-1, new BigDecimal("0.9"), P99))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EarlyStopping.allowedMisses(0, new BigDecimal("0.9"), P99))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
