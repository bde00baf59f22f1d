package dev.goodput.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class SloPresetsTest {
    private static final List<String> IDS = SloPresets.IDS;

    @ParameterizedTest
    @FieldSource("IDS")
    void everyPresetSaysWhatItIsAndWhereItsNumbersComeFrom(String id) {
        Slo slo = SloPresets.byId(id);
        assertThat(slo.provenance().source()).isNotBlank();
        assertThat(slo.provenance().version()).isNotBlank();
        assertThat(slo.provenance().description()).isNotBlank().doesNotContain("\n");
        assertThat(SloFile.parse(SloText.file(slo), id)).isEqualTo(slo);
        assertThat(SloFile.parse(SloText.line(slo), id)).isEqualTo(slo);
    }

    /// No file is forgotten in the list.
    @Test
    void everyFileIsListed() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(SloPresets.class.getResource("presets/canary.yaml"))
                        .toURI())
                .resolveSibling("");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(IDS);
        }
    }

    /// Golden: MLPerf's limits by model and scenario, from its configuration and checker.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlperf-llama2-70b-server | ttft<=2s, tpot<=200ms",
                "mlperf-llama2-70b-interactive | ttft<=450ms, tpot<=40ms",
                "mlperf-llama3.1-8b-server | ttft<=2s, tpot<=100ms",
                "mlperf-llama3.1-8b-interactive | ttft<=500ms, tpot<=30ms",
                "mlperf-llama3.1-405b-server | ttft<=6s, tpot<=175ms",
                "mlperf-llama3.1-405b-interactive | ttft<=4.5s, tpot<=80ms",
                "mlperf-mixtral-8x7b-server | ttft<=2s, tpot<=200ms",
                "mlperf-deepseek-r1-server | ttft<=2s, tpot<=80ms",
                "mlperf-deepseek-r1-interactive | ttft<=1.5s, tpot<=15ms",
                "mlperf-gpt-oss-120b-server | ttft<=3s, tpot<=80ms",
                "mlperf-gpt-oss-120b-interactive | ttft<=2s, tpot<=15ms",
                "mlperf-qwen3-vl-235b-server | e2e<=12s",
                "mlperf-qwen3-vl-235b-interactive | e2e<=1.5s",
                "mlperf-gptj-server | e2e<=20s",
            })
    void mlperf(String id, String limits) {
        Slo slo = SloPresets.byId(id);
        assertThat(slo.constraintText()).isEqualTo(limits);
        assertThat(slo.objectives().toString().replaceAll("p99\\((\\w+)\\)", "$1"))
                .isEqualTo("[" + limits + "]");
    }

    @Test
    void consumerChatOf2026() {
        assertThat(SloPresets.byId("consumer-70b-2026").clauseText())
                .isEqualTo(
                        "ttft<=800ms, tpot<=25ms, e2e<=3s when output_tokens < 300, p99(ttft)<=800ms, p99(tpot)<=25ms,"
                                + " p99(e2e)<=3s when output_tokens < 300, goodput>=99%");
        assertThat(SloPresets.byId("canary").target()).isEqualByComparingTo("0.95");
    }

    @Test
    void aMistypedNameIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> SloPresets.byId("canari"))
                .isInstanceOf(SloException.class)
                .hasMessage("no preset 'canari'; did you mean 'canary'?");
        assertThatThrownBy(() -> SloPresets.byId("../../x"))
                .isInstanceOf(SloException.class)
                .hasMessage("no preset '../../x'; see 'goodput slo show'");
    }
}
