package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Damaged files give one line or a run, and never another exception.
final class ServingFuzzTest {
    private static final int DAMAGES = 150;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vllm-bench-serve/F",
                "vllm-bench-serve/H-summary",
                "vllm-bench-serve-0.11.0/B",
                "vllm-bench-rs/K-sweep",
                "vllm-bench-rs/E",
                "sglang-bench-serving/F",
                "sglang-bench-rust/E",
                "sglang-bench-rust/N-B",
                "trt-serving/hand-made",
            })
    void survivesDamage(String scenario) throws IOException {
        byte[] whole = Files.readAllBytes(Captures.results(scenario).getFirst());
        Path file = folder.resolve("damaged.json");
        Random random = new Random(scenario.hashCode());
        int imported = 0;
        for (int i = 0; i < DAMAGES; i++) {
            Files.write(file, damaged(whole, random, i));
            try {
                List<Imported> runs = Importers.read(new ImportSource(file));
                runs.forEach(Verification::of);
                imported++;
            } catch (ImportException e) {
                assertThat(e.getMessage()).hasLineCount(1).startsWith(file.toString());
            }
        }
        // Otherwise the damage is always caught at the door and nothing behind it is tried.
        assertThat(imported).isPositive();
    }

    private static byte[] damaged(byte[] whole, Random random, int round) {
        if (round % 3 == 0) {
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        }
        byte[] damaged = whole.clone();
        int flips = 1 + random.nextInt(3);
        for (int k = 0; k < flips; k++) {
            int at = random.nextInt(damaged.length);
            // Digits for digits, signs and letters keep the file JSON often enough to get past the parser.
            damaged[at] =
                    round % 3 == 1 ? (byte) random.nextInt(256) : (byte) "0123456789-e.\"[]".charAt(random.nextInt(16));
        }
        return damaged;
    }
}
