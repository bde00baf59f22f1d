package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RooflineCommandTest {
    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                Stream.concat(Stream.of("roofline"), Stream.of(args)).toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    }

    @Test
    void theL4OfTheIssue() {
        assertThat(run("--gpu", "L4", "--model", "qwen3-8b", "--weights", "16.41GB", "--measured", "60.16ms"))
                .isZero();
        assertThat(printed())
                .contains("16.41 GB of weights at 300 GB/s is at least 54.7 ms a step")
                .contains("measured 60.16 ms")
                .contains("272.8 GB/s, 91% of peak bandwidth");
    }

    @Test
    void everyBatchAndContextIsARow() {
        assertThat(run("--gpu", "h100", "--model", "llama3.1-8b", "--batch", "1,256", "--context", "1024,8192"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.matches(" *1 +1,024 .*"))
                .anyMatch(line -> line.matches(" *256 +1,024 .*"))
                .anyMatch(line -> line.matches(" *1 +8,192 .*"))
                .anyMatch(line -> line.matches(" *256 +8,192 .* no"));
    }

    @Test
    void aPageIsWritten() throws IOException {
        Path page = temp.resolve("page.html");
        assertThat(run("--gpu", "b200", "--model", "gpt-oss-120b", "--html", page.toString()))
                .isZero();
        assertThat(Files.readString(page)).contains("gpt-oss 120B on 1 × B200");
    }

    @Test
    void whatIsKnownIsListed() {
        assertThat(run("--list")).isZero();
        assertThat(printed()).contains("mi300x", "llama-3.1-405b");
    }

    @Test
    void oneOfThePresetsOrAFile() throws IOException {
        Path config = temp.resolve("config.json");
        Files.writeString(config, """
                {"num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8,
                "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 8192}
                """);
        assertThat(run("--gpu", "h200", "--model", config.toString(), "--kv-precision", "fp8"))
                .isZero();
        assertThat(printed()).contains("bf16 weights, fp8 KV cache", "15.01 GB of weights at 4,800 GB/s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--gpu l4|what on what? say --gpu L4 --model qwen3-8b; --list shows what is known",
                "--gpu l5 --model qwen3-8b|no GPU or file 'l5'; did you mean l4?",
                "--gpu l4 --model qwen4-8b|no model or file 'qwen4-8b'; did you mean qwen3-8b?",
                "--gpu l4 --model qwen3-8b --batch 8,-1|--batch must be 1 to 65536, but is -1",
                "--gpu l4 --model qwen3-8b --batch 0|--batch must be 1 to 65536, but is 0",
                "--gpu l4 --model qwen3-8b --context 50000|--context 50000 is beyond the 40960 tokens that Qwen3 8B was"
                        + " made for",
                "--gpu l4 --model qwen3-8b --prompt 0|--prompt must be 1 to 40960, but is 0",
                "--gpu l4 --model qwen3-8b --chunk 0|--chunk must be 1 to 2147483647, but is 0",
                "--gpu l4 --model qwen3-8b --tp 3|tensor parallel 3 does not divide the 32 query heads and 8 KV heads of"
                        + " Qwen3 8B; take one of 1, 2, 4, 8, 16, 32",
                "--gpu l4 --model qwen3-8b --tp 0|tensor parallel 0: must be 1 or more GPUs",
                "--gpu a100 --model qwen3-8b --precision fp8|A100 80GB SXM has no tensor cores for fp8; take bf16, or"
                        + " int4 (weights alone in 4 bits)",
                "--gpu l4 --model qwen3-8b --precision bf15|unknown precision 'bf15'; did you mean 'bf16'?",
                "--gpu l4 --model qwen3-8b --kv-precision int4|a KV cache is bf16 or fp8, not int4",
                "--gpu l4 --model qwen3-8b --weights 16|--weights '16' is not a size; write it like 24GiB, 80GB or"
                        + " 81559MiB",
                "--gpu h100 --model mixtral-8x7b --weights 16GB|--weights is for dense models; a step of Mixtral 8x7B"
                        + " reads the experts that its tokens choose",
                "--gpu l4 --model qwen3-8b --compute-efficiency 0%|the compute efficiency must be above 0% and at most"
                        + " 100%",
            })
    void aMistakeIsOneLine(String args, String problem) {
        assertThat(run(args.split(" ", -1))).isEqualTo(2);
        List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).containsExactly("goodput: " + problem);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }
}
