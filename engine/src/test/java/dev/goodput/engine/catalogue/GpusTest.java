package dev.goodput.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpusTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({
        "l4, L4",
        "h100, H100 SXM",
        "h100-sxm, H100 SXM",
        "H100 SXM, H100 SXM",
        "NVIDIA H100 80GB HBM3, H100 SXM",
        "a100, A100 80GB SXM",
        "A100-SXM4-80GB, A100 80GB SXM",
        "NVIDIA GeForce RTX 4090, RTX 4090",
        "AMD MI300X, MI300X",
        "b200, B200",
    })
    void namesAsPeopleWriteThem(String name, String shown) {
        assertThat(Gpus.load(name).name()).isEqualTo(shown);
    }

    /// Ridges (FLOP/byte at which a step is bound by both) as the reference gives them; a slip of a digit shows here.
    @ParameterizedTest
    @CsvSource({
        "l4, 403", "a10g, 117", "a30, 177", "l40s, 419", "rtx-4090, 164", "a100-40gb, 201", "a100-pcie, 161",
        "a100-sxm, 153", "h100-pcie, 378", "h100-sxm, 295", "h200, 206", "b200, 292", "b300, 290", "gb200, 313",
        "gb300, 313", "rtx-pro-6000, 261", "mi300x, 247",
    })
    void ridgesAreTheKnownOnes(String name, long ridge) {
        Gpu gpu = Gpus.load(name);
        assertThat(Math.round(gpu.bf16Flops() / gpu.bandwidth())).isEqualTo(ridge);
    }

    /// No sparse figures: fp8 is about twice bf16 on every GPU that has it, and fp4 at least twice fp8.
    @Test
    void peaksAreDense() {
        assertThat(Gpus.all()).hasSize(17).allSatisfy(gpu -> {
            if (gpu.fp8Flops() > 0) {
                assertThat(gpu.fp8Flops() / gpu.bf16Flops()).isBetween(1.99, 2.03);
            }
            if (gpu.fp4Flops() > 0) {
                assertThat(gpu.fp4Flops() / gpu.fp8Flops()).isBetween(2.0, 3.2);
            }
            assertThat(gpu.source()).isNotBlank();
        });
    }

    @Test
    void weightsAloneInFourBitsRunOnAnyGpu() {
        Gpu a100 = Gpus.load("a100");
        assertThat(a100.peakFlops(Precision.FP8)).isEmpty();
        assertThat(a100.peakFlops(Precision.INT4)).hasValue(312e12);
        assertThat(Gpus.load("b200").peakFlops(Precision.FP4)).hasValue(9000e12);
    }

    /// vLLM 0.32 decides by the memory that the driver reports, and treats A100 as small.
    @ParameterizedTest
    @CsvSource({
        "l4, 2048, 256",
        "a100-sxm, 2048, 256",
        "h100-sxm, 8192, 1024",
        "h200, 8192, 1024",
        "b200, 16384, 1024",
        "mi300x, 16384, 1024",
    })
    void defaultsOfTheServer(String name, int budget, int sequences) {
        Gpu gpu = Gpus.load(name);
        assertThat(gpu.defaultTokenBudget()).isEqualTo(budget);
        assertThat(gpu.defaultMaxSequences()).isEqualTo(sequences);
    }

    @Test
    void ownGpusAreRead() throws IOException {
        Path file = temp.resolve("mine.yaml");
        Files.writeString(file, """
                name: Mine
                memory: 48GiB
                memory-bandwidth: 1.5 TB/s
                bf16: 200 TFLOPS
                link: 64 GB/s
                """);
        Gpu gpu = Gpus.load(file.toString());
        assertThat(gpu.bandwidth()).isEqualTo(1.5e12);
        assertThat(gpu.memoryBytes()).isEqualTo(48L << 30);
        assertThat(gpu.peakFlops(Precision.FP8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory: 48|line 2: memory '48' is not understood; write it like 24GiB, 80GB or 81559MiB",
                "memory: 48 GB/s|line 2: memory '48 GB/s' is not understood; write it like 24GiB, 80GB or 81559MiB",
                "memroy: 48 GB|line 2: unknown key 'memroy'; did you mean 'memory'?",
            })
    void aMistakeIsPointedAt(String line, String problem) throws IOException {
        Path file = temp.resolve("mine.yaml");
        Files.writeString(file, "name: Mine\n" + line + "\nmemory-bandwidth: 1 TB/s\nbf16: 2 TFLOPS\nlink: 1 GB/s\n");
        assertThatThrownBy(() -> Gpus.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h1000|no GPU or file 'h1000'; did you mean h100-sxm?",
                "rtx|no GPU or file 'rtx'; did you mean rtx-4090, rtx-pro-6000?",
            })
    void anUnknownNameIsAnsweredWithTheNearest(String name, String message) {
        assertThatThrownBy(() -> Gpus.load(name))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"bf16, BF16", "FP16, BF16", "nvfp4, FP4", "4-bit, INT4", "AWQ, INT4", "fp8, FP8"})
    void precisionsAsPeopleWriteThem(String name, Precision precision) {
        assertThat(Precision.byName(name)).isEqualTo(precision);
    }
}
