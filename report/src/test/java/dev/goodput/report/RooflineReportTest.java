package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.Roofline;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The golden file was read by a person line by line; after a wanted change run with `-Dgoodput.golden.write=true`, and
/// read the difference before committing it.
class RooflineReportTest {
    private static final String HOSTILE = "</script><img/onerror=alert(1)>\u001b[31m|`**x**`\u202e";

    @TempDir
    Path temp;

    private static RooflineReport report(Roofline roofline, OptionalDouble weightsRead, OptionalDouble measuredNs) {
        return new RooflineReport(
                new RooflineInput(roofline, List.of(1, 8, 32), List.of(1024), 4096, 2048, weightsRead, measuredNs));
    }

    private static RooflineReport report(String gpu, String model, int gpus) {
        Deployment deployment =
                Deployment.of(Gpus.load(gpu), Models.load(model)).withTensorParallel(gpus);
        return report(new Roofline(deployment), OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static String text(RooflineReport report) {
        return report.terminal(new TerminalStyle(false, 1000));
    }

    @Test
    void asWritten() throws IOException {
        String actual = report("l4", "qwen3-8b", 1).terminal(TerminalStyle.PLAIN);
        if (Boolean.getBoolean("goodput.golden.write")) {
            Files.writeString(Path.of("src/test/resources/dev/goodput/report/roofline.txt"), actual);
        }
        try (InputStream in =
                Objects.requireNonNull(RooflineReportTest.class.getResourceAsStream("roofline.txt"), "roofline.txt")) {
            assertThat(actual).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /// The example of a published article: 16.41 GB at 300 GB/s, measured 60.16 ms a token.
    @Test
    void theMeasuredL4() {
        Roofline roofline = new Roofline(Deployment.of(Gpus.load("l4"), Models.load("qwen3-8b")));
        OptionalDouble measured = OptionalDouble.of(60.16e6);
        assertThat(text(report(roofline.withWeightsRead(16.41e9), OptionalDouble.of(16.41e9), measured)))
                .contains("16.41 GB of weights at 300 GB/s is at least 54.7 ms a step")
                .contains("measured 60.16 ms: reading these weights in it is 272.8 GB/s, 91% of peak bandwidth");
        assertThat(text(report(roofline, OptionalDouble.empty(), measured)))
                .contains("15.14 GB of weights at 300 GB/s is at least 50.5 ms a step (all 16.38 GB but the embedding"
                        + " table, 1.24 GB, of which a step reads single rows)")
                .contains("with the embedding table, as a file’s size counts it, 272.3 GB/s, 91% of peak bandwidth")
                .contains("--bandwidth-efficiency 89% describes it");
        assertThat(text(report(roofline, OptionalDouble.empty(), OptionalDouble.of(20e6))))
                .contains("more than memory and overhead can do together");
        Roofline slow = new Roofline(roofline.deployment().withEfficiency(Efficiency.DEFAULT.withCompute(.001)));
        assertThat(text(report(slow, OptionalDouble.empty(), measured)))
                .contains("the step waits for compute, not for this")
                .doesNotContain("--bandwidth-efficiency");
    }

    @Test
    void aModelThatIsTooBigIsShownOnTheFewestGpusThatHoldIt() {
        assertThat(text(report("l4", "llama-3.1-70b", 1)))
                .contains("on 8 × L4")
                .contains("! Llama 3.1 70B in bf16 does not fit 1 × L4: 141.1 GB of weights and 1,024 tokens of"
                        + " context, but an engine may use 21.74 GB of 24.15 GB; shown on 8 × L4, the fewest that hold"
                        + " it (--tp 8)");
        assertThat(text(report("l4", "mistral-7b", 1))).doesNotContain("does not fit");
        assertThat(text(report("l4", "llama-3.1-405b", 1))).contains("shown on 64 × L4");
    }

    @Test
    void expertsAndGpusAreNamed() {
        assertThat(text(report("h100", "qwen3-30b-a3b", 2)))
                .contains("on each GPU at 3,350 GB/s is at least")
                .contains("that generates one token: 8 of 128 experts a layer; of all 61.06 GB");
        assertThat(text(report("h100", "llama-3.1-8b", 1)))
                .contains("decode at 1,024 tokens of context is memory-bound at every batch");
        assertThat(text(report("h100", "llama-3.1-70b", 4)))
                .contains("memory-bound up to a batch of ", ", and compute-bound beyond", "latency an all-reduce");
    }

    @Test
    void numbersForScripts() {
        JsonNode json = JsonMapper.shared().readTree(report("l4", "qwen3-8b", 1).json());
        assertThat(json.get("schema").asString()).isEqualTo("goodput.roofline/1");
        assertThat(json.get("kv_cache_tokens").asLong()).isEqualTo(26_144);
        assertThat(json.at("/decode/2/fits").asBoolean()).isFalse();
        JsonNode step = json.at("/decode/0/step");
        assertThat(step.get("bound").asString()).isEqualTo("memory");
        assertThat(step.get("step_ms").asDouble())
                .isEqualTo(step.get("memory_ms").asDouble()
                        + step.get("overhead_ms").asDouble());
        assertThat(json.get("prompt")).hasSize(2);
    }

    @Test
    void thePageAsksForNothingOutsideItself() {
        String html = report("h100", "llama-3.1-70b", 4).html("goodput test");
        assertThat(html).contains("default-src &#39;none&#39;", "<h2>A decode step by");
        assertThat(html).doesNotContain(" src=", " href=", "@import", " style=\"", " onclick");
    }

    @Test
    void hostileNamesStayText() throws IOException {
        Path config = temp.resolve("config.yaml");
        Files.writeString(config, """
                name: "%s"
                num_hidden_layers: 2
                hidden_size: 64
                num_attention_heads: 4
                intermediate_size: 128
                vocab_size: 1000
                max_position_embeddings: 8192
                """.formatted(HOSTILE.replace("\u001b", "\\e")));
        Model model = Models.load(config.toString());
        assertThat(model.name()).startsWith("</script><img");
        RooflineReport report = report(
                new Roofline(Deployment.of(Gpus.load("l4"), model)), OptionalDouble.empty(), OptionalDouble.empty());
        assertThat(report.terminal(TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e");
        assertThat(report.json()).doesNotContain("\u001b", "\u202e");
        assertThat(report.html("goodput test")).doesNotContain("<img", "\u001b", "\u202e");
    }

    @Test
    void theCatalogueIsListed() {
        assertThat(RooflineReport.catalogue(new TerminalStyle(false, 200)))
                .contains("h100-sxm", "3,350", "qwen3-8b", "8.19 B", "147.5 kB", "deepseek-v3", "671.03 B", "36.62 B");
    }
}
