package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptCountTest {
    /// The first request of a run of AIPerf 0.13.0: 193 tokens by its own tokenizer, 103 by the server.
    private static final Run COUNTED_TWICE = Runs.of(List.of(request(0)
            .asked(193)
            .sent(0, 0, 30)
            .texts(40, 80, 480)
            .usage(Usage.of(103, 40))
            .completed()));

    @ParameterizedTest
    @CsvSource({
        "goodput, 103",
        "aiperf-old, 193",
        "aiperf-013, 193",
        "aiperf-013-server-tokens, 103",
        "genai-perf, 193",
        "llmperf-head, 193",
        "llmperf-rs-08, 103",
        "vllm-py-011, 193",
        "vllm-py-033, 103",
        "vllm-rs-033, 193",
        "trt-serving, 193",
        "sglang-oai, 193",
        "genai-bench, 103",
        "evalscope-1141, 103",
        "guidellm-081, 103",
        "inference-perf, 103",
        "llmeter, 103",
        "hf-ib, 193",
        "mlperf-endpoints, 193",
    })
    void whoCounts(String id, double tokens) {
        DialectRun seen = DialectRun.of(COUNTED_TWICE, Dialects.byId(id).orElseThrow());
        assertThat(seen.answer(Quantity.INPUT_TOKENS, Statistic.mean())).isEqualTo(new Answer.Value(tokens));
        assertThat(seen.answer(RunQuantity.INPUT_TOKENS_TOTAL)).isEqualTo(new Answer.Value(tokens));
        // 80 ms to the first token.
        assertThat(seen.answer(Quantity.PREFILL_SPEED, Statistic.mean()).orNaN())
                .isEqualTo(tokens * 1e9 / 80e6);
    }

    @Test
    void whatIsNotCountedIsRefused() {
        DialectRun loadgen =
                DialectRun.of(COUNTED_TWICE, Dialects.byId("mlperf-loadgen").orElseThrow());
        assertThat(loadgen.answer(Quantity.INPUT_TOKENS, Statistic.mean()))
                .isEqualTo(new Answer.Refused("mlperf-loadgen does not say how prompt tokens are counted"));
        assertThat(loadgen.answer(RunQuantity.TOTAL_TOKEN_RATE)).isInstanceOf(Answer.Refused.class);
    }

    /// A server that counts no tokens has told nothing.
    @Test
    void aCountOfNothingIsNoCount() {
        Run run = Runs.of(
                List.of(request(0).asked(50).text(100).usage(Usage.of(0, 1)).completed()));
        assertThat(DialectRun.of(run, Dialect.GOODPUT).answer(RunQuantity.INPUT_TOKENS_TOTAL))
                .isEqualTo(new Answer.Value(50));
    }
}
