package dev.goodput.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.serving.ClusterConfig.Router;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.EngineConfig.Policy;
import dev.goodput.engine.spec.ModelledEngine.FromRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineSpecTest {
    @TempDir
    private Path directory;

    private ModelledEngine file(String text) throws IOException {
        Path file = directory.resolve("mine.yaml");
        Files.writeString(file, text);
        return EngineSpec.load(file.toString()).build();
    }

    private static EngineConfig engine(String name, String... settings) {
        EngineSpec spec = EngineSpec.load(name);
        for (String setting : settings) {
            spec = spec.with(setting, "--set");
        }
        return spec.build().config().engine();
    }

    /// Defaults of vLLM's server; KV blocks as in the worked example for what the drivers report.
    @ParameterizedTest
    @CsvSource({
        "h100-llama3.1-8b, 8192, 1024, 28328",
        "H100-Llama-3.1-8B-Instruct, 8192, 1024, 28328",
        "l4-llama3.1-8b, 2048, 256, 1991",
        "h200-llama-3.1-8b, 8192, 1024, 56323",
    })
    void aNameIsAGpuAndAModel(String name, int budget, int sequences, int blocks) {
        EngineConfig engine = engine(name);
        assertThat(engine.maxBatchedTokens()).isEqualTo(budget);
        assertThat(engine.maxSequences()).isEqualTo(sequences);
        assertThat(engine.kvBlocks()).isEqualTo(blocks);
        assertThat(engine.chunkedPrefill()).isTrue();
        assertThat(engine.prefixCaching()).isTrue();
    }

    @Test
    void severalGpusTogetherHoldWhatOneCannot() {
        assertThat(engine("4xh100-llama3.3-70b").kvBlocks()).isGreaterThan(1_000);
        assertThatThrownBy(() -> engine("h100-llama3.3-70b"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("engine h100-llama3.3-70b: Llama 3.1 70B needs 141.1 GB a GPU for its weights, and H100 SXM"
                        + " has 75.5 GB to give; raise tensor-parallel (1 now), or take a smaller precision");
    }

    @Test
    void theContextIsNoLongerThanTheCache() {
        assertThat(engine("l4-llama3.1-8b").maxModelLen()).isEqualTo(1991 * 16);
        assertThat(engine("h100-llama3.1-8b").maxModelLen()).isEqualTo(131_072);
    }

    @Test
    void aBudgetThatIsOffTakesPromptsInOnePiece() {
        EngineConfig engine = engine("h100-llama3.1-8b", "max-batched-tokens=off");
        assertThat(engine.chunkedPrefill()).isFalse();
        assertThat(engine.maxBatchedTokens()).isEqualTo(131_072);
        assertThat(engine("h100-llama3.1-8b", "max-batched-tokens=512").maxSequences())
                .isEqualTo(512);
        assertThat(engine("h100-llama3.1-8b", "chunked-prefill=off").maxBatchedTokens())
                .isEqualTo(131_072);
    }

    @Test
    void aFileCanSayEverything() throws IOException {
        ModelledEngine engine = file("""
                gpu: h100
                model: llama-3.1-8b
                precision: fp8
                kv-blocks: 4000
                max-batched-tokens: 1_024
                max-sequences: 64
                policy: priority
                prefix-caching: off
                speculative-tokens: 3
                acceptance: 80%
                draft-time: 300us
                front-end-ms: 5
                replicas: 2
                router: prefix-aware
                decode-replicas: 1
                max-queued-requests: 10
                max-model-len: 8192
                neighbour-prompt-tokens: 4000
                neighbour-every: 2s
                """);
        EngineConfig config = engine.config().engine();
        assertThat(config.policy()).isEqualTo(Policy.PRIORITY);
        assertThat(config.speculation()).isEqualTo(new EngineConfig.Speculation(3, .8, 300_000));
        assertThat(config.frontEndNs()).isEqualTo(5_000_000);
        assertThat(engine.config().router()).isEqualTo(Router.PREFIX_AWARE);
        assertThat(engine.config().disaggregation()).isNotNull();
        assertThat(engine.neighbour()).isEqualTo(new Neighbour(4_000, 2_000_000_000));
        assertThat(engine.facts())
                .extracting(ModelledEngine.Fact::name)
                .contains("model", "GPU", "replicas", "KV cache");
    }

    @Test
    void aCalibrationNeedsNoGpu() throws IOException {
        ModelledEngine engine = file("""
                calibration:
                  step-ms: 4.74
                  prefill-ms-per-token: 0.0178
                  context-ms-per-token: 1.6e-4
                  jitter: [0.8, 1, 1.2]
                  speed: [0.9, 1.1]
                max-batched-tokens: 128
                max-sequences: 16
                """);
        assertThat(engine.timing()).isInstanceOfSatisfying(FromRun.class, run -> {
            assertThat(run.calibration().coefficients().contextMsPerToken()).isEqualTo(1.6e-4);
            assertThat(run.calibration().jitter()).containsExactly(.8, 1.0, 1.2);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h100-llama3.1-8b | max-batched-tokens=abc | --set: max-batched-tokens 'abc' must be a whole number from 1 to 100000000",
                "h100-llama3.1-8b | max-bached-tokens=5 | --set: no setting 'max-bached-tokens' of an engine; did you mean 'max-batched-tokens'?",
                "h100-llama3.1-8b | router=fast | --set: router 'fast' must be one of round-robin, least-loaded, prefix-aware",
                "h100-llama3.1-8b | max-batched-tokens=100,max-sequences=900 | engine h100-llama3.1-8b: max-batched-tokens (100)",
                "h100-llama3.1-8b | kv-blocks=100,max-model-len=2000 | engine h100-llama3.1-8b: a KV cache of 1600 tokens cannot hold",
                "h100-llama3.1-8b | oops | --set: 'oops' must be KEY=VALUE",
                "h100-lama3.1-8b | - | no engine or file 'h100-lama3.1-8b'; its GPU is known",
                "nonsense | - | no engine or file 'nonsense'; write GPU-MODEL",
                "a10g-llama3.1-8b | precision=fp8 | has no tensor cores for fp8",
                "h100-llama3.1-8b | neighbour-prompt-tokens=200000 | is too long for a context of 131072",
                "h100-llama3.1-8b | acceptance=120%,speculative-tokens=2 | must be a share",
            })
    void mistakesGetOneLine(String name, String settings, String message) {
        assertThatThrownBy(() -> engine(name, settings.equals("-") ? new String[0] : settings.split(",")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void whatChangesNothingIsRefused() {
        String calibration = "calibration:\n  step-ms: 5\n";
        assertThatThrownBy(() -> file("gpu: h100\n" + calibration))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mine.yaml line 1: gpu 'h100' changes nothing on this engine");
        assertThatThrownBy(() -> file(calibration + "jitter: 0.2\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("jitter '0.2' changes nothing");
        assertThatThrownBy(() -> file(calibration.replace("5", "1e12")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("step-ms '1e12' is more than 1000000000");
        assertThatThrownBy(() -> engine("h100-llama3.1-8b", "step-overhead=999999999999min"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is longer than an hour");
        assertThatThrownBy(() -> engine("h100-llama3.1-8b", "replicas=1000", "kv-blocks=90000000"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("more than the 10000000 that can be modelled");
        assertThatThrownBy(() -> engine("h100-llama3.1-8b", "decode-replicas=1", "link=1B/s"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("takes more than an hour over this link");
        assertThatThrownBy(() -> file("calibration: {step-ms: 5, jitter: [0, 0]}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mine: jitter");
        assertThatThrownBy(() -> file("calibration: {step-ms: 0, jitter: []}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("step-ms '0' must be above 0");
        assertThatThrownBy(() -> engine("h100-llama3.1-8b", "decode-replicas=1", "batching=static"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a static batch cannot hand its requests over");
    }

    @Test
    void mistakesInAFileNameTheirLine() {
        assertThatThrownBy(() -> file("gpu: h100\nmodel: llama-3.1-8b\nblock-size: none\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mine.yaml line 3: block-size 'none' must be a whole number");
    }
}
