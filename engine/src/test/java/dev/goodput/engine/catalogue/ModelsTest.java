package dev.goodput.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelsTest {
    @TempDir
    Path temp;

    /// Totals that the models' publishers count in their checkpoints, or that follow from the same architecture.
    @ParameterizedTest
    @CsvSource({
        "llama-3.1-8b, 8030261248, 6979321856, 131072",
        "llama-3.1-70b, 70553706496, 68451041280, 327680",
        "llama-3.1-405b, 405853388800, 401646551040, 516096",
        "mistral-7b, 7241732096, 6979321856, 131072",
        "llama-3.2-1b, 1235814400, 973078528, 32768",
        "llama-3.2-3b, 3212749824, 2818572288, 114688",
        "qwen3-8b, 8190735360, 6945767424, 147456",
        "qwen3-32b, 32762123264, 31205621760, 262144",
    })
    void countsAreTheCheckpoints(String name, long parameters, long active, double kvBytes) {
        Model model = Models.load(name);
        assertThat(model.parameters()).isEqualTo(parameters);
        assertThat(model.activeParameters()).isEqualTo(active);
        assertThat(model.kvBytesPerToken(Precision.BF16)).isEqualTo(kvBytes);
        assertThat(model.kvBytesPerToken(Precision.FP8)).isEqualTo(kvBytes / 2);
    }

    /// Billions of parameters, of those that a token meets without LM head, and KV bytes a token where every layer
    /// keeps everything.
    @ParameterizedTest
    @CsvSource({
        "qwen3-0.6b, .596, .440, 114688",
        "mixtral-8x7b, 46.70, 12.62, 131072",
        "qwen3-30b-a3b, 30.53, 2.73, 98304",
        "qwen3-235b-a22b, 235.1, 20.95, 192512",
        "gpt-oss-20b, 20.9, 3.03, 49152",
        "gpt-oss-120b, 116.8, 4.55, 73728",
        "deepseek-v3, 671.03, 35.7, 70272",
    })
    void countsOfRoundFigures(String name, double parameters, double active, double kvBytes) {
        Model model = Models.load(name);
        assertThat(model.parameters() / 1e9).isCloseTo(parameters, within(parameters * .001));
        assertThat(model.activeParameters() / 1e9).isCloseTo(active, within(active * .002));
        assertThat(2.0 * model.layers() * model.kvElementsPerLayer(1)).isEqualTo(kvBytes);
    }

    @Test
    void anExpertsBytes() {
        assertThat(Models.load("mixtral-8x7b").parametersOfOneExpert() * 2).isEqualTo(352_321_536);
        assertThat(Models.load("qwen3-30b-a3b").parametersOfOneExpert() * 2).isEqualTo(9_437_184);
        assertThat(Models.load("qwen3-235b-a22b").parametersOfOneExpert() * 2).isEqualTo(37_748_736);
        assertThat(Models.load("gpt-oss-120b").parametersOfOneExpert() * 2).isEqualTo(49_766_400);
    }

    @Test
    void layersWithAWindowKeepNoMoreThanTheWindow() {
        Model model = Models.load("gpt-oss-20b");
        assertThat(model.window()).isEqualTo(128);
        assertThat(model.windowLayers()).isEqualTo(12);
        assertThat(model.kvBytesPerToken(Precision.BF16)).isEqualTo(49_152 / 2.0);
    }

    @Test
    void aLatentIsKeptOnEveryGpuAndHeadsAreShared() {
        assertThat(Models.load("deepseek-v3").kvElementsPerLayer(8)).isEqualTo(576);
        Model model = Models.load("llama-3.1-70b");
        assertThat(model.kvElementsPerLayer(4)).isEqualTo(2 * 128 * 2);
        assertThat(model.kvElementsPerLayer(16)).isEqualTo(2 * 128);
    }

    @ParameterizedTest
    @CsvSource({
        "llama3.1-8b, llama-3.1-8b",
        "Llama-3.1-8B-Instruct, llama-3.1-8b",
        "meta-llama/Meta-Llama-3.1-8B-Instruct, llama-3.1-8b",
        "LLAMA 3.3 70B, llama-3.1-70b",
        "Qwen/Qwen3-8B, qwen3-8b",
        "qwen3_8b, qwen3-8b",
        "Qwen3-30B-A3B-Instruct-2507, qwen3-30b-a3b",
        "mistralai/Mixtral-8x7B-Instruct-v0.1, mixtral-8x7b",
        "openai/gpt-oss-120b, gpt-oss-120b",
        "deepseek-ai/DeepSeek-R1, deepseek-v3",
    })
    void namesAsPeopleWriteThem(String name, String id) {
        assertThat(Models.load(name).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "qwen-3-8bb|no model or file 'qwen-3-8bb'; did you mean qwen3-8b?",
                "gpt-oss|no model or file 'gpt-oss'; did you mean gpt-oss-20b, gpt-oss-120b?",
            })
    void anUnknownNameIsAnsweredWithTheNearest(String name, String message) {
        assertThatThrownBy(() -> Models.load(name))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @Test
    void aConfigJsonIsRead() throws IOException {
        Path config = Files.createDirectories(temp.resolve("My-Llama")).resolve("config.json");
        Files.writeString(config, """
                {
                  "architectures": ["LlamaForCausalLM"],
                  "model_type": "llama",
                  "hidden_size": 4096,
                  "intermediate_size": 14336,
                  "max_position_embeddings": 131072,
                  "num_attention_heads": 32,
                  "num_hidden_layers": 32,
                  "num_key_value_heads": 8,
                  "rope_scaling": {"factor": 8.0, "rope_type": "llama3"},
                  "sliding_window": null,
                  "tie_word_embeddings": false,
                  "torch_dtype": "bfloat16",
                  "vocab_size": 128256
                }
                """);
        Model model = Models.load(config.toString());
        assertThat(model.name()).isEqualTo("My-Llama");
        assertThat(model.parameters()).isEqualTo(8_030_261_248L);
        assertThat(model.shipped()).isEqualTo(Precision.BF16);
        assertThat(model.window()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hidden_size: many|line 2: hidden_size 'many' is not a whole number",
                "hidden_size: 0|line 2: hidden_size '0' must be 1 to 10000000",
                "other: 1|: 'hidden_size' is missing",
                "hidden_size: 10000000|comes to more than 10¹⁵ parameters; look for a digit too many",
                "hidden_size: 4096, num_experts: 8, num_experts_per_tok: 9|num_experts_per_tok '9' is more than the 8"
                        + " experts",
                "hidden_size: 4096, quantization_config: {quant_method: odd}|quant_method 'odd' is not known;"
                        + " leave quantization_config out and say the precision instead",
            })
    void aMistakeIsPointedAt(String keys, String problem) throws IOException {
        Path file = temp.resolve("mine.yaml");
        Files.writeString(file, """
                {num_hidden_layers: 32,
                %s,
                num_attention_heads: 32, intermediate_size: 14336, vocab_size: 32000, max_position_embeddings: 4096}
                """.formatted(keys));
        assertThatThrownBy(() -> Models.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageEndingWith(problem);
    }
}
