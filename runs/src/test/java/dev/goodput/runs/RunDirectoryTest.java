package dev.goodput.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.trace.ClientHealth;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunDirectoryTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsWrittenIsReadBackEqual(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            traces.add(RandomTraces.next(random, i));
        }
        Manifest end = RandomTraces.manifest()
                .finished(
                        Manifest.Status.COMPLETE,
                        Instant.parse("2026-11-29T12:00:01Z"),
                        200,
                        20_000_000_000L,
                        new ClientHealth(1, 2, 3, 4, 0.25, 6, 7),
                        List.of("a remark"));

        Path directory = temp.resolve("run");
        try (RunWriter writer = RunWriter.create(directory, RandomTraces.manifest())) {
            traces.forEach(writer::append);
            writer.finish(end);
        }
        Run read = RunReader.read(directory);

        assertThat(read.manifest()).isEqualTo(end);
        assertThat(read.traces()).isEqualTo(traces);
    }

    @Test
    void aRunThatWasKilledAtAnyByteOfItsLastLineKeepsTheLinesBeforeIt() throws IOException {
        byte[] first = TraceLine.write(RandomTraces.next(new SplittableRandom(1), 0));
        byte[] second = TraceLine.write(RandomTraces.next(new SplittableRandom(2), 1));
        Path directory = temp.resolve("killed");
        RunWriter.create(directory, RandomTraces.manifest()).close();
        Path file = directory.resolve(RunFiles.TRACES);
        for (int cut = 0; cut < second.length; cut++) {
            Files.write(file, first);
            Files.write(file, java.util.Arrays.copyOf(second, cut), StandardOpenOption.APPEND);

            Run run = RunReader.read(directory);

            assertThat(run.traces()).hasSize(1);
            assertThat(run.manifest().status()).isEqualTo(Manifest.Status.RUNNING);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"index":0}                                            | no outcome
            {"outcome":{"result":"completed","finish_reason":"x"}} | no index
            []                                                     | not a JSON object
            {"index":0,"outcome":{"result":"failed","category":"gremlins"}} | unknown failure category 'gremlins'
            {"index":0,"outcome":{"result":"maybe"}}               | outcome without a known result
            {"index":0,"chunks":{"arrival_ns":[1,2],"kinds":[1]}}  | chunk columns differ in length
            {"index":0,"chunks":{"arrival_ns":[2,1]}}              | chunk 1 arrived before chunk 0
            {"index":1,"timeline":{"start_ns":5,"end_ns":-5},"outcome":{"result":"completed","finish_reason":"x"}} | it ends before it starts
            """)
    void aBrokenLineIsNamedByFileAndNumber(String line, String reason) throws IOException {
        Path directory = temp.resolve("broken");
        RunWriter.create(directory, RandomTraces.manifest()).close();
        byte[] good = TraceLine.write(RandomTraces.next(new SplittableRandom(1), 0));
        Files.writeString(directory.resolve(RunFiles.TRACES), new String(good, StandardCharsets.UTF_8) + line + "\n");

        assertThatThrownBy(() -> RunReader.read(directory))
                .isInstanceOf(RunDirectoryException.class)
                .hasMessageContaining("traces.jsonl line 2")
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aRequestTracedTwiceIsAnError() throws IOException {
        Path directory = temp.resolve("twice-traced");
        RunWriter.create(directory, RandomTraces.manifest()).close();
        String line = "{\"index\":0,\"outcome\":{\"result\":\"completed\",\"finish_reason\":\"stop\"}}\n";
        Files.writeString(directory.resolve(RunFiles.TRACES), line + line);

        assertThatThrownBy(() -> RunReader.read(directory))
                .hasMessageContaining("traces.jsonl line 2: a second trace of request 0");
    }

    @Test
    void unknownFieldsOfALaterVersionAreSkipped() {
        String line = """
                {"index":3,"later":{"deep":[1,{"a":2}]},"id":"x","outcome":{"new":[],"result":"completed",\
                "finish_reason":"stop","done_seen":true},"timeline":{"intended_start_ns":5,"later_ns":[9]}}""";

        RequestTrace trace = TraceLine.read(line.getBytes(StandardCharsets.UTF_8));

        assertThat(trace.index()).isEqualTo(3);
        assertThat(trace.timeline().intendedStartNs()).isEqualTo(5);
        assertThat(trace.isCompleted()).isTrue();
    }

    @Test
    void aRunIsNeverWrittenOverAnother() {
        Path directory = temp.resolve("twice");
        RunWriter.create(directory, RandomTraces.manifest()).close();

        assertThatThrownBy(() -> RunWriter.create(directory, RandomTraces.manifest()))
                .isInstanceOf(RunDirectoryException.class)
                .hasMessageContaining("already holds a run");
    }

    @Test
    void whatIsNotARunDirectoryIsSaidInOneLine() throws IOException {
        assertThatThrownBy(() -> RunReader.read(temp.resolve("nothing"))).hasMessageContaining("no such directory");
        assertThatThrownBy(() -> RunReader.read(temp)).hasMessageContaining("has no run.json");
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertThatThrownBy(() -> RunReader.read(file)).hasMessageContaining("is not a directory");
        assertThatThrownBy(() -> RunWriter.create(file.resolve("run"), RandomTraces.manifest()))
                .isInstanceOf(RunDirectoryException.class)
                .hasMessageStartingWith("cannot write to");
        Files.writeString(temp.resolve(RunFiles.MANIFEST), "{\"schema\":\"other/9\"}");
        assertThatThrownBy(() -> RunReader.read(temp)).hasMessageContaining("its schema is not goodput.run/1");
    }
}
