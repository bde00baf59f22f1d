package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.workload.WorkloadRequest.At;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class WorkloadsTest {
    @SuppressWarnings("UnusedVariable") // read by @FieldSource
    private static final Iterable<String> PRESETS = Workloads.PRESETS;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("PRESETS")
    void presetsCarryTheirNameAndGiveTheSameForASeed(String preset) {
        Workload workload = Workloads.load(preset);
        assertThat(workload.description()).startsWith(preset + ": ").doesNotContain("\n");
        List<WorkloadRequest> requests = Described.first(150, workload, 3);
        assertThat(requests).hasSize(150).isEqualTo(Described.first(150, Workloads.load(preset), 3));
    }

    /// Means and quantiles that the files themselves name as their source; 100,000 draws, within 4%.
    @ParameterizedTest
    @CsvSource({
        "chat, 800, 800, 150",
        "summarize, 2588, 2730, 291",
        "long-context, 12035, 6909, 343",
        "code-completion, 2048, 1469, 28",
        "reasoning, , 150, 3886",
    })
    void presetsHaveTheLengthsOfTheirSources(String preset, Double promptMean, double promptP50, double answerMean) {
        List<WorkloadRequest> requests = Described.first(100_000, Workloads.load(preset), 11);
        double[] prompts = Described.prompts(requests);
        if (promptMean != null) {
            assertThat(mean(prompts)).isCloseTo(promptMean, within(0.04 * promptMean));
        }
        assertThat(prompts[50_000]).isCloseTo(promptP50, within(0.04 * promptP50));
        assertThat(mean(Described.answers(requests))).isCloseTo(answerMean, within(0.04 * answerMean));
    }

    /// Mooncake's tool-and-agent trace: 8,596 and 182 tokens in the mean.
    @Test
    void theAgentHasTheMeansOfMooncakesAgents() {
        List<WorkloadRequest> requests = Described.first(100_000, Workloads.load("agent"), 11);
        assertThat(mean(Described.prompts(requests))).isCloseTo(8_596, within(350.0));
        assertThat(mean(Described.answers(requests))).isCloseTo(182, within(8.0));
    }

    /// Worked out from the published files with another program.
    @ParameterizedTest
    @CsvSource({
        "azure-conv, 1000, 216027393000, 1.2454741, 1014189, 999, 4096, 247262, 203, 585",
        "azure-code, 1000, 521588576000, 11.0094013, 2122354, 1469, 7436, 27621, 13, 283",
    })
    void theAzureSamplesAreTheirFirstRows(
            String preset,
            int rows,
            long spanNs,
            double gapCv,
            long promptSum,
            double promptP50,
            double promptP99,
            long answerSum,
            double answerP50,
            double answerP99) {
        List<WorkloadRequest> requests = Described.first(2_000, Workloads.load(preset), 1);
        assertThat(requests).hasSize(rows);
        double[] times = requests.stream()
                .mapToDouble(request -> request.start() instanceof At(long ns) ? ns : Double.NaN)
                .toArray();
        assertThat(times[0]).isZero();
        assertThat(times[rows - 1]).isEqualTo((double) spanNs);
        double[] gaps = IntStream.range(1, rows)
                .mapToDouble(i -> times[i] - times[i - 1])
                .toArray();
        double mean = mean(gaps);
        double sd = Math.sqrt(
                mean(Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).toArray()));
        assertThat(sd / mean).isCloseTo(gapCv, within(1e-6));
        double[] prompts = Described.prompts(requests);
        double[] answers = Described.answers(requests);
        assertThat(Arrays.stream(prompts).sum()).isEqualTo(promptSum);
        assertThat(Arrays.stream(answers).sum()).isEqualTo(answerSum);
        assertThat(List.of(prompts[499], prompts[989], answers[499], answers[989]))
                .containsExactly(promptP50, promptP99, answerP50, answerP99);
    }

    @Test
    void theMooncakeSampleIsItsFirstRows() {
        Workload workload = Workloads.load("mooncake");
        assertThat(workload.description())
                .isEqualTo("mooncake: 190 requests (Mooncake) over 69s, prompts 14106 tokens in the mean, answers 354; "
                        + "recorded in steps of 3s, inside which the seed spreads them");
        List<WorkloadRequest> requests = Described.first(1_000, workload, 1);
        assertThat(Arrays.stream(Described.prompts(requests)).sum()).isEqualTo(2_680_061);
        assertThat(Arrays.stream(Described.answers(requests)).sum()).isEqualTo(67_258);
        assertThat(requests.stream()
                        .flatMap(request -> request.request().prompt().spans().stream())
                        .mapToLong(span -> span.content()))
                .hasSize(5_332);
        assertThat(requests.stream()
                        .flatMap(request -> request.request().prompt().spans().stream())
                        .mapToLong(span -> span.content())
                        .distinct())
                .hasSize(5_021);
    }

    @Test
    void aFileIsReadAsADescription() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "name: mine\nprompt: 5, x\nanswer: 5\n");
        assertThatThrownBy(() -> Workloads.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + " line 2: prompt '5, x' is none of");
        Files.writeString(file, "{\"name\": \"mine\", \"prompt\": 5, \"answer\": 5}");
        assertThat(Workloads.load(file.toString()).description()).isEqualTo("mine: prompts 5 tokens, answers 5");
        Files.writeString(file, "# nothing yet\n");
        assertThatThrownBy(() -> Workloads.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ": is empty; a workload has name");
    }

    @Test
    void whatIsNeitherPresetNorFileIsTold() {
        assertThatThrownBy(() -> Workloads.load("azure-chat"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("no workload preset or file 'azure-chat'; did you mean 'azure-code'?");
        assertThatThrownBy(() -> Workloads.load("no\u0000thing at all"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("no workload preset or file 'no?thing at all'; presets are chat, summarize, long-context, "
                        + "code-completion, agent, reasoning, rag, mixed, azure-conv, azure-code, mooncake");
        assertThatThrownBy(() -> Workloads.load(folder.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("no workload preset or file");
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
