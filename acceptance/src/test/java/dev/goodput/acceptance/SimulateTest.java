package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The goodput calculator.
class SimulateTest {
    @TempDir
    Path temp;

    private Path simulate(String name, String seed) {
        Path out = temp.resolve(name);
        Goodput.Result result = Goodput.run(
                "simulate",
                "--latency",
                "default",
                "--requests",
                "300",
                "--seed",
                seed,
                "--tail-spikes",
                "1%",
                "--out",
                out.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .contains("loose")
                .contains("target")
                .contains("tight")
                .contains("30 ms to 15 ms");
        return out;
    }

    @Test
    void theSameSeedWritesTheSameBytes() throws IOException {
        Path first = simulate("first", "7");
        Path second = simulate("second", "7");
        Path other = simulate("other", "8");

        List<Path> files;
        try (Stream<Path> entries = Files.list(first)) {
            files = entries.map(Path::getFileName).toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(6);
        for (Path file : files) {
            assertThat(second.resolve(file)).hasSameBinaryContentAs(first.resolve(file));
        }
        assertThat(other.resolve("traces.jsonl"))
                .content()
                .isNotEqualTo(Files.readString(first.resolve("traces.jsonl")));
    }

    @Test
    void aGivenSloDecidesTheExitCode() {
        Goodput.Result result = Goodput.run(
                "simulate",
                "--requests",
                "300",
                "--slo",
                "ttft<=1us",
                "--target",
                "50%",
                "--out",
                temp.resolve("given").toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
    }
}
