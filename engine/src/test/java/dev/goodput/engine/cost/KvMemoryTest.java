package dev.goodput.engine.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Models;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KvMemoryTest {
    /// A pool that vLLM reported for Llama-3.1-8B on an RTX 4090.
    @Test
    void aMeasuredPool() {
        Roofline roofline = new Roofline(Deployment.of(Gpus.load("rtx-4090"), Models.load("llama-3.1-8b")));
        KvMemory memory = KvMemory.of(roofline, .9, 1_237_612_953, 16);
        assertThat(memory.weightBytes()).isEqualTo(16_060_522_496.0);
        assertThat(memory.blocks()).isEqualTo(2_588);
        assertThat(memory.tokens()).isEqualTo(41_408);
    }

    @ParameterizedTest
    @CsvSource({"l4, 2685, 1991", "h100-sxm, 28490, 28328", "a100-sxm, 28490, 28490", "h200, 56599, 56323"})
    void poolsAtNominalAndAtReportedMemory(String name, long nominal, long reported) {
        Gpu gpu = Gpus.load(name);
        assertThat(KvMemory.of(roofline(gpu)).blocks()).isEqualTo(reported);
        assertThat(KvMemory.of(roofline(asSold(gpu))).blocks()).isEqualTo(nominal);
    }

    private static Roofline roofline(Gpu gpu) {
        return new Roofline(Deployment.of(gpu, Models.load("llama-3.1-8b")));
    }

    private static Gpu asSold(Gpu gpu) {
        return new Gpu(
                gpu.id(),
                gpu.name(),
                gpu.aliases(),
                gpu.bandwidth(),
                gpu.bf16Flops(),
                gpu.fp8Flops(),
                gpu.fp4Flops(),
                gpu.nominalBytes(),
                0,
                gpu.link(),
                gpu.network(),
                gpu.watts(),
                gpu.source());
    }

    @Test
    void whatDoesNotFit() {
        KvMemory memory = KvMemory.of(roofline(Gpus.load("l4")));
        assertThat(memory.fits(1, 31_856)).isTrue();
        assertThat(memory.fits(1, 31_857)).isFalse();
        // 17 tokens take two blocks.
        assertThat(memory.fits(1_991, 16)).isTrue();
        assertThat(memory.fits(1_991, 17)).isFalse();
        KvMemory none = KvMemory.of(new Roofline(Deployment.of(Gpus.load("l4"), Models.load("llama-3.1-70b"))));
        assertThat(none.blocks()).isZero();
        assertThat(none.fits(1, 1)).isFalse();
    }

    @Test
    void theFewestGpusThatHoldAModel() {
        Roofline roofline = new Roofline(Deployment.of(Gpus.load("l4"), Models.load("llama-3.1-70b")));
        assertThat(KvMemory.leastGpus(roofline, 1_024)).hasValue(8);
        assertThat(KvMemory.leastGpus(roofline, 131_072)).hasValue(16);
        Roofline huge = new Roofline(Deployment.of(Gpus.load("l4"), Models.load("deepseek-v3")));
        assertThat(KvMemory.leastGpus(huge, 1_024)).hasValue(64);
    }

    @Test
    void moreGpusHoldMore() {
        Deployment one = Deployment.of(Gpus.load("h100"), Models.load("llama-3.1-70b"));
        assertThat(KvMemory.of(new Roofline(one)).tokens()).isZero();
        long two = KvMemory.of(new Roofline(one.withTensorParallel(2))).tokens();
        long four = KvMemory.of(new Roofline(one.withTensorParallel(4))).tokens();
        assertThat(two).isPositive();
        assertThat(four).isGreaterThan(8 * two);
    }

    @Test
    void windowsAreCountedWhereSequencesAreKnown() {
        KvMemory memory = KvMemory.of(new Roofline(Deployment.of(Gpus.load("l4"), Models.load("gpt-oss-20b"))));
        assertThat(memory.windowBytes()).isEqualTo(128 * 24_576.0);
        int whole = (int) memory.tokens();
        assertThat(memory.fits(1, whole)).isFalse();
        assertThat(memory.fits(1, whole - 128)).isTrue();
    }
}
