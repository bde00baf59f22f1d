package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

    /// Bonferroni: three statements at 95 % together need 98.333 % each; the sides of a two-sided 95 % need 97.5 %.
    @Test
    void errorIsSharedOut() {
        assertThat(Confidence.P95.dividedBy(1)).isEqualTo(Confidence.P95);
        assertThat(Confidence.P95.dividedBy(2)).isEqualTo(Confidence.of("0.975"));
        assertThat(Confidence.P95.dividedBy(3).level()).isCloseTo(0.983333, within(1e-6));
        assertThatThrownBy(() -> Confidence.P95.dividedBy(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("among 0");
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
