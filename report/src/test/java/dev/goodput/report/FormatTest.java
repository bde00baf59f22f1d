package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 0",
                "400; 0",
                "123456; 0.123",
                "7070707; 7.07",
                "9996000; 10.00",
                "12040000; 12.0",
                "500000000; 500",
                "1234567890; 1,235",
                "-5500000; -5.50",
                "NaN; –",
                "Infinity; –"
            })
    void milliseconds(double ns, String shown) {
        assertThat(Format.ms(ns)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100%",
        "0, 0%",
        "0.999999, >99.99%",
        "0.9999, 99.99%",
        "0.994, 99.40%",
        "0.00001, <0.01%",
        "0.5, 50.00%",
        "NaN, –"
    })
    void percentNeverRoundsToEverythingOrNothing(double share, String shown) {
        assertThat(Format.percent(share)).isEqualTo(shown);
    }

    @Test
    void targetsShowAsWritten() {
        assertThat(Format.percent(new BigDecimal("0.9995"))).isEqualTo("99.95%");
        assertThat(Format.percent(new BigDecimal("1"))).isEqualTo("100%");
    }

    @Test
    void wrappingLosesNothingAndKeepsTheWidth() {
        String text = "a few words and " + "x".repeat(70) + " then an end";
        for (int width = 1; width < 100; width++) {
            List<String> lines = TerminalText.wrap(text, width);
            int limit = width;
            assertThat(lines).allMatch(line -> line.length() <= limit);
            assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
        }
    }

    @Test
    void cleaningCutsBetweenCodePoints() {
        assertThat(PlainText.clean("😀😀😀😀", 3)).isEqualTo("😀😀…");
        assertThat(PlainText.clean("  a\t\n b ")).isEqualTo("a b");
        assertThat(PlainText.clean("\u001b[1;31mred\u001b[m and \u001bMup")).isEqualTo("red and up");
    }
}
