package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A real engine reproduced: fitted to one of its runs, the model predicts the other.
class CapturesTest {
    private static final EngineFit CHUNKED = EngineFit.of(Captures.CHUNKED, Captures.SETTINGS, Terms.USUAL);
    private static final EngineFit UNCHUNKED = EngineFit.of(Captures.UNCHUNKED, Captures.SETTINGS, Terms.USUAL);
    private static final Prediction OF_CHUNKED = Prediction.of(UNCHUNKED, Captures.CHUNKED, Captures.SETTINGS);
    private static final Prediction OF_UNCHUNKED = Prediction.of(CHUNKED, Captures.UNCHUNKED, Captures.SETTINGS);

    /// What people read first.
    private static final List<Figure> BAR =
            List.of(Figure.TTFT_P50, Figure.TTFT_P90, Figure.TTFT_P99, Figure.GAP_P50, Figure.GAP_P90, Figure.GAP_P99);

    @Test
    void findsTheVeryStepsThatTheServerCounted() {
        assertThat(CHUNKED.stepsFound()).isEqualTo(Captures.CHUNKED_STEPS);
        assertThat(UNCHUNKED.stepsFound()).isEqualTo(Captures.UNCHUNKED_STEPS);
    }

    @Test
    void findsHowTheServerWasStarted() {
        assertThat(CHUNKED.engine().chunkedPrefill()).isTrue();
        assertThat(CHUNKED.engine().maxBatchedTokens()).isEqualTo(128);
        assertThat(UNCHUNKED.engine().chunkedPrefill()).isFalse();
        assertThat(CHUNKED.inferred()).anyMatch(line -> line.contains("closed loop of 8"));
    }

    /// Both runs are of one engine and one model, so a prompt token costs the same in units of a decode
    /// step.
    @Test
    void bothRunsSayTheSameOfAPromptToken() {
        double chunked = CHUNKED.coefficients().get(1).ms() / CHUNKED.usualDecodeMs();
        double unchunked = UNCHUNKED.coefficients().get(1).ms() / UNCHUNKED.usualDecodeMs();

        assertThat(chunked / unchunked).isCloseTo(1, within(0.08));
    }

    @Test
    void givenTheSpeedOfPureDecodeStepsEachRunPredictsTheOther() {
        for (Prediction prediction : List.of(OF_CHUNKED, OF_UNCHUNKED)) {
            for (Figure figure : BAR) {
                assertThat(prediction.error(Variant.RESCALED, figure))
                        .as(figure.words())
                        .isCloseTo(0, within(0.13));
            }
            assertThat(prediction.error(Variant.RESCALED, Figure.TTFT_MEAN)).isCloseTo(0, within(0.05));
            assertThat(prediction.error(Variant.RESCALED, Figure.DURATION)).isCloseTo(0, within(0.03));
            assertThat(prediction.error(Variant.RESCALED, Figure.STEPS)).isCloseTo(0, within(0.01));
            assertThat(of(prediction, Variant.RESCALED).e2eError()).isLessThan(0.17);
        }
    }

    @Test
    void givenTheSpeedOverTimeRequestsComeOutWithinFourPerCent() {
        assertThat(of(OF_CHUNKED, Variant.OWN_SPEED).e2eError()).isLessThan(0.04);
        assertThat(of(OF_UNCHUNKED, Variant.OWN_SPEED).e2eError()).isLessThan(0.04);
    }

    /// The runs were not equally fast; nothing but a measurement of the target can tell.
    @Test
    void theSpeedOfTheMachineIsMostOfTheErrorOfAPrediction() {
        assertThat(OF_CHUNKED.pureDecodeFactor()).isCloseTo(0.80, within(0.04));
        assertThat(OF_UNCHUNKED.pureDecodeFactor()).isCloseTo(1.25, within(0.05));
        assertThat(OF_CHUNKED.error(Variant.CONSTANT, Figure.DURATION)).isGreaterThan(0.2);
        assertThat(OF_UNCHUNKED.error(Variant.CONSTANT, Figure.DURATION)).isLessThan(-0.15);
    }

    @Test
    void chunkingProtectsTheTailAndNotTheMeanInTheModelToo() {
        double tail = predicted(OF_CHUNKED, Figure.GAP_P99)
                / Objects.requireNonNull(OF_UNCHUNKED.measured().get(Figure.GAP_P99));

        assertThat(tail).isCloseTo(0.28, within(0.05));
        assertThat(predicted(OF_CHUNKED, Figure.TTFT_P50))
                .isGreaterThan(
                        2 * Objects.requireNonNull(OF_UNCHUNKED.measured().get(Figure.TTFT_P50)));
    }

    @Test
    void saysWhatMakesTheFitWeak() {
        assertThat(CHUNKED.warnings())
                .anyMatch(line -> line.contains("prefill sizes hardly vary"))
                .anyMatch(line -> line.contains("the batch hardly varies (7 or 8 generating requests"))
                .anyMatch(line -> line.contains("speed drifted"));
        assertThat(UNCHUNKED.warnings()).noneMatch(line -> line.contains("prefill sizes hardly vary"));
    }

    private static double predicted(Prediction prediction, Figure figure) {
        return Objects.requireNonNull(of(prediction, Variant.RESCALED).values().get(figure));
    }

    private static Prediction.Predicted of(Prediction prediction, Variant variant) {
        return Objects.requireNonNull(prediction.variants().get(variant));
    }
}
