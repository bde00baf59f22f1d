package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.trace.EngineStep;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.StepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Steps in memory that does not grow with them.
class EngineStepsTest {
    @TempDir
    Path temp;

    @Test
    void aShortStreamIsKeptWhole() {
        Samples samples = new Samples();
        for (int i = 1_000; i >= 1; i--) {
            samples.add(i);
        }
        Samples.Spread spread = samples.spread();
        assertThat(spread).isEqualTo(new Samples.Spread(1_000, 500.5, 500.5, 900.1, 990.01, 1_000, 1));
    }

    @Test
    void ofALongOneMeanAndMaxAreExactAndPercentilesAreClose() {
        int n = 5 * Samples.MOST + 3;
        Samples samples = new Samples();
        for (int i = 0; i < n; i++) {
            // Every remainder comes once: a permutation of 0 to n − 1.
            samples.add((double) ((long) i * 7_919 % n));
        }
        Samples.Spread spread = samples.spread();
        assertThat(spread.count()).isEqualTo(n);
        assertThat(spread.mean()).isCloseTo((n - 1) / 2.0, within(1e-3));
        assertThat(spread.max()).isEqualTo(n - 1);
        assertThat(spread.stride()).isEqualTo(8);
        assertThat(spread.p50() / n).isCloseTo(0.5, within(0.005));
        assertThat(spread.p99() / n).isCloseTo(0.99, within(0.005));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void stretchesLoseNoStepAndNoPeak(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StepTimeline timeline = new StepTimeline();
        int n = 1 + random.nextInt(20_000);
        long atNs = random.nextLong(1_000_000_000);
        double longestNs = 0;
        double tokens = 0;
        int waiting = 0;
        for (int i = 0; i < n; i++) {
            long ns = 1 + random.nextLong(200_000_000);
            EngineStep step = new EngineStep(
                    0, atNs, atNs + ns, 1, random.nextInt(5_000), random.nextInt(300), 0, random.nextInt(900), 1, 2, 0);
            timeline.add(step);
            longestNs = Math.max(longestNs, (double) ns);
            tokens += step.prefillTokens() + step.decodes();
            waiting = Math.max(waiting, step.waiting());
            atNs += ns + (random.nextInt(10) == 0 ? random.nextLong(3_000_000_000L) : 0);
        }
        List<StepTimeline.Stretch> stretches = timeline.stretches();
        assertThat(stretches.size()).isBetween(1, StepTimeline.MOST);
        assertThat(stretches.stream().mapToLong(stretch -> stretch.steps).sum()).isEqualTo(n);
        assertThat(stretches.stream().mapToDouble(stretch -> stretch.longestNs).max())
                .hasValue(longestNs);
        assertThat(stretches.stream().mapToInt(stretch -> stretch.mostWaiting).max())
                .hasValue(waiting);
        assertThat(stretches.stream()
                        .mapToDouble(stretch -> stretch.prefillTokens + stretch.decodes)
                        .sum())
                .isEqualTo(tokens);
        assertThat(stretches).isSortedAccordingTo((a, b) -> Long.compare(a.startNs, b.startNs));
    }

    @Test
    void fromDisk() {
        try (StepFile file = StepFile.create(temp)) {
            file.append(new EngineStep(0, 0, 10, 1, 100, 0, 0, 3, 5, 10, 0));
            file.append(new EngineStep(1, 0, 10, 0, 0, 4, 0, 0, 2, 10, 2));
        }
        EngineSteps steps = EngineSteps.read(temp).orElseThrow();
        assertThat(steps.count()).isEqualTo(2);
        assertThat(steps.replicas()).isEqualTo(2);
        assertThat(steps.kvPeak()).isEqualTo(0.5);
        assertThat(steps.waitingPeak()).isEqualTo(3);
        assertThat(steps.preemptions()).isEqualTo(2);
    }

    @Test
    void noFileIsNoSteps() {
        assertThat(EngineSteps.read(temp)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"start_ns\":10,\"end_ns\":5}",
                "{\"start_ns\":1,\"end_ns\":",
                "{\"start_ns\":\"soon\",\"end_ns\":5}",
                "[]",
                "",
                "{\"start_ns\":1,\"end_ns\":5,\"waiting\":-1}"
            })
    void aDamagedLineIsNamed(String damaged) throws IOException {
        Files.writeString(temp.resolve(StepFile.NAME), "{\"start_ns\":1,\"end_ns\":5}\n" + damaged + "\n");
        assertThatThrownBy(() -> EngineSteps.read(temp))
                .isInstanceOf(RunDirectoryException.class)
                .hasMessageContaining(StepFile.NAME + " line 2 is damaged: ")
                .message()
                .doesNotContain("\n");
    }
}
