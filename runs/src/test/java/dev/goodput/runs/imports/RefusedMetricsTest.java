package dev.goodput.runs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.Statistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a file cannot give is refused by name, under any dialect, and what it can give is given.
class RefusedMetricsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            llmperf/A             | llmperf-head   | ITL               | the file does not say when the last chunk came
            llmperf/A             | llmperf-head   | TPOT              | the file does not say when the last chunk came
            llmperf/A             | vllm-py-033    | ITL               | the file keeps no gaps between chunks
            llmperf/A             | goodput        | TTFT              | the run has no schedule, so nothing counts from the intended start
            genai-bench/B_chunky  | genai-bench    | CHUNK_GAP         | the file keeps no gaps between chunks
            genai-bench/B_chunky  | genai-bench    | E2E_FROM_SCHEDULE | the run has no schedule
            guidellm/D_goodput    | guidellm-081   | CHUNK_GAP         | the file keeps no gaps between chunks
            guidellm/D_goodput    | evalscope-1141 | ITL               | the file keeps no gaps between chunks
            evalscope/E_trouble   | vllm-rs-033    | TTFT              | the file's chunks were chosen by the rule 'any-text-or-tool', so 'any-choices' cannot be applied to them
            inference-perf/A_plain | inference-perf | E2E_FROM_SCHEDULE | the run has no schedule
            """)
    void whatIsNotInTheFileIsRefused(String scenario, String dialect, Quantity quantity, String reason) {
        Answer answer = DialectRun.of(
                        Captures.read(scenario).getFirst().run(),
                        Dialects.byId(dialect).orElseThrow())
                .answer(quantity, Statistic.mean());

        assertThat(answer).isEqualTo(new Answer.Refused(reason));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            llmperf/A
            genai-bench/B_chunky
            guidellm/D_goodput
            evalscope/E_trouble
            inference-perf/A_plain
            """)
    void ourOwnNumbersAreGivenAsFarAsTheFileGoes(String scenario) {
        RunMetrics metrics = RunMetrics.of(Captures.read(scenario).getFirst().run());

        assertThat(metrics.ttft().count()).isEqualTo((int) metrics.counts().completed());
        assertThat(metrics.tpot().count()).isEqualTo((int) metrics.counts().completed());
        assertThat(metrics.e2e().count()).isEqualTo((int) metrics.counts().completed());
    }

    @Test
    void guidellmsTargetedStartsAreASchedule() {
        DialectRun seen = DialectRun.of(Captures.read("guidellm/G_sweep").get(2).run(), Dialect.GOODPUT);
        DialectRun fromSend =
                DialectRun.of(Captures.read("guidellm/G_sweep").get(2).run(), Dialect.GOODPUT_FROM_SEND);

        double ttftNs = seen.answer(Quantity.TTFT, Statistic.mean()).orNaN();
        assertThat(ttftNs)
                .isGreaterThan(fromSend.answer(Quantity.TTFT, Statistic.mean()).orNaN());
    }

    @Test
    void aThroughputRunHasNoSchedule() {
        assertThat(Captures.read("guidellm/G_sweep")
                        .get(1)
                        .run()
                        .manifest()
                        .coverage()
                        .schedule())
                .isFalse();
    }
}
