package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that were cut off or damaged on the way: a result or one clear line, never another exception.
final class DamagedCapturesTest {
    private static final int VARIANTS_A_FILE = 25;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mlperf-loadgen/A_server",
                "mlperf-loadgen/accuracy_server",
                "mlperf-loadgen/A_singlestream",
                "mlperf-endpoints/E_trouble",
                "llmeter/E_trouble"
            })
    void giveAResultOrOneLine(String scenario) throws IOException {
        Path original = Path.of("src/test/resources/captures").resolve(scenario);
        Random random = new Random(20261129);
        int refused = 0;
        for (Path damaged : files(original)) {
            byte[] content = Files.readAllBytes(damaged);
            if (content.length == 0 || damaged.endsWith("truth.csv")) {
                continue;
            }
            Path copy = copy(original);
            Path target = copy.resolve(original.relativize(damaged).toString());
            for (int i = 0; i < VARIANTS_A_FILE; i++) {
                Files.write(target, damage(content, random));
                refused += isRefused(copy) ? 1 : 0;
            }
        }
        assertThat(refused).isPositive();
    }

    private static boolean isRefused(Path folder) {
        try {
            Importers.read(new ImportSource(folder)).forEach(Verification::of);
            return false;
        } catch (ImportException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return true;
        }
    }

    private static byte[] damage(byte[] content, Random random) {
        if (random.nextBoolean()) {
            byte[] cut = new byte[random.nextInt(content.length)];
            System.arraycopy(content, 0, cut, 0, cut.length);
            return cut;
        }
        byte[] flipped = content.clone();
        for (int i = random.nextInt(8); i >= 0; i--) {
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
        }
        return flipped;
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private Path copy(Path original) throws IOException {
        Path copy = Files.createTempDirectory(folder, "copy");
        for (Path file : files(original)) {
            Path target = copy.resolve(original.relativize(file).toString());
            Files.createDirectories(target.resolve("..").normalize());
            Files.copy(file, target);
        }
        return copy;
    }
}
