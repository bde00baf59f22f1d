package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.EngineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class EngineFitTest {
    private static final Calibrated TRUE = new Calibrated(5, 0.02, 0.0002);
    private static final Arrivals CLOSED = new Arrivals.Closed(8, 200_000);

    /// Steps that vary by a quarter on a machine whose speed swings by half, like the captures.
    private static StepCost noisy(long seed) {
        Random random = new Random(seed);
        List<Double> jitter = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            jitter.add(Math.exp(0.25 * random.nextGaussian() - 0.03));
        }
        double mean = jitter.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        jitter.replaceAll(factor -> factor / mean);
        List<Double> speed = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            speed.add(1 + 0.25 * Math.sin(0.9 * i + seed));
        }
        return new Calibration(TRUE, jitter, 1_000_000_000L, speed).cost(seed, 0);
    }

    /// What matters is what the coefficients say of loads like those of the run; a and d by themselves
    /// trade off.
    @ParameterizedTest
    @CsvSource({
        "1, true, 128, true",
        "2, true, 128, true",
        "3, true, 512, true",
        "4, true, 512, false",
        "5, false, 2048, true",
        "6, false, 2048, false"
    })
    void coefficientsComeBackFromANoisyRun(long seed, boolean chunked, int budget, boolean closed) {
        SyntheticRun synthetic = SyntheticRun.of(
                RecoveredStepsTest.engine(chunked, budget),
                noisy(seed),
                closed ? CLOSED : new Arrivals.Open(),
                200,
                seed);

        EngineFit fit = EngineFit.of(synthetic.run(), FitSettings.UNKNOWN, Terms.USUAL);

        assertThat(fit.engine().chunkedPrefill()).isEqualTo(chunked);
        assertThat(fit.engine().maxBatchedTokens()).isEqualTo(budget);
        Calibrated found = fit.calibration().coefficients();
        assertThat(found.prefillMsPerToken()).isCloseTo(TRUE.prefillMsPerToken(), within(0.002));
        assertThat(found.stepMs() + 5_000 * found.contextMsPerToken())
                .isCloseTo(TRUE.stepMs() + 5_000 * TRUE.contextMsPerToken(), within(0.4));
        assertThat(fit.frontEndMs()).isCloseTo(8, within(2.5));
        Coefficient constant = fit.coefficients().getFirst();
        assertThat(Math.abs(constant.ms() - TRUE.stepMs())).isLessThan(5 * constant.errorMs() + 0.2);
    }

    @Test
    void aQuietRunGivesTheCoefficientsThemselves() {
        SyntheticRun synthetic = SyntheticRun.of(RecoveredStepsTest.engine(false, 2_048), TRUE, CLOSED, 200, 7);

        EngineFit fit = EngineFit.of(synthetic.run(), FitSettings.UNKNOWN, Terms.USUAL);

        Calibrated found = fit.calibration().coefficients();
        assertThat(found.stepMs()).isCloseTo(5, within(0.03));
        assertThat(found.prefillMsPerToken()).isCloseTo(0.02, within(0.0002));
        assertThat(found.contextMsPerToken()).isCloseTo(0.0002, within(0.00001));
        assertThat(fit.frontEndMs()).isCloseTo(8, within(0.5));
        assertThat(fit.warnings()).noneMatch(line -> line.contains("drifted"));
        assertThat(Prediction.inSample(fit).variants().get(Variant.CONSTANT))
                .satisfies(predicted -> assertThat(predicted.e2eError()).isLessThan(0.02));
    }

    @ParameterizedTest
    @CsvSource({"1, true, 256, 6, 6", "2, false, 2048, 6, 6", "3, true, 128, 64, 128"})
    void aBatchThatWasFullIsSeen(long seed, boolean chunked, int budget, int maxSequences, int found) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxBatchedTokens = budget;
        config.maxSequences = maxSequences;
        config.chunkedPrefill = chunked;
        config.maxModelLen = 2_048;
        SyntheticRun run = SyntheticRun.of(config.build(), TRUE, new Arrivals.Closed(12, 200_000), 150, seed);

        assertThat(ObservedRun.of(run.run(), FitSettings.UNKNOWN).maxSequences())
                .isEqualTo(found);
    }

    @Test
    void termsThatAreAskedForAreFittedToo() {
        Calibrated quadratic = new Calibrated(5, 0.015, 0, 0.0002, 6e-6);
        SyntheticRun synthetic = SyntheticRun.of(RecoveredStepsTest.engine(false, 2_048), quadratic, CLOSED, 200, 8);

        Calibrated found = EngineFit.of(synthetic.run(), FitSettings.UNKNOWN, new Terms(true, false, true))
                .calibration()
                .coefficients();

        assertThat(found.prefillMsPerTokenPair()).isCloseTo(6e-6, within(3e-7));
        assertThat(found.prefillMsPerToken()).isCloseTo(0.015, within(0.0005));
    }

    /// No step gets shorter by more context: a term that only noise wants is left out and said to be.
    @Test
    void aTermThatComesOutNegativeIsLeftOut() {
        StepCost shorter = (load, _) -> Math.round(7e6 + 2e4 * load.prefillTokens() - 100.0 * load.contextTokens());
        SyntheticRun synthetic = SyntheticRun.of(RecoveredStepsTest.engine(false, 2_048), shorter, CLOSED, 200, 9);

        EngineFit fit = EngineFit.of(synthetic.run(), FitSettings.UNKNOWN, Terms.USUAL);

        assertThat(fit.coefficients()).extracting(Coefficient::key).containsExactly("step-ms", "prefill-ms-per-token");
        assertThat(fit.warnings()).anyMatch(line -> line.contains("token attended to came out negative"));
    }

    @Test
    void theDescriptionSaysWhatWasFitted() {
        SyntheticRun synthetic = SyntheticRun.of(RecoveredStepsTest.engine(true, 256), noisy(3), CLOSED, 150, 3);
        EngineFit fit = EngineFit.of(synthetic.run(), FitSettings.UNKNOWN, Terms.USUAL);

        String yaml = EngineDescription.yaml(fit, "runs/x\nengine: evil");

        assertThat(new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("max-batched-tokens", 256)
                .containsEntry("chunked-prefill", true)
                .containsKeys("front-end-ms", "max-sequences", "calibration")
                .doesNotContainKey("engine")
                .extractingByKey("calibration")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKeys("step-ms", "prefill-ms-per-token", "jitter", "speed");
    }
}
