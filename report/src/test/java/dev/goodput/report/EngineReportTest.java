package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.trace.EngineStep;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What only a modelled engine can tell. The numbers are reckoned by hand from [EngineRuns].
class EngineReportTest {
    private static final String HOSTILE = "</script><img/onerror=alert(1)>\u001b[31m|`**x**`\u202e";

    @Test
    void thePartsOfEveryRequestAddUpToItsTtft() {
        ReportInput input = EngineRuns.tiny();
        List<EngineRequests.Parts> parts = input.engineRequests().orElseThrow().all();
        assertThat(parts).hasSize(3);
        for (EngineRequests.Parts part : parts) {
            assertThat(part.queueNs() + part.prefillNs() + part.networkNs())
                    .isEqualTo(
                            input.metrics().readings().get((int) part.index()).ttftNs());
            assertThat(part.ttftNs() + part.decodeNs())
                    .isEqualTo(
                            input.metrics().readings().get((int) part.index()).e2eNs());
        }
    }

    @Test
    void ttftInParts() {
        assertThat(rows("split"))
                .containsExactly(
                        List.of("front end and queue", "5.00*", "29.0*", "34.4*", "35.0", "(14.3)", "30.50%"),
                        List.of("prefill", "20.0*", "28.0*", "29.8*", "30.0", "(20.7)", "43.97%"),
                        List.of("network, both ways", "12.0*", "12.0*", "12.0*", "12.0", "(12.0)", "25.53%"));
    }

    @Test
    void steps() {
        assertThat(rows("engine-steps"))
                .containsExactly(
                        List.of("decode only", "10.0", "10.0", "10.0", "10.0", "(10.0)", "3", "50.00%", "32.61%"),
                        List.of("with prefill", "20.0", "28.0", "29.8", "30.0", "(20.7)", "3", "50.00%", "67.39%"));
    }

    @Test
    void batchQueueAndCache() {
        assertThat(rows("engine-batch"))
                .containsExactly(
                        List.of("decodes", "1", "2", "2", "2", "(1.17)", "8"),
                        List.of("tokens", "26.5", "127", "150", "153", "(51.5)", "256"),
                        List.of("requests left waiting", "0.50", "1", "1", "1", "(0.50)", "–"),
                        List.of("KV cache in use", "62.50%", "95.00%", "99.50%", "100%", "(67.50%)", "–"));
    }

    @Test
    void requestsAndTheEngineItself() {
        assertThat(rows("engine-requests").getFirst())
                .containsExactly("decode, ms", "40.0", "40.0", "40.0", "40.0", "(33.3)");
        assertThat(section("engine-requests").remarks().getFirst())
                .contains(
                        "Queues took 30.50%",
                        "1 request lost its memory and was computed anew.", "held 24.50% of the prompt tokens");
        assertThat(rows("engine"))
                .containsExactly(
                        List.of("engine", "tiny-engine"),
                        List.of("GPU", "a small one"),
                        List.of("tiny-engine", "tiny-engine"));
    }

    @Test
    void summaryKeepsItsSchema() {
        String json = SummaryJson.render(EngineRuns.tiny(SampleRuns.TARGET));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        JsonNode engine = JsonMapper.shared().readTree(json).get("engine");
        assertThat(engine.at("/token_budget").asInt()).isEqualTo(256);
        assertThat(engine.at("/steps/count").asInt()).isEqualTo(6);
        assertThat(engine.at("/steps/with_prefill/max").asDouble()).isEqualTo(30);
        assertThat(engine.at("/steps/kv_use/max").asDouble()).isEqualTo(1);
        assertThat(engine.at("/steps/preemptions").asInt()).isEqualTo(1);
        assertThat(engine.at("/requests/ttft_parts/queue/max").asDouble()).isEqualTo(35);
        assertThat(engine.at("/requests/cached_prompt_share").asDouble()).isEqualTo(0.245);
    }

    @Test
    void aRunThatNoModelAnsweredHasNoEngine() {
        ReportInput input = SampleRuns.judged(SampleRuns.golden());
        assertThat(JsonMapper.shared().readTree(SummaryJson.render(input)).has("engine"))
                .isFalse();
        assertThat(HtmlReport.render(input)).doesNotContain("id=\"engine", "data-chart=\"batch\"");
    }

    @Test
    void thePageShowsIt() {
        String html = HtmlReport.render(EngineRuns.tiny());
        assertThat(html)
                .contains(
                        "data-chart=\"batch\"", "data-chart=\"steps\"", "data-chart=\"waiting\"", "data-chart=\"kv\"");
        assertThat(html).contains("#2 · 200 → 2 tokens", "TTFT 67.0 ms · E2E 87.0 ms", "preempted 1×");
        for (String id : List.of("engine-requests", "engine-steps", "engine-batch")) {
            assertThat(html).contains("<section id=\"" + id + "\">");
        }
        assertThat(MarkdownReport.render(EngineRuns.tiny())).contains("### The engine: steps, ms");
    }

    @Test
    void whatTheScriptDraws() {
        StepChart chart = Objects.requireNonNull(ChartData.of(EngineRuns.tiny()).steps());
        assertThat(chart.t()).containsExactly(0.008, 0.02, 0.05, 0.06, 0.08, 0.09, 0.1);
        assertThat(chart.prefillTokens()).containsExactly(100.0, 50.0, 0.0, 152.0, 0.0, 0.0, 0.0);
        assertThat(chart.decodes()).containsExactly(0.0, 1.0, 2.0, 1.0, 2.0, 1.0, 0.0);
        assertThat(chart.longestMs()).containsExactly(12.0, 30.0, 10.0, 20.0, 10.0, 10.0, 0.0);
        assertThat(chart.kvPercent()).containsExactly(35.0, 55.0, 60.0, 100.0, 90.0, 65.0, 0.0);
        assertThat(chart.waiting()).containsExactly(1, 1, 1, 0, 0, 0, 0);
        assertThat(chart.tokenBudget()).isEqualTo(256);
    }

    @Test
    void namesStayTexts() {
        ReportInput input = EngineRuns.named(HOSTILE);
        assertThat(HtmlReport.render(input)).doesNotContain("<img", "\u001b", "\u202e");
        assertThat(MarkdownReport.render(input)).doesNotContain("<img", "**x**", "\u202e");
        assertThat(TerminalReport.render(input, TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void whatCannotBeAStepIsRefused() {
        EngineSteps steps = new EngineSteps();
        assertThatThrownBy(() -> steps.add(new EngineStep(0, 5, 5, 0, 0, 1, 0, 0, 0, 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a step from 5 to 5 ns");
        assertThatThrownBy(() -> steps.add(new EngineStep(0, 5, 6, 0, 0, -1, 0, 0, 0, 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a step with a count below 0");
        assertThat(steps.count()).isZero();
    }

    private static List<List<String>> rows(String id) {
        return section(id).table().rows();
    }

    private static Section section(String id) {
        return MetricSections.of(EngineRuns.tiny()).stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Schema schema() {
        InputStream in = Objects.requireNonNull(
                EngineReportTest.class.getResourceAsStream("/schema/goodput.summary-1.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
    }
}
