package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ten requests, and what each tool's goodput makes of them. The expected values were worked out by hand from each
/// tool's rules.
class GoodputTableTest {
    private static final Map<Quantity, Double> BOUNDS =
            Map.of(Quantity.TTFT, 500e6, Quantity.TPOT, 15e6, Quantity.E2E, 2000e6);

    private static final List<RequestTrace> CLEAN = List.of(
            sent(1).texts(100, 300, 1500).usage(100).completed(),
            sent(2).texts(50, 500, 1000).usage(50).completed(),
            sent(3).text(200).usage(1).completed(),
            sent(4).texts(50, 900, 1390).usage(50).completed(),
            sent(5).texts(100, 200, 1900).usage(100).completed(),
            sent(9).texts(200, 300, 2900).usage(200).completed());
    private static final RequestTrace HTTP_500 = sent(6).ended(50).failed(FailureCategory.HTTP_STATUS);
    private static final RequestTrace ERROR_IN_STREAM =
            counted(sent(7).texts(20, 200, 390).error(400).failed(FailureCategory.ERROR_IN_STREAM), 20);
    private static final RequestTrace NO_BYTE = sent(8).ended(3000).failed(FailureCategory.FIRST_BYTE_TIMEOUT);
    private static final RequestTrace NOT_SENT = TraceBuilder.neverSent(10);

    private static TraceBuilder sent(long index) {
        return request(index).sent(0, 0, 30);
    }

    /// Without usage, a tool with a tokenizer still knows how many tokens came.
    private static RequestTrace counted(RequestTrace trace, int tokens) {
        return new RequestTrace(
                trace.index(),
                trace.id(),
                trace.asked(),
                trace.timeline(),
                trace.chunks(),
                trace.usage(),
                tokens,
                trace.outcome());
    }

    private static Run run(RequestTrace... failed) {
        List<RequestTrace> traces = new ArrayList<>(CLEAN);
        traces.addAll(List.of(failed));
        return Runs.of(Manifest.Status.COMPLETE, Runs.POISSON, traces.size(), 1_000_000_000, null, traces);
    }

    /// A tool never hears of a request that was not sent: its own base is of nine, ours of ten.
    @ParameterizedTest
    @CsvSource({
        // dialect, good, base
        "vllm-py, 4, 0",
        "vllm-py-011, 4, 0",
        "vllm-py-033, 4, 0",
        "vllm-rs, 4, 0",
        "vllm-rs-033, 4, 0",
        "trt-serving, 4, 0",
        "sglang-oai, 4, 9",
        "aiperf-old, 3, 0",
        "aiperf-new, 2, 9",
        "inference-perf, 3, 7",
        "guidellm-081, 2, 8",
    })
    void nineSent(String id, long good, long base) {
        DialectGoodput goodput = of(id, run(HTTP_500, ERROR_IN_STREAM, NO_BYTE));
        assertThat(goodput.good()).isEqualTo(good);
        assertThat(goodput.base()).isEqualTo(base);
    }

    /// By our stated policy a one-token answer is judged by the bounds it has values for: r1, r2 and r3 of ten.
    @Test
    void ours() {
        DialectGoodput goodput = of("goodput", run(HTTP_500, ERROR_IN_STREAM, NO_BYTE, NOT_SENT));
        assertThat(goodput.share().orNaN()).isCloseTo(0.30, within(1e-12));
    }

    /// GenAI-Perf does not survive an HTTP error. Without those, its lists have six and five values and are zipped:
    /// five
    /// rows are good, where by its own rule three requests are.
    @Test
    void misalignedLists() {
        Run run = run(ERROR_IN_STREAM);
        assertThat(of("genai-perf", run).good()).isEqualTo(5);
        Dialect repaired = Dialects.byId("genai-perf").orElseThrow().with(MissingMetric.BAD);
        assertThat(DialectGoodput.of(DialectRun.of(run, repaired), BOUNDS).good())
                .isEqualTo(3);
    }

    /// DistServe sends failed requests again until they work, so that it sees the six clean ones.
    @Test
    void distserve() {
        Dialect clientSide =
                Dialects.byId("distserve").orElseThrow().with(TokenSources.of(TokenSources.Source.USAGE_ANY));
        DialectGoodput goodput = DialectGoodput.of(DialectRun.of(run(), clientSide), BOUNDS);
        assertThat(goodput.good()).isEqualTo(3);
        assertThat(goodput.share().orNaN()).isCloseTo(0.5, within(1e-12));
    }

    private static DialectGoodput of(String id, Run run) {
        return DialectGoodput.of(DialectRun.of(run, Dialects.byId(id).orElseThrow()), BOUNDS);
    }
}
