package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.trace.Run;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonContractTest {
    /// Refuses NaN, duplicate keys and anything after the document, as a strict reader does.
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static Stream<Run> runs() {
        return Stream.of(
                SampleRuns.healthy(400),
                SampleRuns.degraded(150),
                SampleRuns.troubled(),
                SampleRuns.empty(),
                SampleRuns.allFailing(),
                SampleRuns.golden(),
                SampleRuns.hostile("</script>\u0000\ud800\"'\u2028"));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void summariesKeepTheirSchema(Run run) {
        String json = SummaryJson.render(SampleRuns.judged(run, SampleRuns.TARGET));
        assertThat(schema("summary").validate(json, InputFormat.JSON)).isEmpty();
        assertThat(STRICT.readTree(json).get("metrics").get("ttft").get("unit").asString())
                .isEqualTo("ms");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void verdictsKeepTheirSchema(Run run) {
        String json = VerdictJson.render(
                SampleRuns.judged(run, SampleRuns.TARGET, SampleRuns.LOOSE, SampleRuns.slo("odd", ODD, "1")));
        assertThat(schema("verdict").validate(json, InputFormat.JSON)).isEmpty();
        assertThat(STRICT.readTree(json).get("others").size()).isEqualTo(2);
    }

    private static final String ODD = "e2e<=3s when output_tokens<300, ttat<=1s, itl_max<=90ms";

    @Test
    void theSchemaIsStrictEnoughToFail() {
        String json = SummaryJson.render(SampleRuns.judged(SampleRuns.golden()));
        assertThat(schema("summary").validate(json.replace("\"scheduled\"", "\"planned\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema("summary").validate(json.replace("\"unit\": \"ms\"", "\"unit\": \"s\""), InputFormat.JSON))
                .isNotEmpty();
    }

    /// By hand from the golden run: six answers with TTFT 100…600 ms, one of one token with 80 ms, one failure.
    @Test
    void numbersAreThoseOfTheRun() {
        JsonNode summary = STRICT.readTree(SummaryJson.render(SampleRuns.judged(SampleRuns.golden())));
        assertThat(summary.at("/requests/scheduled").asInt()).isEqualTo(8);
        assertThat(summary.at("/requests/completed").asInt()).isEqualTo(7);
        assertThat(summary.at("/metrics/ttft/p50").asDouble()).isEqualTo(300.0);
        assertThat(summary.at("/metrics/ttft/min").asDouble()).isEqualTo(80.0);
        assertThat(summary.at("/metrics/ttft_from_send/p50").asDouble()).isEqualTo(299.8);
        assertThat(summary.at("/metrics/tpot/count").asInt()).isEqualTo(6);
        assertThat(summary.at("/metrics/tpot/max").asDouble()).isEqualTo(20.0);
        assertThat(summary.at("/failures/0/category").asString()).isEqualTo("http_status");
        assertThat(summary.at("/failures/0/example").asString()).isEqualTo("over | capacity");

        JsonNode verdict =
                STRICT.readTree(VerdictJson.render(SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET)));
        assertThat(verdict.at("/verdict").asString()).isEqualTo("FAIL");
        assertThat(verdict.at("/goodput/good").asInt()).isEqualTo(6);
        assertThat(verdict.at("/goodput/total").asInt()).isEqualTo(8);
        assertThat(verdict.at("/goodput/share").asDouble()).isEqualTo(0.75, within(1e-12));
        assertThat(verdict.at("/slo/constraints/1/limit_ms").asDouble()).isEqualTo(15.0);
        // The answer with 20 ms a token is slow in every respect (E2E 2,600 ms): no TPOT limit brings it back.
        assertThat(verdict.at("/tpot_sensitivity/points/0/good").asInt()).isEqualTo(6);
    }

    @Test
    void whatDoesNotExistIsNull() {
        JsonNode summary = STRICT.readTree(SummaryJson.render(SampleRuns.judged(SampleRuns.empty())));
        assertThat(summary.at("/metrics/ttft/p99").isNull()).isTrue();
        assertThat(summary.at("/metrics/ttft/count").asInt()).isZero();
        JsonNode verdict =
                STRICT.readTree(VerdictJson.render(SampleRuns.judged(SampleRuns.empty(), SampleRuns.TARGET)));
        assertThat(verdict.at("/goodput/share").isNull()).isTrue();
        assertThat(verdict.at("/tpot_sensitivity").isNull()).isTrue();
    }

    @Test
    void noVerdictWithoutAResult() {
        assertThatThrownBy(() -> VerdictJson.render(SampleRuns.judged(SampleRuns.golden())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no result");
    }

    @Test
    void theDefaultLocaleChangesNothing() {
        ReportInput input = SampleRuns.judged(SampleRuns.troubled(), SampleRuns.TARGET, SampleRuns.TIGHT);
        String all = everything(input);
        Locale before = Locale.getDefault();
        try {
            for (String tag : new String[] {"de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"}) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(everything(input)).as(tag).isEqualTo(all);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String everything(ReportInput input) {
        return SummaryJson.render(input)
                + VerdictJson.render(input)
                + MarkdownReport.render(input)
                + JunitReport.render(input)
                + HtmlReport.render(input)
                + TerminalReport.render(input, TerminalStyle.PLAIN);
    }

    private static Schema schema(String name) {
        InputStream in = Objects.requireNonNull(
                JsonContractTest.class.getResourceAsStream("/schema/goodput." + name + "-1.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
    }
}
