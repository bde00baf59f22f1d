package dev.goodput.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.gate.Margins;
import dev.goodput.core.gate.PeakLoad;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloException;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Manifest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class PolicyFileTest {
    static final List<String> PRESETS = SloPresets.IDS;

    @TempDir
    private Path directory;

    private Policy read(String text) throws IOException {
        Path file = directory.resolve("goodput.yaml");
        Files.writeString(file, text);
        return PolicyFile.read(file);
    }

    private static final String WHOLE = """
            schema: goodput.policy/1
            endpoint: {url: http://h:8000/v1, api: completions, model: big}
            hardware: 1 x H100 80GB
            workload: {input_tokens: 800, input_tokens_sd: 300, output_tokens: 150, output_tokens_sd: 50, seed: 7, ignore_eos: true}
            slo: ttft<=500ms, goodput>=95%
            load: {rate: 20/s}
            levels: [50%, 100%, 150%]
            rounds: 40
            requests_per_round: 120
            sweep_requests: 200
            warmup_requests: 10
            headroom: 4%
            baseline: old/run
            margins: {goodput: 1%, ttft: 10%, tpot: 11%, e2e: 12%}
            """;

    @Test
    void everyKeyIsRead() throws IOException {
        assertThat(read(WHOLE))
                .isEqualTo(new Policy(
                        new Manifest.Endpoint("http://h:8000/v1", "completions", "big"),
                        "1 x H100 80GB",
                        new Policy.Workload(800, 300, 150, 50, 7, true, null),
                        SloParser.inline("ttft<=500ms, goodput>=95%", "test"),
                        new PeakLoad.Rate(new BigDecimal("20")),
                        List.of(50, 100, 150),
                        40,
                        120,
                        200,
                        10,
                        new BigDecimal("0.04"),
                        directory.resolve("old/run").toString(),
                        new Margins(
                                new BigDecimal("0.01"),
                                new BigDecimal("0.10"),
                                new BigDecimal("0.11"),
                                new BigDecimal("0.12"))));
    }

    @Test
    void whatIsLeftOutHasItsDefaultOrIsRefused() throws IOException {
        Policy policy = read("slo: preset:streaming-chat");
        assertThat(policy.levels()).isEqualTo(Policy.LEVELS);
        assertThat(policy.rounds()).isEqualTo(30);
        assertThat(policy.requestsPerRound()).isEqualTo(100);
        assertThat(policy.margins()).isEqualTo(Margins.DEFAULT);
        assertThat(policy.refusals()).hasSize(5);
    }

    @ParameterizedTest
    @FieldSource("PRESETS")
    void everyPresetCanCarryAPolicy(String id) throws IOException {
        Policy policy = read(WHOLE.replace("ttft<=500ms, goodput>=95%", "preset:" + id));
        assertThat(policy.refusals()).isEmpty();
        assertThat(policy.slo()).isEqualTo(SloPresets.byId(id));
    }

    @Test
    void anSloIsAFileOrAMappingToo() throws IOException {
        Slo slo = SloFile.parse("{name: chat, constraints: [ttft<=500ms, tpot<=3 * baseline], baseline: base}", "x");
        Files.writeString(directory.resolve("slo.yaml"), SloText.file(slo));
        Slo fromFile = Objects.requireNonNull(
                read(WHOLE.replace("ttft<=500ms, goodput>=95%", "slo.yaml")).slo());
        Slo mapping = Objects.requireNonNull(read(WHOLE.replace("ttft<=500ms, goodput>=95%", SloText.line(slo)))
                .slo());
        assertThat(fromFile)
                .isEqualTo(slo.withBaseline(directory.resolve("base").toString()));
        assertThat(mapping).isEqualTo(fromFile);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            lvls: [50%]                            | line 1: unknown key 'lvls'; did you mean 'levels'?
            rounds: many                           | line 1: rounds: 'many' is not a whole number
            rounds: 0                              | line 1: rounds: 0 is not from 1 to
            rounds: [30]                           | line 1: expected a single value
            sweep_requests: 1.5                    | line 1: sweep_requests: '1.5' is not a whole number
            warmup_requests: -1                    | line 1: warmup_requests: -1 is not from 0 to
            levels: [50, 100%]                     | line 1: levels: '50' is not a level
            levels: [0%]                           | line 1: levels: '0%' is not a level
            levels: [2000%]                        | line 1: levels: '2000%' is not a level
            load: 16                               | line 1: load: expected keys concurrency, rate
            load: {concurency: 16}                 | line 1: unknown key 'concurency'; did you mean 'concurrency'?
            load: {concurrency: 0}                 | line 1: concurrency: 0 is not from 1 to
            load: {concurrency: 1, rate: 2/s}      | line 1: rate: either concurrency or rate, not both
            load: {rate: 20}                       | line 1: rate: '20' is not a rate; write it like 20/s
            load: {rate: 0/s}                      | line 1: rate: must be above 0
            headroom: 5                            | line 1: headroom: '5' is outside 0% to 100%
            headroom: 100%                         | line 1: headroom: must lie between 0% and 100%
            margins: {ttft: some}                  | line 1: ttft: 'some' is not a share
            margins: {itl: 5%}                     | line 1: unknown key 'itl'; known are goodput, ttft, tpot, e2e
            schema: goodput.policy/2               | line 1: unknown schema 'goodput.policy/2'
            endpoint: {url: ftp://h}               | line 1: url: not a URL like http://HOST:PORT/v1
            endpoint: {url: http://me:key@h/v1}    | line 1: url: must not hold credentials
            endpoint: {url: http://h/v1?key=x}     | line 1: url: not a URL like
            endpoint: {api: chats}                 | line 1: unknown api 'chats'; did you mean 'chat'?
            endpoint: {model: m, api_key: x}       | line 1: unknown key 'api_key'
            workload: {input_tokens: 0, output_tokens: 1} | line 1: input_tokens: 0 is not from 1 to
            workload: {input_tokens: 1, output_tokens: 1, ignore_eos: yes} | line 1: unknown ignore_eos 'yes'
            slo: preset:streaming-chats            | line 1: unknown preset 'streaming-chats'; did you mean 'streaming-chat'?
            slo: nowhere.yaml                      | line 1: slo: no such file:
            slo: mean(ttft)<=500ms                 | a mean hides the slow tail; write a percentile, like p99(ttft)<=800ms
            slo: tftt<=500ms                       | unknown metric 'tftt'; did you mean 'ttft'?
            slo: {constraints: [ttft<=500]}        | line 1
            slo: {constraint: [ttft<=500ms]}       | line 1: unknown key 'constraint'; did you mean 'constraints'?
            slo: [a, b]                            | line 1: expected a single value
            hardware: {gpu: 1}                     | line 1: expected a single value
            hardware: "                            | not YAML
            just text                              | expected keys schema, endpoint
            """)
    void mistakesAreOneLineWithFileLineAndNearestKey(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(SloException.class)
                .hasMessageContaining("goodput.yaml")
                .message()
                .contains(message)
                .hasLineCount(1)
                .doesNotContain("me:key");
    }

    @Test
    void aKeyTwiceAndAMissingFile() {
        assertThatThrownBy(() -> read("rounds: 30\nrounds: 40\n"))
                .hasMessageContaining("line 2: 'rounds' is given twice");
        assertThatThrownBy(() -> PolicyFile.read(directory.resolve("none.yaml")))
                .isInstanceOf(SloException.class)
                .hasMessageContaining("none.yaml: no such file");
    }
}
