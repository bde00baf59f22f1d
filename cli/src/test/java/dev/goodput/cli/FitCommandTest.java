package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.spec.EngineSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FitCommandTest {
    private static final String KNOWN = """
            front-end-ms: 8
            max-sequences: 16
            calibration:
              step-ms: 5
              prefill-ms-per-token: 0.02
              context-ms-per-token: 0.0002
              jitter: [0.8, 0.9, 1, 1.1, 1.2]
              speed: [0.9, 1.1, 1.2, 0.8]
            """;

    @TempDir
    static Path temp;

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

    private static String file(String name) {
        return temp.resolve(name).toString();
    }

    @BeforeAll
    static void measure() throws IOException {
        Files.writeString(temp.resolve("known.yaml"), KNOWN);
        FitCommandTest test = new FitCommandTest();
        assertThat(test.simulate(
                        "unchunked", 150, "max-batched-tokens=2048", "chunked-prefill=off", "max-model-len=2048"))
                .as(test.err::toString)
                .isZero();
        assertThat(test.simulate("chunked", 150, "max-batched-tokens=256"))
                .as(test.err::toString)
                .isZero();
        assertThat(test.simulate("few", 12, "max-batched-tokens=256"))
                .as(test.err::toString)
                .isZero();
        assertThat(test.simulate("twins", 100, "replicas=2"))
                .as(test.err::toString)
                .isZero();
    }

    private int simulate(String name, int requests, String... settings) {
        List<String> args = new ArrayList<>(List.of(
                "simulate",
                "--engine",
                file("known.yaml"),
                "--concurrency",
                "8",
                "--requests",
                String.valueOf(requests),
                "--input-tokens-sd",
                "400",
                "--output-tokens",
                "80",
                "--output-tokens-sd",
                "30",
                "--out",
                file(name)));
        for (String setting : settings) {
            args.add("--set");
            args.add(setting);
        }
        return run(args.toArray(String[]::new));
    }

    @Test
    void anEngineComesBackFromItsOwnRunAndPredictsAnotherSetting() throws IOException {
        int exit = run("fit", file("unchunked"), "--predict", file("chunked"), "--max-sequences", "16");

        assertThat(exit).as(err::toString).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("A step takes ")
                .contains("Prediction of " + file("chunked") + " (chunked prefill, 256 tokens a step)")
                .contains("report: " + file("unchunked/fit/fit.html"));
        JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(temp.resolve("unchunked/fit/fit.json")));
        assertThat(json.at("/coefficients/1/ms").asDouble()).isBetween(0.018, 0.022);
        assertThat(json.at("/front_end_ms").asDouble()).isBetween(5.5, 10.5);
        assertThat(json.at("/predictions/1/per_request/O/e2e_median_error").asDouble())
                .isLessThan(0.04);
        assertThat(temp.resolve("unchunked/fit/fit.html")).exists();
        assertThat(temp.resolve("unchunked/fit/fit.md")).exists();

        assertThat(EngineSpec.load(file("unchunked/fit/engine.yaml")).build().facts())
                .isNotEmpty();
        assertThat(run(
                        "simulate",
                        "--engine",
                        file("unchunked/fit/engine.yaml"),
                        "--concurrency",
                        "4",
                        "--requests",
                        "20",
                        "--out",
                        file("again")))
                .as(err::toString)
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"unchunked, off, chunked, on", "chunked, on, unchunked, off"})
    void theModeOfBothEnginesCanBeTold(String run, String mode, String other, String otherMode) {
        int exit = run(
                "fit",
                file(run),
                "--chunked-prefill",
                mode,
                "--predict",
                file(other),
                "--other-chunked-prefill",
                otherMode,
                "--max-sequences",
                "16",
                "--out",
                file("told-" + mode));

        assertThat(exit).as(err::toString).isZero();
        assertThat(temp.resolve("told-" + mode + "/engine.yaml"))
                .content()
                .contains("chunked-prefill: " + mode.equals("on"));
    }

    @Test
    void whatCannotBeFittedIsSaidInOneLine() throws IOException {
        refuses("is not a run directory", "fit", temp.toString());
        refuses("at least 30 completed requests, and the run has 12", "fit", file("few"));
        refuses("single replica", "fit", file("twins"));
        refuses("'maybe' is neither on nor off", "fit", file("chunked"), "--chunked-prefill", "maybe");
        refuses("--predict OTHER", "fit", file("chunked"), "--other-max-batched-tokens", "128");
        refuses("--max-batched-tokens must be 1 to", "fit", file("chunked"), "--max-batched-tokens", "0");
        refuses(
                "must not be below max-sequences",
                "fit",
                file("chunked"),
                "--max-batched-tokens",
                "256",
                "--max-sequences",
                "512");
        Path blocked = Files.writeString(temp.resolve("a file"), "");
        refuses(
                "cannot make the folder",
                "fit",
                file("chunked"),
                "--out",
                blocked.resolve("fit").toString());
    }

    private void refuses(String words, String... args) {
        assertThat(run(args)).as(String.join(" ", args)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("goodput: ")
                .contains(words)
                .satisfies(text -> assertThat(text.strip().lines()).hasSize(1));
    }
}
