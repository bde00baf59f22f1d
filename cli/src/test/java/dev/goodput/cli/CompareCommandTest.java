package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
    private static final String SLO = "ttft<=800ms, tpot<=25ms, goodput>=90%";

    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        out.reset();
        err.reset();
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path simulated(String name, int requests, int seed, String spikes) {
        Path run = temp.resolve(name);
        assertThat(run(
                        "simulate",
                        "--requests",
                        "" + requests,
                        "--seed",
                        "" + seed,
                        "--tail-spikes",
                        spikes,
                        "--out",
                        "" + run))
                .isZero();
        return run;
    }

    @Test
    void twoRunsOfOneEndpointAreNoRegression() {
        Path base = simulated("base", 3000, 1, "1%");
        Path candidate = simulated("candidate", 3000, 2, "1%");
        assertThat(run("compare", "" + base, "" + candidate, "--slo", SLO, "--margin", "ttft=25%"))
                .as(printed())
                .isZero();
        assertThat(printed())
                .contains("✓ NO REGRESSION", "Candidate against baseline", "By class and length of the answer");
    }

    @Test
    void slowedTokensAreARegressionOfTpotAndSaidWhere() throws IOException {
        Path base = simulated("base", 3000, 1, "1%");
        Path candidate = simulated("candidate", 3000, 2, "20%");
        Path json = temp.resolve("c.json");
        Path html = temp.resolve("c.html");
        Path markdown = temp.resolve("c.md");
        assertThat(run(
                        "compare",
                        "" + base,
                        "" + candidate,
                        "--slo",
                        SLO,
                        "--margin",
                        "ttft=25%",
                        "--json",
                        "" + json,
                        "--html",
                        "" + html,
                        "--markdown",
                        "" + markdown))
                .as(printed())
                .isEqualTo(1);
        assertThat(printed()).contains("✗ REGRESSION", "TPOT: REGRESSION");
        JsonNode document = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(document.get("outcome").asString()).isEqualTo("REGRESSION");
        JsonNode tpot = document.get("rows").get(2);
        assertThat(tpot.get("name").asString()).isEqualTo("tpot");
        assertThat(tpot.get("lower").asDouble()).isGreaterThan(0.05);
        JsonNode ttft = document.get("rows").get(1);
        assertThat(ttft.get("outcome").asString()).isEqualTo("NO_REGRESSION");
        assertThat(Files.readString(html)).contains("<svg", "REGRESSION");
        assertThat(Files.readString(markdown)).startsWith("## ❌ REGRESSION");
        // A margin that allows for it.
        assertThat(run(
                        "compare",
                        "" + base,
                        "" + candidate,
                        "--slo",
                        SLO,
                        "--margin",
                        "goodput=90%,ttft=25%,tpot=99%,e2e=99%"))
                .as(printed())
                .isZero();
    }

    @Test
    void shortRunsDecideNothing() {
        Path base = simulated("base", 40, 1, "1%");
        assertThat(run("compare", "" + base, "" + simulated("candidate", 40, 2, "1%"), "--slo", SLO))
                .as(printed())
                .isEqualTo(3);
        assertThat(printed()).contains("? INCONCLUSIVE");
    }

    @Test
    void aRelativeLimitMeansTheBaselineRun() {
        Path base = simulated("base", 500, 1, "1%");
        assertThat(run("compare", "" + base, "" + base, "--slo", "ttft <= 3 * baseline, goodput>=50%"))
                .as(printed() + err)
                .isIn(0, 3);
        assertThat(printed()).contains("3 * baseline");
    }

    @Test
    void withoutAnSloThereIsNoGoodputToCompare() {
        Path base = simulated("base", 40, 1, "1%");
        assertThat(run("compare", "" + base, "" + base)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("neither run was made with one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            goodput          | is not a margin; write it like
            ttfd=5%          | did you mean 'ttft'?
            ttft=5           | %
            ttft=100%        | lies between 0% and 100%
            """)
    void marginsAreCheckedInOneLine(String margins, String message) {
        assertThat(run("compare", "a", "b", "--margin", margins.strip())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .hasSize(1)
                .first()
                .asString()
                .contains(message);
    }

    @Test
    void aMissingRunIsOneLine() {
        assertThat(run("compare", "" + temp.resolve("nowhere"), "" + temp)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no such directory");
    }
}
