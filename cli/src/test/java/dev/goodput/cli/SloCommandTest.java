package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runs.SloPresets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class SloCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void showListsEveryPresetWithItsSource() {
        assertThat(run("slo", "show")).isZero();
        assertThat(out().lines().filter(line -> !line.startsWith(" "))).containsExactlyElementsOf(SloPresets.IDS);
        assertThat(out().lines().filter(line -> line.contains(" · "))).hasSameSizeAs(SloPresets.IDS);
    }

    /// What is shown is a file that is read again.
    @ParameterizedTest
    @FieldSource("dev.goodput.runs.SloPresets#IDS")
    void showPrintsAFile(String id, @TempDir Path temp) throws IOException {
        assertThat(run("slo", "show", id)).isZero();
        Path file = Files.writeString(temp.resolve("slo.yaml"), out());
        out.reset();
        assertThat(run("slo", "check", file.toString())).isZero();
        String checked = out();
        out.reset();
        assertThat(run("slo", "check", "preset:" + id)).isZero();
        assertThat(out()).isEqualTo(checked);
        assertThat(run("slo", "explain", "preset:" + id)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            show canari                    | no preset 'canari'; did you mean 'canary'?
            check tftt<=1s                 | SLO, column 1: unknown metric 'tftt'; did you mean 'ttft'?
            check ttft<=1s,goodput>=101%   | SLO, column 19: goodput '101' is outside 0% to 100%; write it like 99%
            explain preset:voise           | no preset 'voise'; did you mean 'voice'?
            explain nowhere.yaml           | cannot read nowhere.yaml: no such file or directory
            check                          | Missing required parameter: 'SLO'
            cheque                         | did you mean
            """)
    void mistakesAreAnsweredInOneLine(String command, String message) {
        assertThat(run(("slo " + command.strip()).split(" ", -1))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("goodput: ")
                .contains(message);
    }

    /// What each SLO leaves open is said, and nothing else.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            goodput_rate>=12/s                            | throughput only
            p99(ttft)<=2s, p99(tpot)<=200ms               | up to 2% of requests may miss at least one of 2
            p99(ttft)<=2s, p99(tpot)<=200ms               | no constraint on a request
            ttft<=1s, tpot<=50ms                          | an endpoint that answers with one token
            ttft<=1s, tpot<=50ms                          | a stall of seconds can hide
            ttft<=1s, e2e<=3s when output_tokens<300      | no end-to-end limit for answers beyond those of 'e2e<=3s when
            ttft<=1s                                      | an answer may take for ever
            tpot<=50ms                                    | no limit on the wait before an answer starts
            ttft<=1s when class==a                        | every constraint has a condition
            """)
    void explainSaysWhatIsLeftOpen(String slo, String sentence) {
        assertThat(run("slo", "explain", slo)).isZero();
        assertThat(out()).contains("leaves open").contains(sentence);
    }

    @Test
    void anSloThatLeavesNothingOpenSaysNothing() {
        assertThat(run("slo", "explain", "ttft<=1s, fluidity(first=1s, pace=50ms)>=90%, e2e<=20s"))
                .isZero();
        assertThat(out()).doesNotContain("leaves open");
    }

    /// Golden: 299 and 473 requests show 99 % at 95 % with none and one missed; P99 takes 299 values; 35
    /// expected misses take 3,500 requests.
    @Test
    void explainSaysHowManyRequestsAVerdictTakes() {
        assertThat(run("slo", "explain", "ttft<=500ms, p99(e2e)<=3s")).isZero();
        assertThat(out())
                .contains("299 requests without a miss, 473 with one")
                .contains("a bound on p99 at 95% confidence: 299 completed requests")
                .contains("3,500 effective requests");
    }

    @Test
    void explainSaysEachClauseInWords() {
        assertThat(run(
                        "slo",
                        "explain",
                        "ttft<=200ms + 0.05ms * input_tokens when class == \"agent\", tpot<=3 * baseline"))
                .isZero();
        assertThat(out())
                .contains("ttft is at most 200ms and 50us for each of its input tokens")
                .contains("asked only of requests with class == \"agent\"")
                .contains("tpot is at most 3 times the median of the baseline run")
                .contains("a baseline run must be named, with --baseline or 'baseline:' in the file")
                .contains("a request that lacks a bounded metric keeps the bound");
    }

    /// A limit relative to a run that nobody named is refused before anything is measured.
    @Test
    void aRelativeLimitNeedsItsBaseline() {
        assertThat(run("simulate", "--requests", "10", "--slo", "ttft<=3 * baseline"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("name its run with --baseline");
    }

    /// A run judged against itself: the median keeps a limit of once the median.
    @Test
    void aBaselineIsReadFromARun(@TempDir Path temp) {
        String simulated = temp.resolve("run").toString();
        run("simulate", "--requests", "300", "--out", simulated);
        out.reset();
        int code = run("gate", simulated, "--slo", "ttft<=1 * baseline", "--target", "50%", "--baseline", simulated);
        assertThat(code).isIn(0, 1, 3);
        assertThat(out()).contains("ttft<=1 * baseline").contains("(150 of 300)");
    }
}
