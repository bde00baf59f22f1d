package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfidenceTest {

    /// `1 - 0.95` in doubles is 0.050000000000000044; the complement must be the double nearest to 0.05.
    @ParameterizedTest
    @CsvSource({"0.9, 0.1", "0.95, 0.05", "0.99, 0.01", "0.999, 0.001", "0.75, 0.25"})
    void complementIsFormedInDecimal(String confidence, double complement) {
        assertThat(Confidence.of(confidence).complement()).isEqualTo(complement);
    }

    @Test
    void trailingZerosDoNotMatter() {
        assertThat(Confidence.of("0.950")).isEqualTo(Confidence.P95);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "1.5", "-0.1"})
    void liesStrictlyBetweenNothingAndCertainty(String value) {
        assertThatThrownBy(() -> Confidence.of(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("between 0 and 1, but is " + value);
    }
}
