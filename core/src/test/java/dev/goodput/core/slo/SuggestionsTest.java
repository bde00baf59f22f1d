package dev.goodput.core.slo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> KNOWN = List.of("constraints", "target", "confidence", "name", "e2e", "ms", "s");

    /// A slip of a letter or two is recognised; a different word is not bent into a known one.
    @ParameterizedTest
    @CsvSource({
        "constrains, constraints",
        "Constraints, constraints",
        "taget, target",
        "targte, target",
        "conf, confidence",
        "msec, ms",
        "seconds, s",
        "e2el, e2e",
        "kg,",
        "x,",
        "throughput,",
    })
    void nearest(String word, String nearest) {
        assertThat(Suggestions.nearest(word, KNOWN).orElse(null)).isEqualTo(nearest);
    }
}
