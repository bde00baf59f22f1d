package dev.goodput.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SloFileTest {
    @Test
    void aFileMeansWhatTheInlineFormMeans() {
        Slo file = SloFile.parse("""
                name: chat
                constraints:
                  - ttft <= 500 ms
                  - tpot<=15ms, e2e <= 3s when output_tokens < 300
                target: 99.5%
                confidence: 0.9
                """, "slo.yaml");

        assertThat(file.constraints())
                .isEqualTo(SloParser.constraints("ttft<=500ms, tpot<=15ms, e2e<=3s when output_tokens<300", "test"));
        assertThat(file.name()).isEqualTo("chat");
        assertThat(file.target()).isEqualByComparingTo("0.995");
        assertThat(file.confidence().level()).isEqualTo(0.9);
    }

    @Test
    void constraintsMayBeAMap() {
        assertThat(SloFile.parse("constraints: {ttft: 500ms, e2e: 3s}", "slo.yaml")
                        .constraintText())
                .isEqualTo("ttft<=500ms, e2e<=3s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            target: 99%                          | slo.yaml: no constraints
            constrain: [ttft<=1s]                | slo.yaml line 1: unknown key 'constrain'; did you mean 'constraints'?
            constraints: [tftt<=1s]              | slo.yaml line 1, column 1: unknown metric 'tftt'; did you mean 'ttft'?
            constraints: {tftt: 1s}              | slo.yaml line 1: unknown metric 'tftt'; did you mean 'ttft'?
            constraints: {ttft: 1}               | slo.yaml line 1, column 7: '1' needs a unit
            constraints: {ttft: 1sec}            | unknown unit 'sec'; did you mean 's'?
            {constraints: [ttft<=1s], target: 0} | slo.yaml line 1: '0' is outside 0% to 100%
            {constraints: [ttft<=1s], target: 1, target: 1} | target
            constraints: [[a]]                   | slo.yaml line 1: expected a single value
            'constraints: [ttft<=1s'             | not YAML
            hello                                | expected keys name, constraints, target, confidence
            """)
    void everyMistakeNamesItsPlace(String yaml, String message) {
        assertThatThrownBy(() -> SloFile.parse(yaml, "slo.yaml"))
                .isInstanceOf(SloException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void deepNestingIsAnsweredInOneLine() {
        String deep = "constraints: " + "[".repeat(5000) + "]".repeat(5000);
        assertThatThrownBy(() -> SloFile.parse(deep, "slo.yaml"))
                .isInstanceOf(SloException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFileThatIsNotThereIsSaidPlainly(@TempDir Path temp) {
        assertThatThrownBy(() -> SloFile.read(temp.resolve("none.yaml")))
                .isInstanceOf(SloException.class)
                .hasMessageContaining("none.yaml: no such file or directory");
    }
}
