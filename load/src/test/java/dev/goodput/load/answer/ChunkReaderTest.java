package dev.goodput.load.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Usage;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkReaderTest {
    private final ChunkReader reader = new ChunkReader();

    private void read(String data) {
        byte[] bytes = ("##" + data + "\"}").getBytes(UTF_8);
        reader.read(null, bytes, 2, bytes.length - 2, new SentenceEnds());
    }

    private String kinds() {
        return Arrays.stream(ChunkKind.values())
                .filter(kind -> kind.in(reader.kinds))
                .map(ChunkKind::name)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '\t',
            quoteCharacter = '`',
            value = {
                "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\tROLE EMPTY_TEXT CHOICES\t0",
                "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\tROLE CHOICES\t0",
                "{\"choices\":[{\"delta\":{\"role\":null,\"content\":\"Hi\"}}]}\tTEXT CHOICES\t2",
                "{\"choices\":[{\"delta\":{\"content\":\"a\\\"b\\\\c\\n\\u00e9\"}}]}\tTEXT CHOICES SENTENCE\t7",
                "{\"choices\":[{\"delta\":{\"content\":\"é€😀\"}}]}\tTEXT CHOICES\t4",
                "{\"choices\":[{\"delta\":{\"content\":\"\\ud83d\\ude00\"}}]}\tTEXT CHOICES\t2",
                "{\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\tREASONING CHOICES\t2",
                "{\"choices\":[{\"delta\":{\"reasoning_content\":\"hmm\"}}]}\tREASONING CHOICES\t3",
                "{\"choices\":[{\"delta\":{\"reasoning\":\"hm\",\"reasoning_content\":\"hm\"}}]}\tREASONING CHOICES\t2",
                "{\"choices\":[{\"delta\":{\"content\":\"a\",\"reasoning\":\"bc\"}}]}\tTEXT REASONING CHOICES\t3",
                "{\"choices\":[{\"delta\":{\"refusal\":\"No.\"}}]}\tTEXT CHOICES\t3",
                "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}}]}"
                        + "\tTOOL_CALL CHOICES\t3",
                "{\"choices\":[{\"delta\":{\"tool_calls\":[]}}]}\tCHOICES\t0",
                "{\"choices\":[{\"delta\":{\"function_call\":{\"arguments\":\"xy\"}}}]}\tTOOL_CALL CHOICES\t2",
                "{\"choices\":[{\"text\":\"abc\",\"finish_reason\":null}]}\tTEXT CHOICES\t3",
                "{\"choices\":[{\"text\":\"\",\"finish_reason\":\"stop\"}]}\tEMPTY_TEXT FINISH CHOICES\t0",
                "{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\tFINISH CHOICES\t0",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}},{\"delta\":{\"content\":\"bc\"}}]}\tTEXT CHOICES\t3",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\tUSAGE\t0",
                "{\"choices\":[],\"usage\":null}\t``\t0",
                "{\"choices\":null}\t``\t0",
                "{}\t``\t0",
                "{\"error\":null,\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\tTEXT CHOICES\t1",
                "{\"error\":{\"message\":\"boom\"}}\tERROR\t0",
                "{\"error\":\"boom\"}\tERROR\t0",
                "{\"object\":\"error\",\"message\":\"boom\"}\tERROR\t0",
                "{\"object\":\"chat.completion.chunk\",\"choices\":[]}\t``\t0",
                "{\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\tFINISH CHOICES ERROR\t0",
                "{\"choices\":[{\"finish_reason\":\"stop\",\"stop_reason\":2,\"finish_reason\":\"stop\"}]}\tFINISH CHOICES\t0",
                "{ \"choices\" : [ { \"delta\" : { \"content\" : \"a\" } } ] } \tTEXT CHOICES\t1",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"logprobs\":{\"content\":[{\"token\":\"]}\",\"x\":[1,-2e3]}]}}]}"
                        + "\tTEXT CHOICES\t1",
            })
    void classifies(String data, String kinds, int chars) {
        read(data);
        assertThat(kinds()).isEqualTo(kinds);
        assertThat(reader.chars).isEqualTo(chars);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]",
                "{\"choices\":[{\"delta\":{\"content\":\"a",
                "{\"choices\":[{\"delta\":{\"content\":\"a\\",
                "{\"choices\" [] }",
                "{\"choices\":[]}}",
                "{\"choices\":[]} x",
                "{\"a\":1 \"b\":2}",
                "{a:1}",
                "{\"a\":tru}",
                "{\"a\":}",
                "<html>",
                "null",
                "[DONE",
                " ",
            })
    void calledUnparsable(String data) {
        read(data);
        assertThat(kinds()).isEqualTo("UNPARSABLE");
        assertThat(reader.chars).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[DONE]", " [DONE]", "[DONE] "})
    void knowsTheEndMark(String data) {
        read(data);
        assertThat(kinds()).isEqualTo("DONE");
    }

    @Test
    void forgetsTheChunkBefore() {
        read("{\"choices\":[{\"delta\":{\"content\":\"abc\"},\"finish_reason\":\"stop\",\"token_ids\":[1]}],"
                + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2},\"error\":\"x\"}");
        read("{}");
        assertThat(kinds()).isEmpty();
        assertThat(reader.chars).isZero();
        assertThat(reader.finishReason).isNull();
        assertThat(reader.error).isNull();
        assertThat(reader.tokenIds).isEqualTo(Chunks.TOKENS_UNKNOWN);
        assertThat(reader.completionTokens).isEqualTo(Usage.UNKNOWN);
    }

    @Test
    void readsUsageWithItsDetails() {
        read(
                "{\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":22,\"total_tokens\":33,"
                        + "\"completion_tokens_details\":{\"reasoning_tokens\":4},\"prompt_tokens_details\":{\"cached_tokens\":5}}}");
        assertThat(reader.promptTokens).isEqualTo(11);
        assertThat(reader.completionTokens).isEqualTo(22);
        assertThat(reader.reasoningTokens).isEqualTo(4);
        assertThat(reader.cachedTokens).isEqualTo(5);
    }

    @Test
    void survivesCountsThatNoIntHolds() {
        read(
                "{\"usage\":{\"prompt_tokens\":99999999999999999999,\"completion_tokens\":-3,\"completion_tokens_details\":null}}");
        assertThat(reader.promptTokens).isEqualTo(Integer.MAX_VALUE);
        assertThat(reader.completionTokens).isEqualTo(-3);
        read("{\"usage\":{\"prompt_tokens\":\"7\",\"completion_tokens\":2.9}}");
        assertThat(reader.promptTokens).isEqualTo(Usage.UNKNOWN);
        assertThat(reader.completionTokens).isEqualTo(2);
    }

    @Test
    void countsTokenIds() {
        read("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"token_ids\":[1,22,333]}],\"prompt_token_ids\":[1,2,3,4]}");
        assertThat(reader.tokenIds).isEqualTo(3);
    }

    @Test
    void quotesErrors() {
        read("{\"error\":{\"code\":500,\"message\":\"Engine \\\"core\\\"\\ndied\"}}");
        assertThat(reader.error).isEqualTo("Engine \"core\" died");
        read("{\"error\":{\"message\":\"\",\"code\":500}}");
        assertThat(reader.error).isEqualTo("{\"message\":\"\",\"code\":500}");
        read("{\"error\":\"" + "x".repeat(5000) + "\"}");
        assertThat(reader.error).isEqualTo("x".repeat(200));
    }

    @Test
    void anErrorEventIsAnErrorWhateverItsData() {
        byte[] data = "it broke".getBytes(UTF_8);
        reader.read("error", data, 0, data.length, new SentenceEnds());
        assertThat(kinds()).isEqualTo("ERROR UNPARSABLE");
        assertThat(reader.error).isEqualTo("it broke");
    }
}
