package dev.goodput.engine.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.StepLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepFitTest {
    private static final Calibrated COST = new Calibrated(5, 0.02, 0);
    private static final Terms TERMS = new Terms(false, false, false);
    private static final long WINDOW_NS = 1_000_000_000L;

    private static ObservedStep step(double startNs, int promptTokens, double factor) {
        StepLoad load = new StepLoad();
        load.addDecode(100, 1);
        if (promptTokens > 0) {
            load.addPrefill(0, promptTokens, true);
        }
        return new ObservedStep(startNs, startNs + COST.stepNs(load, 0) * factor, load);
    }

    /// Only the first of three windows has prompts, and the second has no step: of three draws with
    /// replacement, 8 in 27 lack the first and 1 in 27 has the second alone.
    @Test
    void samplesThatTellNothingAreLeftOut() {
        List<ObservedStep> steps = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            steps.add(step(k * 40e6, k % 3 * 100, k % 2 == 0 ? 0.9 : 1.1));
            steps.add(step(2e9 + k * 40e6, 0, k % 2 == 0 ? 0.9 : 1.1));
        }

        StepFit fit = StepFit.of(steps, TERMS, WINDOW_NS);

        assertThat(fit.calibrated().prefillMsPerToken()).isCloseTo(0.02, within(0.01));
        assertThat(Arrays.stream(fit.standardErrors()).boxed()).hasSize(2).allMatch(error -> error > 0 && error < 1);
    }

    @Test
    void stepsWithoutPromptsAreRefusedInOneLine() {
        List<ObservedStep> steps = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            steps.add(step(k * 100e6, 0, 1));
        }

        assertThatThrownBy(() -> StepFit.of(steps, TERMS, WINDOW_NS))
                .isInstanceOf(FitException.class)
                .hasMessageContaining("prompts of different lengths");
    }
}
