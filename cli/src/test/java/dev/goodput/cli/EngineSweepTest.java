package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A modelled engine on the command line: its report, and sweeps over its settings.
class EngineSweepTest {
    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int simulate(String name, String... further) {
        return simulate(60, name, further);
    }

    private int simulate(int requests, String name, String... further) {
        List<String> args = new ArrayList<>(List.of(
                "simulate",
                "--engine",
                "h100-llama3.1-8b",
                "--requests",
                String.valueOf(requests),
                "--output-tokens",
                "20",
                "--out",
                temp.resolve(name).toString()));
        args.addAll(List.of(further));
        return run(args.toArray(String[]::new));
    }

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private JsonNode json(String file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(temp.resolve(file)));
    }

    private List<String> errors() {
        return err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("goodput: "))
                .toList();
    }

    @Test
    void aSweepHasTheNumbersOfTheRunsByThemselves() throws IOException {
        assertThat(simulate("sweep", "--rate", "20/s", "--sweep", "max-batched-tokens=256,off"))
                .isZero();
        assertThat(simulate("one", "--rate", "20/s", "--set", "max-batched-tokens=256"))
                .isZero();
        assertThat(simulate("two", "--rate", "20/s", "--set", "max-batched-tokens=off"))
                .isZero();
        JsonNode points = json("sweep/sweep.json").get("points");
        assertThat(points).hasSize(2);
        for (int i = 0; i < 2; i++) {
            JsonNode summary = json(List.of("one", "two").get(i) + "/summary.json");
            JsonNode metrics = points.get(i).get("metrics");
            assertThat(metrics.at("/ttft_p99/mean")).isEqualTo(summary.at("/metrics/ttft/p99"));
            assertThat(metrics.at("/itl_p99/mean")).isEqualTo(summary.at("/metrics/itl/p99"));
            assertThat(metrics.at("/kv_peak/mean")).isEqualTo(summary.at("/engine/steps/kv_use/max"));
        }
        try (Stream<Path> files = Files.list(temp.resolve("sweep"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("sweep.json", "sweep.html", "sweep.md");
        }
    }

    @Test
    void loadsAreSweptTooAndRunsKept() throws IOException {
        assertThat(simulate(
                        "grid", "--sweep", "concurrency=1,4", "--sweep", "replicas=1,2", "--seeds", "2", "--keep-runs"))
                .isZero();
        JsonNode json = json("grid/sweep.json");
        assertThat(json.get("points")).hasSize(4);
        assertThat(json.at("/points/1/settings/replicas").asString()).isEqualTo("2");
        assertThat(json.at("/points/1/settings/concurrency").asString()).isEqualTo("1");
        assertThat(json.at("/points/3/runs")).hasSize(2);
        assertThat(json.at("/points/0/metrics/output_tokens_per_second/mean").asDouble())
                .isLessThan(json.at("/points/2/metrics/output_tokens_per_second/mean")
                        .asDouble());
        Path kept = temp.resolve("grid/runs/04-4-2-seed-2");
        assertThat(kept.resolve("report.html")).exists();
        assertThat(json("grid/runs/04-4-2-seed-2/summary.json").at("/metrics/ttft/p50"))
                .isEqualTo(json.at("/points/3/runs/1/metrics/ttft_p50"));
    }

    @Test
    void theSameCommandWritesTheSameBytes() throws IOException {
        simulate("a", "--rate", "9/s", "--sweep", "max-batched-tokens=256,off");
        simulate("b", "--rate", "9/s", "--sweep", "max-batched-tokens=256,off");
        for (String file : List.of("sweep.json", "sweep.html", "sweep.md")) {
            assertThat(temp.resolve("a").resolve(file))
                    .hasSameBinaryContentAs(temp.resolve("b").resolve(file));
        }
    }

    @ParameterizedTest
    @CsvSource({"1us, 60%, 1", "10s, 60%, 0", "10s, 99.9%, 3"})
    void theExitCodeIsThatOfTheBestSetting(String ttft, String target, int code) {
        String slo = "ttft<=" + ttft;
        assertThat(simulate(
                        300, "judged", "--rate", "9/s", "--sweep", "replicas=1,2", "--slo", slo, "--target", target))
                .as(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "max-batched-tokens=256,abc | --sweep: max-batched-tokens 'abc' must be a whole number",
                "max-batched-token=256 | --sweep: no setting 'max-batched-token' of an engine; did you mean",
                "max-batched-tokens=256,,512 | --sweep: 'max-batched-tokens=256,,512' must be KEY=VALUE,VALUE",
                "replicas | --sweep: 'replicas' must be KEY=VALUE,VALUE",
                "replicas=2,2 | --sweep: a value of 'replicas=2,2' is given twice",
                "rate=5/s,fast | the load is swept: leave out --rate",
                "memory-utilization=10% | --sweep memory-utilization=10%: engine h100-llama3.1-8b: "
            })
    void aMistakeIsOneLineThatNamesTheSweep(String sweep, String message) {
        assertThat(simulate("wrong", "--rate", "9/s", "--sweep", sweep)).isEqualTo(2);
        assertThat(errors()).singleElement().asString().contains(message);
        assertThat(temp.resolve("wrong")).doesNotExist();
    }

    @Test
    void loadsThatAreNone() {
        assertThat(simulate("wrong", "--sweep", "rate=5/s,fast")).isEqualTo(2);
        assertThat(simulate("wrong", "--sweep", "concurrency=0,1")).isEqualTo(2);
        assertThat(simulate("wrong", "--sweep", "concurrency=some")).isEqualTo(2);
        assertThat(simulate("wrong", "--sweep", "rate=5/s", "--sweep", "concurrency=4"))
                .isEqualTo(2);
        assertThat(run("simulate", "--sweep", "replicas=1,2")).isEqualTo(2);
        assertThat(run("simulate", "--seeds", "3")).isEqualTo(2);
        assertThat(errors()).hasSize(6);
        assertThat(errors().get(0)).contains("--sweep rate: 'fast' is not a rate");
        assertThat(errors().get(2)).contains("--sweep concurrency: 'some' is not a number");
    }

    @Test
    void aRecordedEngineIsReportedAgain() throws IOException {
        assertThat(simulate("run", "--rate", "20/s", "--rtt", "10ms")).isZero();
        String summary = Files.readString(temp.resolve("run/summary.json"));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("front end and queue", "The engine: steps, ms");
        assertThat(run("report", temp.resolve("run").toString())).isZero();
        assertThat(temp.resolve("run/summary.json")).hasContent(summary);
        assertThat(json("run/summary.json")
                        .at("/engine/requests/ttft_parts/network/p50")
                        .asDouble())
                .isEqualTo(10);

        Path steps = temp.resolve("run/steps.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(steps));
        lines.set(4, lines.get(4).substring(0, 30));
        Files.write(steps, lines);
        assertThat(run("report", temp.resolve("run").toString())).isEqualTo(2);
        assertThat(errors()).singleElement().asString().contains("steps.jsonl line 5 is damaged: ");
    }
}
