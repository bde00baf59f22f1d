package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.slo.SloParser;
import dev.goodput.report.MarkdownReport;
import dev.goodput.report.ReportInput;
import dev.goodput.runs.RunReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CiOutputsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console = new Console(print(out), print(err), new Terminal(false, false, 100));

    @TempDir
    private Path directory;

    private Path run = Path.of("");

    @BeforeEach
    void simulate() {
        run = directory.resolve("run");
        assertThat(goodput("simulate", "--requests", "300", "--out", run.toString()))
                .isZero();
        out.reset();
        err.reset();
    }

    private int goodput(String... args) {
        return Main.run(args, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private ReportInput input() {
        return Evaluation.of(RunReader.read(run), List.of(SloParser.inline("ttft<=1ms", "test")))
                .input();
    }

    @Test
    void theSummaryIsAppendedTo() throws Exception {
        Path summary = Files.writeString(directory.resolve("summary"), "before\n");
        CiOutputs.write(input(), run, Map.of("GITHUB_STEP_SUMMARY", summary.toString()), console);
        assertThat(Files.readString(summary)).isEqualTo("before\n" + MarkdownReport.render(input()));
        assertThat(out.size() + err.size()).isZero();
    }

    @Test
    void aSummaryThatCannotBeWrittenIsANoteAndNothingElse() throws Exception {
        CiOutputs.write(input(), run, Map.of("GITHUB_STEP_SUMMARY", directory.toString()), console);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1).allMatch(line -> line.startsWith("note: "));
        Path full = Files.write(directory.resolve("full"), new byte[1 << 20]);
        CiOutputs.write(input(), run, Map.of("GITHUB_STEP_SUMMARY", full.toString()), console);
        assertThat(Files.size(full)).isEqualTo(1 << 20);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no room in the job summary", "report.md");
    }

    @Test
    void annotationsOnlyWhereTheyAreRead() {
        CiOutputs.write(input(), run, Map.of("GITHUB_ACTIONS", "false"), console);
        assertThat(out.size()).isZero();
        CiOutputs.write(input(), run, Map.of("GITHUB_ACTIONS", "true"), console);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("::error title=goodput FAIL::goodput 0%");
    }

    @Test
    void whatIsPrintedInBetweenIsNoCommand() {
        CiOutputs.guarded(
                Map.of("GITHUB_ACTIONS", "true"), console, () -> console.out().println("::add-mask::x"));
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("::stop-commands::[0-9a-f-]{36}");
        assertThat(lines.get(2)).isEqualTo("::" + lines.get(0).substring("::stop-commands::".length()) + "::");
        out.reset();
        CiOutputs.guarded(Map.of(), console, () -> console.out().println("plain"));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("plain\n");
    }

    @Test
    void aGateLeavesBadgeAndMetricsInTheRun() {
        assertThat(goodput("gate", run.toString(), "--slo", "ttft<=1ms")).isEqualTo(1);
        assertThat(run.resolve("badge.svg")).content().contains("goodput: FAIL 0%");
        assertThat(run.resolve("metrics.txt")).content().contains("goodput_verdict{verdict=\"fail\"} 1");
    }

    @Test
    void claimsAreHeldAgainstARun() {
        assertThat(goodput("claims", "15,000 tok/s on H100", "--run", run.toString(), "--slo", "ttft<=1ms"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("as measured by", "FAIL: goodput 0%");
        out.reset();
        assertThat(goodput("claims", "P99 TTFT 450 ms", "--json")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{\n  \"schema\": \"goodput.claims/1\"");
        assertThat(goodput("claims", "very fast")).isEqualTo(2);
        assertThat(goodput("claims", "15 tok/s", "--slo", "ttft<=1s")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("goodput: "));
    }
}
