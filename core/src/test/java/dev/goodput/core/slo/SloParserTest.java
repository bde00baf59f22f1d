package dev.goodput.core.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class SloParserTest {

    @Test
    void readsMetricLimitAndCondition() {
        assertThat(SloParser.constraints("ttft<=500ms, e2e<=3s when output_tokens<300", "--slo"))
                .containsExactly(
                        Constraint.atMost(TimeMetric.TTFT, 500_000_000),
                        new Constraint(
                                TimeMetric.E2E,
                                Limit.ofNs(3_000_000_000L),
                                List.of(new Condition.Length(
                                        Condition.Size.OUTPUT_TOKENS, Condition.Comparison.BELOW, 300))));
    }

    /// Every form that is documented or pasted, and how it is written back.
    @ParameterizedTest
    @CsvFileSource(resources = "understood.csv", delimiter = '|', useHeadersInDisplayName = true)
    void understood(String text, String constraints) {
        assertThat(written(text)).isEqualTo(constraints);
        assertThat(written(constraints)).as("read back").isEqualTo(constraints);
    }

    /// Every mistake, with the whole message: the place, the word, the nearest known one.
    @ParameterizedTest
    @CsvFileSource(
            resources = "misunderstood.csv",
            delimiter = '|',
            quoteCharacter = '\'',
            useHeadersInDisplayName = true)
    void misunderstood(String text, String message) {
        assertThatThrownBy(() -> SloParser.constraints(text, "--slo"))
                .isInstanceOf(SloException.class)
                .hasMessage(message);
    }

    @Test
    void namesThePlaceItWasGiven() {
        assertThatThrownBy(() -> SloParser.constraints("tttft<=1s", "slo.yaml line 4"))
                .hasMessage("slo.yaml line 4, column 1: unknown metric 'tttft'; did you mean 'ttft'?");
    }

    /// A message is one short printable line whatever was in the text.
    @ParameterizedTest
    @CsvSource({"'\u001b[31m', U+001B", "'\u202e', U+202E", "'\u200b', U+200B", "'\ud800', U+D800"})
    void messagesShowWhatCannotBeSeen(String text, String shown) {
        assertThatThrownBy(() -> SloParser.constraints(text, "--slo"))
                .isInstanceOf(SloException.class)
                .hasMessage("--slo, column 1: unexpected character '" + shown + "'");
    }

    @Test
    void messagesStayShort() {
        assertThatThrownBy(() -> SloParser.constraints("ttft<=" + "9".repeat(10_000), "--slo"))
                .isInstanceOf(SloException.class)
                .message()
                .hasSizeLessThan(300)
                .contains("999…");
        assertThatThrownBy(() -> SloParser.constraints("x".repeat(10_000) + "<=1s", "--slo"))
                .message()
                .hasSizeLessThan(300);
    }

    @Test
    void inlineTakesTheUsualTargetAndConfidence() {
        Slo slo = SloParser.inline("ttft<=500ms", "--slo");
        assertThat(slo.target()).isEqualByComparingTo("0.99");
        assertThat(slo.confidence()).isEqualTo(Confidence.P95);
        assertThat(slo.constraintText()).isEqualTo("ttft<=500ms");
        assertThat(slo.withTarget(new BigDecimal("0.90")).target()).isEqualTo(new BigDecimal("0.9"));
        assertThat(slo.withConfidence(Confidence.of("0.99")).confidence().level())
                .isEqualTo(0.99);
        assertThat(slo.withName("strict").name()).isEqualTo("strict");
    }

    /// The share of good requests may stand among the constraints or be told apart; it is one thing.
    @Test
    void goodputOfAllRequestsIsTheTarget() {
        Slo slo = SloParser.inline("ttft<=500ms, goodput>=99.50%, goodput>=90% when class==a", "--slo");
        assertThat(slo.target()).isEqualTo(new BigDecimal("0.995"));
        assertThat(slo.objectives()).hasToString("[goodput>=90% when class == \"a\"]");
        assertThat(slo.allObjectives().getFirst()).hasToString("goodput>=99.5%");
        assertThat(slo.clauseText()).isEqualTo("ttft<=500ms, goodput>=90% when class == \"a\", goodput>=99.5%");
        assertThat(SloParser.inline("ttft<=1s, goodput>=99%, goodput>=0.99", "--slo")
                        .target())
                .isEqualTo(new BigDecimal("0.99"));
        assertThatThrownBy(() -> SloParser.inline("goodput>=99%", "--slo"))
                .hasMessage("--slo: goodput of what? add a constraint on a request, such as ttft<=500ms");
        assertThatThrownBy(() -> SloParser.constraints("ttft<=1s, error_rate<=1%", "--slo"))
                .hasMessageContaining("no objective");
    }

    /// A constraint said twice is said once: otherwise no miss of it would be a miss of it alone.
    @Test
    void repetitionIsDropped() {
        assertThat(SloParser.inline("ttft<=500ms, ttft<=0.5s", "--slo").constraintText())
                .isEqualTo("ttft<=500ms");
        assertThat(SloParser.inline("ttft<=500ms, ttft<=400ms", "--slo").constraints())
                .hasSize(2);
    }

    @Test
    void anSloNeedsConstraintsAndAReachableTarget() {
        Slo slo = SloParser.inline("ttft<=1s", "x");
        assertThatThrownBy(() -> slo.withClauses(List.of(), List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> slo.withTarget(BigDecimal.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> slo.withTarget(new BigDecimal("1.01"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Constraint.atMost(TimeMetric.TTFT, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "99%, 0.99",
        "99.5%, 0.995",
        "' 99.5 % ', 0.995",
        "0.99, 0.99",
        "1, 1",
        "100%, 1",
        "0.001%, 0.00001",
    })
    void shares(String text, BigDecimal share) {
        assertThat(SloParser.share(text, "--target")).isEqualByComparingTo(share);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|--target: '' is not a share; write it like 99% or 0.99",
                "%|--target: '%' is not a share; write it like 99% or 0.99",
                "-1%|--target: '-1%' is not a share; write it like 99% or 0.99",
                "1e-1|--target: '1e-1' is not a share; write it like 99% or 0.99",
                "99,5%|--target: '99,5%' is not a share; write it like 99% or 0.99",
                "most|--target: 'most' is not a share; write it like 99% or 0.99",
                "0|--target: '0' is outside 0% to 100%; write it like 99% or 0.99",
                "99|--target: '99' is outside 0% to 100%; write it like 99% or 0.99",
                "101%|--target: '101%' is outside 0% to 100%; write it like 99% or 0.99",
                "'9\n9'|--target: '9U+000A9' is not a share; write it like 99% or 0.99",
            })
    void noShares(String text, String message) {
        assertThatThrownBy(() -> SloParser.share(text, "--target"))
                .isInstanceOf(SloException.class)
                .hasMessage(message);
    }

    @Test
    void confidences() {
        assertThat(SloParser.confidence("95%", "--confidence")).isEqualTo(Confidence.P95);
        assertThat(SloParser.confidence("0.999", "--confidence")).isEqualTo(Confidence.of("0.999"));
        assertThatThrownBy(() -> SloParser.confidence("100%", "--confidence"))
                .isInstanceOf(SloException.class)
                .hasMessage("--confidence: a confidence of 100% cannot be reached; write it like 95%");
        assertThatThrownBy(() -> SloParser.confidence("0%", "--confidence")).isInstanceOf(SloException.class);
    }

    private static String written(String text) {
        Clauses clauses = SloParser.clauses(text, "--slo");
        return Stream.of(clauses.constraints(), clauses.objectives())
                .flatMap(List::stream)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }
}
