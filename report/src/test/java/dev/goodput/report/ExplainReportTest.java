package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Formula;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Measurements;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Repair;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Explanations against files that were read by a person line by line. After a wanted change, run with
/// `-Dgoodput.golden.write=true`, and read the difference before committing it.
class ExplainReportTest {
    private static final double MS = 1e6;
    private static final int TEXT = ChunkKind.TEXT.bit() | ChunkKind.CHOICES.bit();

    /// TTFT 500 ms, 100 tokens, 700 ms of decode, one token a chunk.
    private static Chunks plain() {
        Chunks.Builder chunks = new Chunks.Builder();
        for (int i = 0; i < 100; i++) {
            boolean isLast = i == 99;
            chunks.add(
                    Math.round(500 * MS + 700 * MS * i / 99),
                    TEXT | (isLast ? ChunkKind.FINISH.bit() : 0),
                    Chunks.TOKENS_UNKNOWN,
                    4);
        }
        return chunks.add(1200 * MS, ChunkKind.DONE).build();
    }

    /// Every kind of chunk, with a tail.
    private static Chunks framed() {
        return new Chunks.Builder()
                .add(40 * MS, ChunkKind.COMMENT)
                .add(100 * MS, ChunkKind.ROLE.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 0)
                .add(200 * MS, ChunkKind.REASONING.bit() | ChunkKind.CHOICES.bit(), 1, 5)
                .add(220 * MS, ChunkKind.REASONING.bit() | ChunkKind.CHOICES.bit(), 1, 5)
                .add(300 * MS, TEXT, 2, 9)
                .add(320 * MS, TEXT, 1, 4)
                .add(340 * MS, ChunkKind.TOOL_CALL.bit() | ChunkKind.CHOICES.bit(), 1, 12)
                .add(345 * MS, ChunkKind.FINISH.bit() | ChunkKind.CHOICES.bit(), Chunks.TOKENS_UNKNOWN, 0)
                .add(350 * MS, ChunkKind.USAGE)
                .add(400 * MS, ChunkKind.DONE)
                .build();
    }

    private static Run run(String id, Chunks chunks, int tokens) {
        Timeline.Builder timeline = new Timeline.Builder(0);
        timeline.startNs = 10 * MS;
        timeline.sendStartNs = 11 * MS;
        timeline.sendEndNs = 11 * MS;
        timeline.headNs = 30 * MS;
        timeline.endNs = chunks.arrivalNs(chunks.size() - 1) + 2 * MS;
        if (tokens == 100) {
            timeline.startNs = 0;
        }
        RequestTrace trace = new RequestTrace(
                0,
                id,
                new Asked(10, 100, null),
                timeline.build(),
                chunks,
                Usage.of(10, tokens),
                new Outcome.Completed("stop", true));
        return new Run(SampleRuns.golden().manifest(), List.of(trace));
    }

    private static ExplainInput input(Run run, Measure measure, String from, String to, boolean one) {
        Measurements measurements = new Measurements(run, measure);
        Dialect a = Dialects.byId(from).orElseThrow();
        Dialect b = Dialects.byId(to).orElseThrow();
        return new ExplainInput(
                run,
                measure,
                Explanation.of(a, b, measurements, 4096),
                Repair.of(a, measurements),
                Repair.of(b, measurements),
                one ? run.traces().getFirst() : null);
    }

    private static Measure mean(Quantity quantity) {
        return new Measure.OfRequests(quantity, Statistic.mean());
    }

    /// The question that the command was made for: 7.07 ms or 12.00?
    @Test
    void twoToolsOneRequest() throws IOException {
        ExplainInput input = input(run("r0", plain(), 100), mean(Quantity.ITL), "genai-perf", "llmperf-head", false);
        String text = ExplainTerminal.render(input, TerminalStyle.PLAIN);
        assertThat(text).contains("7.0707 ms", "12.0000 ms", "+4.9293");
        check("explain-plain.txt", text);
    }

    @Test
    void oneRequestWithItsTimeline() throws IOException {
        ExplainInput input = input(run("r0", framed(), 6), mean(Quantity.TPOT), "vllm-py-011", "guidellm", true);
        check("explain-request.txt", ExplainTerminal.render(input, TerminalStyle.PLAIN));
    }

    @Test
    void aRefusedValueSaysWhy() {
        ExplainInput input = input(run("r0", plain(), 100), mean(Quantity.TTFT), "goodput", "vllm-server", false);
        assertThat(ExplainTerminal.render(input, TerminalStyle.PLAIN))
                .contains("vllm-server has no number here: the watch starts inside the server");
        Measure good = new Measure.Good(Measure.Good.Form.COUNT, Map.of(Quantity.TTFT, 5e8));
        assertThat(ExplainTerminal.render(
                        input(run("r0", plain(), 100), good, "goodput", "llmperf-head", false), TerminalStyle.PLAIN))
                .contains("llmperf-head has no number here: goodput is not computed");
    }

    static List<String> hostile() {
        return HostileTextTest.texts().toList();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void textOfOthersActsNowhere(String text) {
        ExplainInput hostile = input(run(text, framed(), 6), mean(Quantity.TPOT), "vllm-py", "guidellm", true);
        ExplainInput harmless = input(run("r0", framed(), 6), mean(Quantity.TPOT), "vllm-py", "guidellm", true);
        assertThat(tags(ExplainHtml.render(hostile))).isEqualTo(tags(ExplainHtml.render(harmless)));
        assertThat(ExplainHtml.render(hostile)).doesNotContain("\u001b", "\u202e");
        assertThat(ExplainTerminal.render(hostile, TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e", "\u009b");
    }

    private static List<String> tags(String html) {
        return Pattern.compile("</?[a-zA-Z][a-z0-9]*")
                .matcher(html.replace(PageAssets.withoutScript("explain.css").style(), ""))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void thePageLoadsAndRunsNothing() {
        ExplainInput input = input(run("r0", framed(), 6), mean(Quantity.TPOT), "vllm-py", "guidellm", true);
        String html = ExplainHtml.render(input);
        assertThat(html)
                .contains("default-src &#39;none&#39;")
                .doesNotContain("<script", " src=", " href=", "@import", "url(", " style=\"", " onclick");
        assertThat(html)
                .contains("The way from vllm-py to guidellm", "Both definitions", "Over all orders", "Timeline");
    }

    @Test
    void everyAxisIsInTheMatrix() {
        assertThat(Definitions.grouped()).containsExactlyInAnyOrderElementsOf(Dialect.AXES);
        String matrix = Definitions.matrix(Dialects.all(), Dialect.AXES)
                .render(Definitions.Format.MARKDOWN, TerminalStyle.PLAIN);
        for (Dialect dialect : Dialects.all()) {
            assertThat(matrix).contains("<code>" + dialect.id() + "</code>");
        }
    }

    @Test
    void aDefinitionIsReadable() throws IOException {
        Dialect dialect = Dialects.byId("genai-perf").orElseThrow();
        check(
                "definition.txt",
                Definitions.of(dialect, Dialect.AXES, Formula.of(dialect))
                        .render(Definitions.Format.TERMINAL, TerminalStyle.PLAIN));
    }

    private static void check(String name, String actual) throws IOException {
        if (Boolean.getBoolean("goodput.golden.write")) {
            Files.writeString(Path.of("src/test/resources/dev/goodput/report", name), actual);
        }
        try (InputStream in = Objects.requireNonNull(ExplainReportTest.class.getResourceAsStream(name), name)) {
            assertThat(actual).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
