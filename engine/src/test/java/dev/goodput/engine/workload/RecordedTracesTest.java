package dev.goodput.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows in the form in which their publishers write them; most are theirs.
class RecordedTracesTest {
    @TempDir
    private Path folder;

    private Workload trace(String text) throws IOException {
        return Workloads.load(
                Files.writeString(folder.resolve("trace.txt"), text).toString());
    }

    /// One request as `time class prompt answer`.
    private static List<String> read(Workload workload) {
        return Described.first(100, workload, 1).stream()
                .map(request -> (request.start() instanceof At(long ns) ? String.valueOf(ns) : "free") + " "
                        + request.requestClass() + " " + request.request().promptTokens() + " "
                        + request.request().outputTokens())
                .toList();
    }

    @Test
    void azure2023() throws IOException {
        Workload workload = trace("""
                TIMESTAMP,ContextTokens,GeneratedTokens
                2023-11-16 18:15:46.6805900,374,44
                2023-11-16 18:15:50.9951690,396,109
                2023-11-16 18:15:51.2224670,879,55""".replace("\n", "\r\n"));
        assertThat(read(workload))
                .containsExactly("0 null 374 44", "4314579000 null 396 109", "4541877000 null 879 55");
        assertThat(workload.description())
                .isEqualTo("trace.txt: 3 requests (Azure LLM inference) over 5s, prompts 550 tokens in the mean, "
                        + "answers 69");
    }

    @Test
    void azure2024HasAnOffset() throws IOException {
        Workload workload = trace("""
                TIMESTAMP,ContextTokens,GeneratedTokens
                2024-05-10 00:00:00.009930+00:00,2162,5
                2024-05-10 00:00:00.017335+00:00,2399,6
                2024-05-10 00:00:01+00:00,76,15
                """);
        assertThat(read(workload)).containsExactly("0 null 2162 5", "7405000 null 2399 6", "990070000 null 76 15");
    }

    @Test
    void vidur() throws IOException {
        Workload workload = trace("""
                arrived_at,num_prefill_tokens,num_decode_tokens
                0.0,374,44
                4.314579,396,109
                5.8926549999999995,91,16
                """);
        assertThat(read(workload)).containsExactly("0 null 374 44", "4314579000 null 396 109", "5892655000 null 91 16");
    }

    @Test
    void burstGptOfTheFirstMonths() throws IOException {
        Workload workload = trace("""
                Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
                5,ChatGPT,472,18,490,Conversation log
                45,ChatGPT,1087,230,1317,Conversation log
                118,GPT-4,417,0,417,API log
                """);
        assertThat(read(workload))
                .containsExactly("0 Conversation log 472 18", "40000000000 Conversation log 1087 230");
        assertThat(workload.description()).endsWith("answers 124; 1 that failed are left out");
    }

    @Test
    void burstGptWithSessions() throws IOException {
        Workload workload = trace("""
                Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type
                19440110.0,1722ac82-0a46-4bf0-aa08-89794e7a2b3f,43,GPT-4,906,446,1352,Conversation log
                19440161.0,d5983bf9-4b48-497b-892b-a58995247443,2,ChatGPT,36,29,65,Conversation log
                """);
        assertThat(read(workload)).containsExactly("0 Conversation log 906 446", "51000000000 Conversation log 36 29");
    }

    @Test
    void mooncake() throws IOException {
        Workload workload = trace("""
                {"timestamp": 27482, "input_length": 1200, "output_length": 52, "hash_ids": [46, 47, 2353]}
                {"timestamp": 30535, "input_length": 1536, "output_length": 26, "hash_ids": [46, 47, 2366]}
                {"timestamp": 30536, "input_length": 700, "output_length": 1, "hash_ids": []}
                """);
        assertThat(read(workload))
                .containsExactly("0 null 1200 52", "3053000000 null 1536 26", "3054000000 null 700 1");
        List<WorkloadRequest> requests = Described.first(3, workload, 1);
        assertThat(requests.get(0).request().prompt().spans())
                .containsExactly(new Span(-1, 512), new Span(-2, 512), new Span(-3, 176));
        assertThat(requests.get(1).request().prompt().spans())
                .containsExactly(new Span(-1, 512), new Span(-2, 512), new Span(-4, 512));
        assertThat(requests.get(2).request().prompt().spans()).containsExactly(new Span(4, 700));
    }

    @Test
    void ticksAreSpreadByTheSeed() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            text.append("{\"timestamp\": ").append(i / 10 * 3_000);
            text.append(", \"input_length\": 100, \"output_length\": 5}\n");
        }
        Workload workload = trace(text.toString());
        assertThat(workload.description()).endsWith("; recorded in steps of 3s, inside which the seed spreads them");
        long[] times = times(workload, 1);
        assertThat(times).isSorted().isNotEqualTo(times(workload, 2)).isEqualTo(times(workload, 1));
        double offsets = 0;
        for (int i = 0; i < times.length; i++) {
            long offsetNs = times[i] - i / 10 * 3_000_000_000L;
            assertThat(offsetNs).isBetween(0L, 2_999_999_999L);
            offsets += offsetNs / 3e9;
        }
        // Uniform: one half, with a standard error of 0.0053.
        assertThat(offsets / times.length).isBetween(0.475, 0.525);
    }

    private static long[] times(Workload workload, long seed) {
        return Described.first(10_000, workload, seed).stream()
                .mapToLong(request -> request.start() instanceof At(long ns) ? ns : -1)
                .toArray();
    }

    @Test
    void ownTables() throws IOException {
        Workload workload = trace("""
                # From our gateway, week 12.
                class,arrival_s,output_tokens,prompt_tokens,prefix,prefix_tokens,user

                "chat, paid",10.5,20,300,support,256,u1
                batch,10.25,200,3000,,,u2
                "chat, paid",11,30,256,support,256,u3
                """);
        assertThat(read(workload))
                .containsExactly("0 batch 3000 200", "250000000 chat, paid 300 20", "750000000 chat, paid 256 30");
        List<WorkloadRequest> requests = Described.first(3, workload, 1);
        assertThat(requests.get(0).request().prompt().spans()).containsExactly(new Span(0, 3000));
        assertThat(requests.get(1).request().prompt().spans()).containsExactly(new Span(-1, 256), new Span(2, 44));
        assertThat(requests.get(2).request().prompt().spans()).containsExactly(new Span(-1, 256));
    }

    @Test
    void ownJsonLinesAndLengthsAlone() throws IOException {
        Workload lines = trace("""
                {"prompt_tokens":300,"output_tokens":20,"arrival_s":0.5,"class":"a"}
                {"prompt_tokens":400,"output_tokens":30,"arrival_s":0.75}
                """);
        assertThat(read(lines)).containsExactly("0 a 300 20", "250000000 null 400 30");
        Workload lengths = trace("prompt_tokens,output_tokens\n300,20\n400,30\n");
        assertThat(read(lengths)).containsExactly("free null 300 20", "free null 400 30");
        assertThat(Described.first(1, lengths, 1).getFirst().start()).isEqualTo(new WhenFree());
        assertThat(lengths.description())
                .isEqualTo("trace.txt: 2 requests (recorded), prompts 350 tokens in the mean, answers 25");
    }

    @Test
    void aByteOrderMarkIsPassedOver() throws IOException {
        assertThat(read(trace("\uFEFFprompt_tokens,output_tokens\n300,20\n"))).containsExactly("free null 300 20");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b,c\\n1,2,3                                          | line 1: has the columns of no known trace; known are TIMESTAMP,ContextTokens,GeneratedTokens; timestamp",
                "prompt_tokens,output_tokens                            | line 1: is the last of a trace without requests",
                "prompt_tokens,output_tokens,class,class\\n1,2,3,4      | line 1: two columns are called 'class'",
                "prompt_tokens,output_tokens\\n5,5\\n5                  | line 3: has 1 cells where the header has 2",
                "prompt_tokens,output_tokens\\n5,5\\n\\n# x\\n5,0       | line 5: output_tokens '0' is not a whole number of tokens from 1",
                "prompt_tokens,output_tokens\\n5,5\\n1e99,5             | line 3: prompt_tokens '1e99' is not a whole number",
                "prompt_tokens,output_tokens\\n5,NaN                    | line 2: output_tokens 'NaN' is not a whole number",
                "prompt_tokens,output_tokens\\n5,5.5                    | line 2: output_tokens '5.5' is not a whole number",
                "prompt_tokens,output_tokens\\n5,                       | line 2: has no output_tokens",
                "prompt_tokens,output_tokens\\n5,\\u001b[31m            | line 2: output_tokens '?[31m' is no number",
                "prompt_tokens,output_tokens\\n\"5,5                    | line 2: is not CSV",
                "prompt_tokens,output_tokens,arrival_s\\n5,5,-1         | line 2: arrival_s '-1' is not a time",
                "prompt_tokens,output_tokens,arrival_s\\n5,5,Infinity   | line 2: arrival_s 'Infinity' is not a time",
                "prompt_tokens,output_tokens,arrival_s\\n5,5,1\\n5,5,   | line 3: has no arrival, unlike those before",
                "prompt_tokens,output_tokens,arrival_s\\n5,5,\\n5,5,1   | line 3: has an arrival, unlike those before",
                "prompt_tokens,output_tokens,prefix\\n5,5,a             | line 2: has no prefix_tokens",
                "prompt_tokens,output_tokens,prefix,prefix_tokens\\n5,5,a,6 | line 2: prefix_tokens '6' is more than prompt_tokens",
                "TIMESTAMP,ContextTokens,GeneratedTokens\\n16/11/2023 18:15,5,5 | line 2: TIMESTAMP '16/11/2023 18:15' is no date and time like",
                "TIMESTAMP,ContextTokens,GeneratedTokens\\n9999-12-31 00:00:00,5,5 | line 2: TIMESTAMP '9999-12-31 00:00:00' is no date",
                "2023-11-16 18:15:46.6805900,374,44                    | line 1: has the columns of no known trace",
                "{\"a\":1}                                              | line 1: has the columns of no known trace",
                "{\"prompt_tokens\":5,\"output_tokens\":5}\\n[5]        | line 2: is not a JSON object",
                "{\"prompt_tokens\":5,\"output_tokens\":5}\\n{\"pro     | line 2: is not JSON",
                "{\"prompt_tokens\":[5],\"output_tokens\":5}            | line 1: has no prompt_tokens",
                "{\"timestamp\":0,\"input_length\":5,\"output_length\":5,\"hash_ids\":7} | line 1: hash_ids must be a list of whole numbers",
                "{\"timestamp\":0,\"input_length\":5,\"output_length\":5,\"hash_ids\":[\"x\"]} | line 1: hash_ids must be a list of whole numbers",
                "{\"timestamp\":0,\"input_length\":5,\"output_length\":5,\"hash_ids\":[1,2]} | line 1: has more hash_ids than blocks of 512 tokens",
            })
    void aBadLineIsTold(String text, String problem) {
        assertThatThrownBy(() -> trace(text.replace("\\n", "\n").replace("\\u001b", "\u001b")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("trace.txt") + " ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("\u001b");
    }

    @Test
    void whatIsNoTextAtAllIsTold() throws IOException {
        Path file = folder.resolve("trace.txt");
        Files.write(file, "prompt_tokens,output_tokens\n5,5\n\u00fc,5\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Workloads.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": not UTF-8 text; a workload is a YAML file, or a CSV or JSON-lines trace");
        Files.writeString(file, "x".repeat(1 << 21));
        assertThatThrownBy(() -> Workloads.load(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + " line 1: is longer than a million characters; a trace has a request a line");
    }
}
