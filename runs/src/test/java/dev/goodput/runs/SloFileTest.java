package dev.goodput.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.slo.Grouping;
import dev.goodput.core.slo.NotApplicable;
import dev.goodput.core.slo.Provenance;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final String WHOLE = """
            name: everything
            description: every key, once
            version: 7
            source: us
            constraints:
              - ttft<=200ms + 50us * input_tokens
              - e2e<=3s when output_tokens < 300 and class == "a, b"
              - tokens_on_time(first=500ms, pace=50ms)>=99%
              - tpot<=3 * baseline
            objectives:
              - p99.9(ttft)<=800ms
              - goodput>=90% when class == "a"
            target: 99.5%
            confidence: 99%
            not_applicable: excluded
            dependence: independent
            per:
              - class
              - output_tokens
            baseline: "runs/base: line"
            """;

    /// Read, written, and read again; as a file and as one line.
    @Test
    void everyKeyIsWrittenAsItIsRead() {
        Slo slo = SloFile.parse(WHOLE, "slo.yaml");
        assertThat(slo.target()).isEqualByComparingTo("0.995");
        assertThat(slo.confidence()).isEqualTo(Confidence.of("0.99"));
        assertThat(slo.notApplicable()).isEqualTo(NotApplicable.EXCLUDED);
        assertThat(slo.dependence()).isEqualTo(Dependence.INDEPENDENT);
        assertThat(slo.per()).containsExactly(Grouping.CLASS, Grouping.OUTPUT_TOKENS);
        assertThat(slo.baseline()).isEqualTo("runs/base: line");
        assertThat(slo.provenance()).isEqualTo(new Provenance("every key, once", "7", "us"));
        assertThat(SloText.file(slo))
                .isEqualTo(WHOLE.replace("per:\n  - class\n  - output_tokens", "per: [\"class\",\"output_tokens\"]"));
        assertThat(SloFile.parse(SloText.file(slo), "again")).isEqualTo(slo);
        assertThat(SloText.line(slo)).doesNotContain("\n");
        assertThat(SloFile.parse(SloText.line(slo), "again")).isEqualTo(slo);
    }

    /// Names and texts come back whatever is in them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b",
                "- x",
                "#no",
                "'",
                "\"q\"",
                "{a}",
                "tab\there",
                "two\nlines",
                "null",
                "5",
                "é…",
                "*x",
                "",
                "a #b",
                "\\"
            })
    void anyNameSurvives(String name) {
        Slo slo = SloParser.inline("ttft<=1s", "x").withName(name).withBaseline(name);
        assertThat(SloFile.parse(SloText.line(slo), "line")).isEqualTo(slo);
        assertThat(SloFile.parse(SloText.file(slo), "file")).isEqualTo(slo);
    }

    /// Told apart by form, not by the list they stand in.
    @Test
    void listsMayMixConstraintsAndObjectives() {
        String text =
                "objectives: [ttft<=1s]\nconstraints: {p99(ttft): 800ms, output_tokens_per_second: 20/s, goodput: 95%}";
        assertThat(SloFile.parse(text, "slo.yaml").clauseText())
                .isEqualTo("output_tokens_per_second>=20/s, ttft<=1s, p99(ttft)<=800ms, goodput>=95%");
    }

    @Test
    void aBaselineIsFoundFromTheFolderOfTheFile(@TempDir Path temp) throws IOException {
        Path file =
                Files.writeString(temp.resolve("slo.yaml"), "constraints: [ttft<=3 * baseline]\nbaseline: runs/base");
        assertThat(SloFile.read(file).baseline())
                .isEqualTo(temp.resolve("runs/base").toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {constraints: [ttft<=1s], not_applicable: god}  | slo.yaml line 1: unknown not_applicable 'god'; did you mean 'good'?
            {constraints: [ttft<=1s], dependence: none}     | slo.yaml line 1: unknown dependence 'none'; known are measured, independent
            {constraints: [ttft<=1s], per: [clas]}          | slo.yaml line 1: unknown per 'clas'; did you mean 'class'?
            {constraints: [ttft<=1s, goodput>=98%], target: 99%} | slo.yaml line 1: goodput 99% contradicts the target 98%; keep one of them
            objectives: [p99(tftt)<=1s]                     | slo.yaml line 1, column 5: unknown time 'tftt'; did you mean 'ttft'?
            constraints: {mean(ttft): 1s}                   | slo.yaml line 1: unknown metric 'mean'
            objectives: [goodput>=99%]                      | slo.yaml: no constraints
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
            hello                                | expected keys name, description, version, source, constraints
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
