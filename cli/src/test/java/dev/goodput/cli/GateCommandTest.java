package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String file(String text) throws Exception {
        return Files.writeString(directory.resolve("goodput.yaml"), text).toString();
    }

    @Test
    void everyRefusalIsALineOfItsOwn() throws Exception {
        assertThat(run("gate", file("rounds: 5\nlevels: [100%]\n"))).isEqualTo(2);
        assertThat(errors())
                .hasSize(8)
                .allMatch(line -> line.startsWith("goodput: ") && line.contains("goodput.yaml: "));
        assertThat(errors()).anyMatch(line -> line.contains("no SLO is written"));
        assertThat(errors()).anyMatch(line -> line.contains("rounds: 5 is fewer than 30"));
    }

    @Test
    void aMistakeInThePolicyIsOneLine() throws Exception {
        assertThat(run("gate", file("levles: [100%]\n"))).isEqualTo(2);
        assertThat(errors()).hasSize(1);
        assertThat(errors().getFirst()).endsWith("goodput.yaml line 1: unknown key 'levles'; did you mean 'levels'?");
    }

    @Test
    void aPolicyStandsAloneAndNamesItsSlo() throws Exception {
        String policy = file("rounds: 30\n");
        assertThat(run("gate", policy, directory.toString())).isEqualTo(2);
        assertThat(run("gate", policy, "--slo", "ttft<=1s")).isEqualTo(2);
        assertThat(run("gate", directory.toString(), "--out", "x")).isEqualTo(2);
        assertThat(errors()).hasSize(3);
        assertThat(errors().get(0)).contains("a policy file stands alone");
        assertThat(errors().get(1)).contains("--slo: the policy names its SLO");
        assertThat(errors().get(2)).contains("--out needs a policy file");
    }

    @Test
    void ofSeveralRunsTheWorstDecides() {
        String good = simulated("default");
        String bad = simulated("slow-70b");
        String slo = "tpot<=15ms, goodput>=90%";
        assertThat(run("gate", good, "--slo", slo)).isZero();
        assertThat(run("gate", bad, "--slo", slo)).isEqualTo(1);
        assertThat(run("gate", good, bad, good, "--slo", slo)).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\n" + good + "\n", "\n" + bad + "\n");
    }

    private String simulated(String latency) {
        String run = directory.resolve(latency).toString();
        assertThat(run("simulate", "--requests", "400", "--latency", latency, "--out", run))
                .isZero();
        return run;
    }

    @Test
    void aFailIsWorseThanWhatCouldNotBeTold() {
        assertThat(ExitCode.worst(List.of(ExitCode.OK, ExitCode.INCONCLUSIVE))).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(ExitCode.worst(List.of(ExitCode.FAIL, ExitCode.INVALID))).isEqualTo(ExitCode.FAIL);
        assertThat(ExitCode.worst(List.of(ExitCode.UNREACHABLE, ExitCode.INVALID)))
                .isEqualTo(ExitCode.UNREACHABLE);
    }
}
