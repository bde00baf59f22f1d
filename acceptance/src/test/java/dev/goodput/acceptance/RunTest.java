package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfiles;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `goodput run` against the built-in server, and what becomes of a run that does not go as planned.
class RunTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String EASY = "ttft<=30s, tpot<=10s, e2e<=60s";

    @TempDir
    Path temp;

    private GoodputServer server;

    @BeforeEach
    void serve() throws IOException {
        server = GoodputServer.start(ServerConfig.of("127.0.0.1", 0, LatencyProfiles.load("fast-8b"), 1, "tiny"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String url() {
        return "http://127.0.0.1:" + server.port() + "/v1";
    }

    private JsonNode json(Path file) throws IOException {
        return JSON.readTree(Files.readAllBytes(file));
    }

    @Test
    void aClosedLoopOfChatRequestsIsMeasuredAndJudged() throws IOException {
        Path run = temp.resolve("run");
        Goodput.Result result = Goodput.run(
                Map.of("OPENAI_API_KEY", "sk-very-secret"),
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "8",
                "--requests",
                "310",
                "--input-tokens",
                "60",
                "--output-tokens",
                "12",
                "--slo",
                EASY,
                "--target",
                "99%",
                "--assume-independent",
                "--hardware",
                "a test",
                "--out",
                run.toString());

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        JsonNode summary = json(run.resolve("summary.json"));
        assertThat(summary.at("/schema").asString()).isEqualTo("goodput.summary/1");
        assertThat(summary.at("/requests/scheduled").asInt()).isEqualTo(310);
        assertThat(summary.at("/requests/completed").asInt()).isEqualTo(310);
        assertThat(summary.at("/metrics/tpot/count").asInt()).isEqualTo(310);
        assertThat(Files.readAllLines(run.resolve("traces.jsonl"))).hasSize(310);
        for (String file : List.of(
                "run.json",
                "traces.jsonl",
                "summary.json",
                "verdict.json",
                "report.html",
                "report.md",
                "junit.xml",
                "metrics.txt",
                "badge.svg")) {
            assertThat(run.resolve(file)).content().doesNotContain("sk-very-secret");
        }
        assertThat(result.out() + result.err()).doesNotContain("sk-very-secret");
    }

    @Test
    void completionsAndAnOpenLoopByDuration() throws IOException {
        Path run = temp.resolve("open");
        Goodput.Result result = Goodput.run(
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--api",
                "completions",
                "--rate",
                "40/s",
                "--duration",
                "3s",
                "--input-tokens",
                "60",
                "--input-tokens-sd",
                "20",
                "--output-tokens",
                "8",
                "--output-tokens-sd",
                "3",
                "--slo",
                EASY,
                "--target",
                "90%",
                "--assume-independent",
                "--seed",
                "7",
                "--out",
                run.toString());

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(json(run.resolve("summary.json")).at("/requests/scheduled").asInt())
                .isBetween(60, 200);
    }

    @Test
    void theSameRunJudgedByATighterSloFailsWithoutMeasuringAgain() throws IOException {
        Path run = temp.resolve("again");
        Goodput.run(
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "8",
                "--requests",
                "120",
                "--input-tokens",
                "60",
                "--output-tokens",
                "12",
                "--slo",
                EASY,
                "--out",
                run.toString());
        Path slo = Files.writeString(temp.resolve("slo.yaml"), "constraints:\n  - ttft <= 1us\ntarget: 99%\n");

        Goodput.Result gate = Goodput.run("gate", run.toString(), "--slo", slo.toString());
        assertThat(gate.exitCode()).as(gate.out() + gate.err()).isEqualTo(1);
        assertThat(json(run.resolve("verdict.json")).at("/verdict").asString()).isEqualTo("FAIL");

        Goodput.Result report = Goodput.run("report", run.toString(), "--format", "junit");
        assertThat(report.exitCode()).isZero();
        assertThat(report.out()).contains("<testsuite");
    }

    @Test
    void tooFewRequestsAreInconclusiveAndTheReportSaysHowManyMore() {
        Goodput.Result result = Goodput.run(
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "4",
                "--requests",
                "20",
                "--input-tokens",
                "60",
                "--output-tokens",
                "5",
                "--slo",
                EASY,
                "--out",
                temp.resolve("few").toString());

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(3);
        assertThat(result.out()).contains("INCONCLUSIVE").contains("3480 more requests");
    }

    @Test
    void ctrlCReportsWhatWasMeasured() throws Exception {
        Path run = temp.resolve("interrupted");
        Process process = Goodput.start(
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "8",
                "--duration",
                "10min",
                "--input-tokens",
                "60",
                "--output-tokens",
                "12",
                "--slo",
                EASY,
                "--out",
                run.toString());
        awaitTraces(process, run, 20);
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        Goodput.Result result = Goodput.await(process);

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(130);
        assertThat(result.out()).contains("interrupted");
        assertThat(json(run.resolve("run.json")).at("/status").asString()).isEqualTo("INTERRUPTED");
        assertThat(json(run.resolve("summary.json")).at("/requests/completed").asInt())
                .isGreaterThanOrEqualTo(20);
        assertThat(run.resolve("report.html")).exists();
    }

    @Test
    void aKilledRunCanBeReportedAndItsVerdictIsInvalid() throws Exception {
        Path run = temp.resolve("killed");
        Process process = Goodput.start(
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "8",
                "--duration",
                "10min",
                "--input-tokens",
                "60",
                "--output-tokens",
                "12",
                "--slo",
                EASY,
                "--out",
                run.toString());
        awaitTraces(process, run, 20);
        process.destroyForcibly().waitFor();

        Goodput.Result gate = Goodput.run("gate", run.toString());

        assertThat(gate.exitCode()).as(gate.out() + gate.err()).isEqualTo(4);
        assertThat(gate.out()).contains("INVALID").contains("cut short");
        assertThat(json(run.resolve("summary.json")).at("/requests/completed").asInt())
                .isGreaterThanOrEqualTo(20);
    }

    @Test
    void aDiskThatTakesNoMoreStopsTheRunAndWhatWasMeasuredIsPrinted() {
        Goodput.Result result = Goodput.runWrapped(
                List.of("bash", "-c", "ulimit -f 64; exec \"$@\"", "limited"),
                "run",
                "--url",
                url(),
                "--model",
                "tiny",
                "--concurrency",
                "8",
                "--requests",
                "5000",
                "--input-tokens",
                "60",
                "--output-tokens",
                "40",
                "--slo",
                EASY,
                "--out",
                temp.resolve("full").toString());

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
        assertThat(result.out()).contains("goodput");
        assertThat(result.err())
                .contains("cannot write")
                .contains("traces.jsonl")
                .doesNotContain("\tat ");
    }

    /// Until the run has written some traces; the file is what a user would look at.
    private static void awaitTraces(Process process, Path run, int lines) throws IOException {
        Path file = run.resolve("traces.jsonl");
        while (process.isAlive()) {
            if (Files.exists(file) && Files.readString(file).lines().count() >= lines) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("the run ended before it wrote " + lines + " traces");
    }
}
