package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Damaged files give a clean result or one clear line, and nothing else.
class NvidiaImportersFuzzTest {
    private static final int DAMAGES = 25;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "aiperf, A_raw_trace, 1",
        "aiperf, D_goodput, 2",
        "aiperf, E_trouble, 3",
        "aiperf, H_reasoning, 4",
        "genai-perf, F_one_token, 5",
        "genai-perf, H_reasoning, 6",
        "genai-perf, D_goodput, 7",
    })
    void damagedFiles(String tool, String scenario, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Path> files;
        try (Stream<Path> entries = Files.list(NvidiaCaptures.directory(tool, scenario))) {
            files = entries.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            Files.copy(file, directory.resolve(file.getFileName().toString()));
        }
        int imported = 0;
        for (int i = 0; i < DAMAGES; i++) {
            Path file = files.get(random.nextInt(files.size()));
            byte[] whole = Files.readAllBytes(file);
            byte[] damaged = random.nextBoolean() ? cut(whole, random) : flipped(whole, random);
            Path target = directory.resolve(file.getFileName().toString());
            Files.write(target, damaged);
            imported += readsOrRefuses() ? 1 : 0;
            Files.write(target, whole);
        }
        assertThat(imported).isPositive();
    }

    private static byte[] cut(byte[] whole, SplittableRandom random) {
        return Arrays.copyOf(whole, random.nextInt(whole.length));
    }

    private static byte[] flipped(byte[] whole, SplittableRandom random) {
        byte[] damaged = whole.clone();
        for (int k = random.nextInt(1, 6); k > 0; k--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(32, 127);
        }
        return damaged;
    }

    private boolean readsOrRefuses() {
        try {
            for (Imported run : Importers.read(new ImportSource(directory))) {
                Verification verification = Verification.of(run);
                assertThat(verification.rows()).hasSameSizeAs(run.aggregates());
            }
            return true;
        } catch (ImportException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return false;
        }
    }
}
