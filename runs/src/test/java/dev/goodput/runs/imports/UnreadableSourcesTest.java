package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sources that cannot be read, each with the line that says why.
class UnreadableSourcesTest {
    private static final Path CAPTURE = Captures.of("llmperf/E").resolve("truth_200_40_individual_responses.json");

    @TempDir
    Path temp;

    private AbstractThrowableAssert<?, ?> reading(Path path) {
        return assertThatThrownBy(() -> Importers.read(new ImportSource(path)))
                .isInstanceOf(ImportException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void foldersThatHoldNothing() throws IOException {
        Files.createDirectories(temp.resolve("a/b/c"));
        Files.createSymbolicLink(temp.resolve("a/b/loop"), temp.resolve("a"));

        reading(temp.resolve("a")).hasMessage(temp.resolve("a") + ": no files in it");
        reading(temp.resolve("none")).hasMessage(temp.resolve("none") + ": no such file");
    }

    @Test
    void aFolderWithALoopIsReadOnce() throws IOException {
        Files.copy(CAPTURE, temp.resolve("responses.json"));
        Files.createSymbolicLink(temp.resolve("loop"), temp);

        assertThat(Importers.read(new ImportSource(temp))).hasSize(1);
    }

    @Test
    void moreFilesThanARunHas() throws IOException {
        for (int i = 0; i <= 10_000; i++) {
            Files.createFile(temp.resolve("f" + i));
        }

        reading(temp).hasMessageContaining(": more than 10000 files and folders; name the file or the folder of one");
    }

    @Test
    void resultsOfSeveralToolsAreAllRead() throws IOException {
        Captures.copy("llmperf/E", temp.resolve("one"));
        Captures.copy("genai-bench/G_short", temp.resolve("two"));

        assertThat(Importers.read(new ImportSource(temp)))
                .extracting(imported -> imported.dialect().id())
                .contains("genai-bench")
                .anyMatch(id -> id.startsWith("llmperf"));
    }

    @Test
    void aPipeIsNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = temp.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        reading(pipe).hasMessage(pipe + ": not a regular file");
        assertThatThrownBy(() -> TableImport.read(CAPTURE, pipe)).hasMessage(pipe + ": not a regular file");
        reading(Path.of("/dev/zero")).hasMessage("/dev/zero: not a regular file");
    }

    @Test
    void packedFilesThatAreCutOrDamaged() throws IOException {
        byte[] gzip = gzip(Files.readAllBytes(CAPTURE));
        byte[] zstd = Zstd.compress(Files.readAllBytes(CAPTURE));
        byte[] damaged = gzip.clone();
        Arrays.fill(damaged, 20, 60, (byte) 0x55);

        reading(write("cut.gz", Arrays.copyOf(gzip, gzip.length / 2)))
                .hasMessageEndingWith("cut.gz: the packed file was cut off");
        reading(write("cut.zst", Arrays.copyOf(zstd, zstd.length / 2)))
                .hasMessageEndingWith("cut.zst: the packed file was cut off");
        reading(write("head.gz", Arrays.copyOf(gzip, 5))).hasMessageEndingWith("head.gz: the packed file was cut off");
        reading(write("damaged.gz", damaged)).hasMessageContaining("damaged.gz: ");
        assertThat(Importers.read(new ImportSource(write("whole.zst", zstd)))).hasSize(1);
        assertThat(Importers.read(new ImportSource(write("whole.gz", gzip)))).hasSize(1);
    }

    @Test
    void aFileThatUnpacksToFarMoreThanItsSize() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write("[{\"error_code\":null,\"inter_token_latency_s\":1,\"number_total_tokens\":1,\"pad\":\""
                    .getBytes(StandardCharsets.UTF_8));
            byte[] padding = new byte[1 << 20];
            Arrays.fill(padding, (byte) 'x');
            for (int i = 0; i < 80; i++) {
                out.write(padding);
                out.write("\",\"pad".getBytes(StandardCharsets.UTF_8));
                out.write((i + "\":\"").getBytes(StandardCharsets.UTF_8));
            }
        }

        reading(write("bomb.gz", packed.toByteArray()))
                .hasMessageEndingWith(
                        "bomb.gz: unpacks to more than 64 MiB, beyond what a result file of its size holds");
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE, UTF-16 text", "UTF-16BE, UTF-16 text", "UTF-16, UTF-16 text"})
    void wideText(String charset, String reason) throws IOException {
        byte[] bytes = Files.readString(CAPTURE).getBytes(Charset.forName(charset));

        reading(write("wide.json", bytes)).hasMessageEndingWith("wide.json: " + reason + "; save it as UTF-8");
    }

    @Test
    void aByteOrderMarkIsNoObstacleAndLatin1IsNamed() throws IOException {
        String text = Files.readString(CAPTURE);
        String accented = text.replaceFirst("\"error_msg\": *\"[^\"]*\"", "\"error_msg\": \"é\"");

        assertThat(Importers.read(
                        new ImportSource(write("bom.json", ("\ufeff" + text).getBytes(StandardCharsets.UTF_8)))))
                .hasSize(1);
        assertThat(accented).contains("é");
        reading(write("latin.json", accented.getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessageMatching(".*latin.json line \\d+ column \\d+: not UTF-8 text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{"a":1,"a":2,HEAD}] | line 1 column \\d+: one object names 'a' twice
            [{HEAD,"deep":DEEP}] | : JSON that nests more than 100 deep
            [{HEAD,"long":DIGITS}] | : a number with more digits than any measurement has
            [{HEAD,"x":}] | line 1 column \\d+: not JSON
            [{HEAD,"x":tru}] | line 1 column \\d+: not JSON
            [{HEAD | line 1 column \\d+: the JSON ends in the middle; was the file cut off\\?
            """)
    void jsonThatIsNoneIsToldInPlainWords(String json, String reason) throws IOException {
        String text = json.replace("HEAD", "\"inter_token_latency_s\":1,\"number_total_tokens\":1")
                .replace("DEEP", "[".repeat(5_000))
                .replace("DIGITS", "9".repeat(5_000));

        reading(Files.writeString(temp.resolve("x.json"), text)).hasMessageMatching(".*x\\.json ?" + reason);
    }

    @Test
    void aTableWithoutAMappingIsToldWhatItTakes() throws IOException {
        reading(Files.writeString(temp.resolve("requests.csv"), "ttft,e2e\n1,2\n"))
                .hasMessageContaining("--mapping FILE");
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(temp.resolve(name), bytes);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
