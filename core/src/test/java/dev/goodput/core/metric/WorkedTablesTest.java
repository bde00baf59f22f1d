package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.TraceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The same streams as in [WorkedChecksTest], for every tool: what it reports in milliseconds, `–` where it reports
/// nothing, `*` where the table has no figure. Calculated by hand from each tool's rules; most were seen when the
/// tools
/// ran against a server that sent these streams.
class WorkedTablesTest {
    private static final double HEAD_MS = 30;

    /// TTFT 500 ms, 100 tokens, 700 ms of decode, one token a chunk, no framing.
    private static RequestTrace plain() {
        return start().texts(100, 500, 1200).usage(100).done(1200).completed();
    }

    /// The same with a role chunk, an empty finish chunk and a usage chunk.
    private static RequestTrace openAi() {
        return start().role(500)
                .texts(100, 500, 1200)
                .finish(1200)
                .usageChunk(1200)
                .done(1200)
                .usage(100)
                .completed();
    }

    /// The same tokens in 25 chunks of four.
    private static RequestTrace fourAChunk() {
        TraceBuilder stream = start().usage(100);
        for (int i = 0; i < 25; i++) {
            stream.text(500 + 700.0 * i / 24, Chunks.TOKENS_UNKNOWN, 16);
        }
        return stream.usageChunk(1200).done(1200).completed();
    }

    private static RequestTrace earlyRoleAndTail() {
        return start().role(100)
                .texts(10, 200, 380)
                .finish(385)
                .usageChunk(390)
                .done(440)
                .usage(10)
                .completed();
    }

    private static RequestTrace oneToken() {
        return start().role(200)
                .text(200)
                .finish(205)
                .usageChunk(210)
                .done(215)
                .usage(1)
                .completed();
    }

    private static RequestTrace fiftyInOneChunk() {
        return start().role(500)
                .text(900, Chunks.TOKENS_UNKNOWN, 200)
                .finish(900)
                .usageChunk(900)
                .done(900)
                .usage(50)
                .completed();
    }

    private static RequestTrace reasoning() {
        TraceBuilder stream = start().role(100).usage(10);
        for (int ms = 200; ms <= 280; ms += 20) {
            stream.reasoning(ms);
        }
        return stream.texts(5, 400, 480).finish(480).usageChunk(480).done(480).completed();
    }

    private static TraceBuilder start() {
        return request(0).sent(0, 0, HEAD_MS);
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, TPOT P, TPOT O, TPOT C4, ITL P, ITL O, ITL C4
        "aiperf-old,       7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "aiperf-new,       7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "aiperf-013,       7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "genai-perf,       7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "vllm-py,          7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "vllm-py-011,      7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "vllm-py-033,      7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 29.1667",
        "vllm-rs,          7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "vllm-rs-033,      7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "trt-serving,      7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "trtllm-bench,     7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "sglang-oai,       7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 29.1667",
        "sglang-native,    7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.2917",
        "sglang-rs,        7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 29.1667",
        "genai-bench,      7.0707, 7.0707, 7.0707,  –,      –,      –",
        "evalscope,        7.0707, 7.0707, 7.0707,  7.0707, 6.9307, 29.1667",
        "evalscope-1141,   7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 29.1667",
        "llmeter,          7.0707, 7.0707, 7.0707,  –,      –,      –",
        "mlperf-loadgen,   7.0707, 7.0707, 7.0707,  –,      –,      –",
        "mlperf-endpoints, 7.0707, 7.0707, 7.2917,  7.0707, 7.0707, 29.1667",
        "llmperf-head,     12.0000, 11.7647, 48.0000,  12.0000, 11.7647, 48.0000",
        "llmperf-pre59,    11.8812, 11.8812, 11.8812,  11.8812, 11.8812, 11.8812",
        "guidellm,         12.0000, 12.0000, 12.0000,  7.0707, 7.0707, 7.0707",
        "guidellm-081,     12.0000, 12.0000, 12.0000,  7.0707, 7.0707, 7.0707",
        "inference-perf,   7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "hf-ib,            –,      –,      –,       7.0707, 7.0707, 7.0707",
        "llmperf-rs-07,    –,      –,      –,       7.0707, *,      29.1667",
        "llmperf-rs-08,    –,      –,      –,       7.0707, 7.0707, 29.1667",
        "nim-doc,          7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 7.0707",
        "anyscale-doc,     7.0707, 7.0707, 7.0707,  7.0000, 7.0000, 7.0000",
        "bentoml-doc,      7.0707, 7.0707, 7.0707,  7.0000, 7.0000, 7.0000",
        "databricks-doc,   7.0000, 7.0000, 7.0000,  –,      –,      –",
        "neuron-doc,       7.0000, 7.0000, 7.0000,  –,      –,      –",
        "anyscale-2023,    *,      *,      *,       12.0000, 12.0000, 12.0000",
        "vllm-server,      7.0707, 7.0707, 7.0707,  7.0707, 7.0707, 29.1667",
        "mooncake,         –,      –,      –,       7.0707, *,      29.1667",
        "goodput,          7.0707, 7.0707, 7.2917,  7.0707, 7.0707, 29.1667",
    })
    void framings(String id, String tpotP, String tpotO, String tpotC4, String itlP, String itlO, String itlC4) {
        List<String> tpot = List.of(tpotP, tpotO, tpotC4);
        List<String> itl = List.of(itlP, itlO, itlC4);
        List<RequestTrace> traces = List.of(plain(), openAi(), fourAChunk());
        for (int i = 0; i < 3; i++) {
            assertMs(id, traces.get(i), Quantity.TPOT, tpot.get(i));
            assertMs(id, traces.get(i), Quantity.ITL, itl.get(i));
            if (!id.startsWith("llmperf-rs-07") && !id.endsWith("-server") && !id.equals("trtllm-bench")) {
                assertMs(id, traces.get(i), Quantity.TTFT, "500");
                assertMs(id, traces.get(i), Quantity.E2E, "1200");
            }
        }
    }

    /// The example of Anyscale's page: 100 tokens 10 ms apart and 2 tokens 50 ms apart. Its mean TPOT is 30 ms; its
    /// mean
    /// ITL divides all gaps by all 102 tokens, where there are 100 gaps.
    @Test
    void anyscalesExample() {
        Run run = Runs.of(List.of(
                request(0).texts(100, 500, 1490).usage(100).completed(),
                request(1).texts(2, 500, 550).usage(2).completed()));
        Measurements itl = new Measurements(run, new Measure.OfRequests(Quantity.ITL, Statistic.mean()));
        for (String id : List.of("anyscale-doc", "bentoml-doc")) {
            DialectRun seen = DialectRun.of(run, dialect(id));
            assertThat(seen.answer(Quantity.TPOT, Statistic.mean()).orNaN()).isCloseTo(30e6, within(1e-3));
            assertThat(itl.under(dialect(id)).orNaN()).isCloseTo(1040e6 / 102, within(1e-3));
            assertThat(Repair.of(dialect(id), itl).right().orNaN()).isCloseTo(10.4e6, within(1e-3));
        }
        assertThat(itl.under(dialect("vllm-py-033")).orNaN()).isCloseTo(10.4e6, within(1e-3));
    }

    @Test
    void restOfTheFramings() {
        DialectRun native4 = seen("sglang-native", fourAChunk());
        assertThat(native4.answer(Quantity.ITL, Statistic.Simple.COUNT).orNaN()).isEqualTo(96);
        DialectRun zeros = seen("inference-perf", fourAChunk());
        assertThat(zeros.answer(Quantity.ITL, Statistic.median()).orNaN()).isZero();
        assertThat(zeros.answer(Quantity.ITL, Statistic.Simple.COUNT).orNaN()).isEqualTo(99);
        for (RequestTrace trace : List.of(plain(), openAi(), fourAChunk())) {
            assertMs("inference-perf", trace, Quantity.NTPOT, "12.0000");
            assertMs("aiperf-013", trace, Quantity.CHUNK_GAP, trace.chunks().size() < 30 ? "29.1667" : "7.0707");
            assertThat(Reading.of(trace, dialect("genai-perf")).perTokenNs()).isEqualTo(7_070_707);
        }
        Dialect perChunkUsage = dialect("aiperf-new").with(Tpot.DECODE_AFTER_FIRST);
        assertThat(Reading.of(fourAChunk(), perChunkUsage).perTokenNs() / 1e6).isCloseTo(7.2917, within(5e-5));
        Dialect iterations = dialect("guidellm").with(TokenSources.of(TokenSources.Source.CHUNKS));
        assertThat(Reading.of(fourAChunk(), iterations).perTokenNs() / 1e6).isCloseTo(48, within(5e-5));
        assertThat(seen("tgi-server", plain()).answer(Quantity.TPOT, Statistic.mean()))
                .isInstanceOf(Answer.Refused.class);
        // The watch of llmperf-rs up to 0.7 starts when the head is there.
        assertMs("llmperf-rs-07", plain(), Quantity.TTFT, "470");
        assertMs("llmperf-rs-07", plain(), Quantity.E2E, "1170");
        assertMs(
                "llmperf-rs-07", emptyRole(500).texts(100, 500, 1200).usage(100).completed(), Quantity.ITL, "7.0000");
        assertMs("llmperf-rs-07", emptyRole(100).texts(10, 200, 380).usage(10).completed(), Quantity.ITL, "28.0000");
        assertMs(
                "llmperf-rs-07",
                emptyRole(500).text(900, Chunks.TOKENS_UNKNOWN, 200).usage(50).completed(),
                Quantity.ITL,
                "400");
    }

    /// A role chunk with an empty text.
    private static TraceBuilder emptyRole(double ms) {
        return start().chunk(ms, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.ROLE, ChunkKind.EMPTY_TEXT, ChunkKind.CHOICES);
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, TTFT, E2E, TPOT, mean ITL
        "aiperf-old,       200, 380, 20.0000, 20.0000",
        "aiperf-new,       200, 380, 20.0000, 20.0000",
        "aiperf-013,       200, 380, 20.0000, 20.0000",
        "genai-perf,       200, 380, 20.0000, 20.0000",
        "genai-bench,      200, 390, 21.1111, –",
        "evalscope,        100, 390, 32.2222, 25.9091",
        "evalscope-1141,   200, 390, 21.1111, 20.0000",
        "vllm-py,          100, 385, 31.6667, 25.9091",
        "vllm-rs-033,      100, 385, 31.6667, 25.9091",
        "vllm-py-033,      200, 380, 20.0000, 20.0000",
        "vllm-py-011,      100, 390, 32.2222, 25.9091",
        "vllm-rs,          100, 390, 32.2222, 25.9091",
        "trt-serving,      100, 390, 32.2222, 25.9091",
        "sglang-oai,       200, 440, 26.6667, 20.0000",
        "sglang-rs,        200, 440, 26.6667, 20.0000",
        "llmperf-head,     200, 440, *,       31.6667",
        "llmperf-pre59,    200, 440, *,       34.5455",
        "guidellm,         200, 440, 38.0000, 20.0000",
        "guidellm-081,     200, 440, 38.0000, 20.0000",
        "inference-perf,   200, 440, 20.0000, 20.0000",
        "hf-ib,            200, 440, –,       20.0000",
        "llmperf-rs-08,    200, 440, –,       20.0000",
        "mlperf-endpoints, 200, 440, 26.6667, *",
        "llmeter,          200, 380, 20.0000, –",
        "goodput,          200, 380, 20.0000, 20.0000",
    })
    void earlyRoleAndTail(String id, String ttft, String e2e, String tpot, String itl) {
        check(id, earlyRoleAndTail(), ttft, e2e, tpot, itl);
    }

    @Test
    void restOfTheTail() {
        assertMs("inference-perf", earlyRoleAndTail(), Quantity.NTPOT, "44.0");
        RequestTrace emptyFinish = start().role(100)
                .texts(10, 200, 380)
                .chunk(385, Chunks.TOKENS_UNKNOWN, 0, ChunkKind.FINISH, ChunkKind.EMPTY_TEXT, ChunkKind.CHOICES)
                .usageChunk(390)
                .done(440)
                .usage(10)
                .completed();
        check("vllm-py-033", emptyFinish, "200", "385", "20.5556", "18.5000");
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, TTFT, E2E, TPOT, mean ITL
        "aiperf-old,     200, 200, –, –",
        "aiperf-new,     200, 200, –, –",
        "aiperf-013,     200, 200, –, –",
        "genai-perf,     200, 200, –, –",
        "vllm-py,        200, 205, 0, 2.5",
        "vllm-rs-033,    200, 205, 0, 2.5",
        "vllm-py-011,    200, 210, 0, 2.5",
        "vllm-rs,        200, 210, 0, 2.5",
        "trt-serving,    200, 210, 0, 2.5",
        "vllm-py-033,    200, 200, 0, 0",
        "evalscope,      200, 210, 0, 2.5",
        "evalscope-1141, 200, 210, 0, 0",
        "llmeter,        200, 200, –, –",
        "sglang-oai,     200, 215, 0, 0",
        "genai-bench,    –,   –,   –, –",
        "guidellm,       200, 215, 200, –",
        "guidellm-081,   200, 215, 200, –",
        "inference-perf, –,   215, –, –",
        "llmperf-head,   200, 215, *, 66.6667",
        "llmperf-pre59,  200, 215, *, 100",
        "trtllm-bench,   *,   *,   0, 0",
        "distserve,      *,   *,   0, –",
        "vllm-server,    *,   *,   0, –",
        "mlperf-loadgen, *,   *,   -15, –",
        "hf-ib,          200, 215, –, 0",
        "goodput,        200, 200, –, –",
    })
    void oneToken(String id, String ttft, String e2e, String tpot, String itl) {
        check(id, oneToken(), ttft, e2e, tpot, itl);
    }

    @Test
    void restOfTheOneToken() {
        assertMs("inference-perf", oneToken(), Quantity.NTPOT, "215");
        RequestTrace bare = start().text(200).usage(1).done(215).completed();
        assertMs("llmperf-head", bare, Quantity.ITL, "200");
        // A 0 is printed where nothing is left; beside another answer the one token is left out.
        RequestTrace longer = request(1).texts(10, 200, 380).usage(10).completed();
        DialectRun both = DialectRun.of(Runs.of(List.of(oneToken(), longer)), dialect("vllm-py"));
        assertThat(both.answer(Quantity.TPOT, Statistic.mean()).orNaN()).isEqualTo(20e6);
        DialectRun averaged = DialectRun.of(Runs.of(List.of(oneToken(), longer)), dialect("evalscope"));
        assertThat(averaged.answer(Quantity.TPOT, Statistic.mean()).orNaN()).isEqualTo(10e6);
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, TTFT, E2E, TPOT, mean ITL
        "aiperf-new,       900, *, 0,      0",
        "genai-perf,       900, *, –,      –",
        "vllm-py,          500, *, 8.1633, 200",
        "vllm-rs-033,      500, *, 8.1633, 200",
        "trt-serving,      500, *, 8.1633, 200",
        "evalscope,        500, *, 8.1633, 200",
        "vllm-py-033,      900, *, 0,      0",
        "evalscope-1141,   900, *, 0,      0",
        "llmeter,          900, *, 0,      –",
        "sglang-oai,       900, *, 0,      0",
        "guidellm,         900, *, 18.0,   0",
        "inference-perf,   900, *, 0,      0",
        "llmperf-head,     900, *, *,      300",
        "llmperf-pre59,    900, *, *,      17.6471",
        "mlperf-endpoints, 900, *, –,      –",
        "llmperf-rs-08,    900, *, –,      –",
        "goodput,          900, *, –,      –",
    })
    void fiftyInOneChunk(String id, String ttft, String e2e, String tpot, String itl) {
        check(id, fiftyInOneChunk(), ttft, e2e, tpot, itl);
    }

    @ParameterizedTest
    @CsvSource({
        // dialect, TTFT, E2E, TPOT, mean ITL
        "aiperf-new,       200, *, 31.1111, 31.1111",
        "aiperf-013,       200, *, 31.1111, 31.1111",
        "sglang-oai,       200, *, 31.1111, *",
        "genai-bench,      200, *, 31.1111, –",
        "llmperf-rs-08,    200, *, –,       31.1111",
        "mlperf-endpoints, 200, *, 31.1111, *",
        "genai-perf,       400, *, 20.0000, 20.0000",
        "inference-perf,   400, *, 20.0000, *",
        "hf-ib,            400, *, –,       20.0000",
        "llmperf-head,     400, *, *,       40.0",
        "vllm-py,          100, *, 42.2222, 34.5455",
        "vllm-py-011,      100, *, 42.2222, 34.5455",
        "vllm-rs,          100, *, 42.2222, 34.5455",
        "vllm-rs-033,      100, *, 42.2222, 34.5455",
        "trt-serving,      100, *, 42.2222, 34.5455",
        "evalscope,        100, *, 42.2222, 34.5455",
        "vllm-py-033,      200, *, 31.1111, 31.1111",
        "llmeter,          400, *, 8.8889,  –",
        "evalscope-1141,   200, *, 31.1111, 31.1111",
        "guidellm,         200, *, 48.0,    31.1111",
        "goodput,          200, *, 31.1111, 31.1111",
    })
    void reasoning(String id, String ttft, String e2e, String tpot, String itl) {
        check(id, reasoning(), ttft, e2e, tpot, itl);
    }

    @Test
    void restOfTheReasoning() {
        assertMs("guidellm", reasoning(), Quantity.TTAT, "400");
        assertMs("inference-perf", reasoning(), Quantity.NTPOT, "96.0");
    }

    private static void check(String id, RequestTrace trace, String ttft, String e2e, String tpot, String itl) {
        assertMs(id, trace, Quantity.TTFT, ttft);
        assertMs(id, trace, Quantity.E2E, e2e);
        assertMs(id, trace, Quantity.TPOT, tpot);
        assertMs(id, trace, Quantity.ITL, itl);
    }

    private static void assertMs(String id, RequestTrace trace, Quantity quantity, String expected) {
        if (expected.equals("*")) {
            return;
        }
        Answer answer = seen(id, trace).answer(quantity, Statistic.mean());
        if (expected.equals("–")) {
            assertThat(answer).as(id + " " + quantity).isInstanceOf(Answer.Refused.class);
        } else {
            assertThat(answer.orNaN() / 1e6)
                    .as(id + " " + quantity)
                    .isCloseTo(Double.parseDouble(expected), within(5e-5));
        }
    }

    private static DialectRun seen(String id, RequestTrace trace) {
        return DialectRun.of(Runs.of(List.of(trace)), dialect(id));
    }

    private static Dialect dialect(String id) {
        return Dialects.byId(id).orElseThrow();
    }
}
