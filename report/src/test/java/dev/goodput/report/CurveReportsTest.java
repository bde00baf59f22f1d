package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.LoadCurve;
import dev.goodput.core.gate.LoadLevel;
import dev.goodput.core.gate.Margins;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Renderings of comparisons and of capacity searches. The golden files were read by a person line by line; after a
/// wanted change run with `-Dgoodput.golden.write=true`, and read the difference before committing it.
class CurveReportsTest {
    private static final Slo SLO =
            SampleRuns.slo("chat", "ttft<=200ms, tpot<=15ms, e2e<=2s", "0.85").withDependence(Dependence.INDEPENDENT);
    private static final String HOSTILE = "</script><img/onerror=alert(1)>\u001b[31m|`**x**`\u202e";

    static ComparisonReport comparison(Run before, Run after) {
        return new ComparisonReport(
                Comparison.of(side(before), side(after), Margins.DEFAULT, Confidence.P95), "runs/main", "runs/branch");
    }

    private static Comparison.Side side(Run run) {
        RunMetrics metrics = RunMetrics.of(run);
        return new Comparison.Side(run, metrics, Gate.judge(run, metrics, SLO));
    }

    static CapacityReport capacity(Run small, Run large) {
        List<LoadLevel> levels = new ArrayList<>();
        levels.add(LoadLevel.of(4, false, List.of(small), SLO));
        levels.add(LoadLevel.of(8, true, List.of(SampleRuns.healthy(500)), SLO));
        levels.add(LoadLevel.of(16, false, List.of(large), SLO));
        return new CapacityReport(new CapacityInput(
                new LoadCurve(levels),
                LoadUnit.CONCURRENCY,
                SLO,
                64,
                0.05,
                Map.of(8.0, List.of("runs/02-concurrency-8")),
                List.of()));
    }

    static Stream<ComparisonReport> comparisons() {
        return Stream.of(
                comparison(SampleRuns.healthy(600), SampleRuns.degraded(600)),
                comparison(SampleRuns.healthy(30), SampleRuns.troubled()),
                comparison(SampleRuns.empty(), SampleRuns.healthy(100)),
                comparison(SampleRuns.allFailing(), SampleRuns.allFailing()),
                comparison(SampleRuns.golden(), SampleRuns.hostile(HOSTILE)));
    }

    static Stream<CapacityReport> capacities() {
        return Stream.of(
                capacity(SampleRuns.healthy(100), SampleRuns.degraded(400)),
                capacity(SampleRuns.empty(), SampleRuns.allFailing()),
                capacity(SampleRuns.hostile(HOSTILE), SampleRuns.troubled()));
    }

    @Test
    void comparisonsAsWritten() throws IOException {
        ComparisonReport report = comparison(SampleRuns.healthy(600), SampleRuns.degraded(600));
        check("comparison.txt", report.terminal(TerminalStyle.PLAIN));
        check("comparison.md", report.markdown());
    }

    @Test
    void capacitiesAsWritten() throws IOException {
        CapacityReport report = capacity(SampleRuns.healthy(100), SampleRuns.degraded(400));
        check("capacity.txt", report.terminal(TerminalStyle.PLAIN));
        check("capacity.md", report.markdown());
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void comparisonsKeepTheirSchema(ComparisonReport report) {
        assertThat(schema("comparison").validate(report.json(), InputFormat.JSON))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void capacitiesKeepTheirSchema(CapacityReport report) {
        assertThat(schema("capacity").validate(report.json(), InputFormat.JSON)).isEmpty();
    }

    static Stream<String> pages() {
        return Stream.concat(
                comparisons().map(ComparisonReport::html), capacities().map(CapacityReport::html));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pagesAskForNothingAndRunNothing(String html) {
        assertThat(html).contains("default-src &#39;none&#39;");
        assertThat(html)
                .doesNotContain(
                        " src=", " href=", "@import", "url(", " style=\"", "<script", "<img", "\u001b", "\u202e")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void textsStayTexts() {
        ComparisonReport report = comparison(SampleRuns.golden(), SampleRuns.hostile(HOSTILE));
        assertThat(report.markdown()).doesNotContain("<img", "</script", "**x**", "\u202e");
        assertThat(report.terminal(TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e");
        CapacityReport capacity = capacity(SampleRuns.hostile(HOSTILE), SampleRuns.troubled());
        assertThat(capacity.markdown()).doesNotContain("<img", "</script", "**x**", "\u202e");
        assertThat(capacity.terminal(TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e");
    }

    /// The numbers a script reads are those of the curve.
    @Test
    void capacityForScripts() {
        JsonNode json = JsonMapper.shared()
                .readTree(capacity(SampleRuns.healthy(100), SampleRuns.degraded(400))
                        .json());
        assertThat(json.get("capacity").asDouble()).isEqualTo(8);
        assertThat(json.at("/levels/1/confirmed").asBoolean()).isTrue();
        assertThat(json.at("/levels/1/runs/0").asString()).isEqualTo("runs/02-concurrency-8");
        assertThat(json.at("/levels/0/total").asInt()).isEqualTo(100);
    }

    private static Schema schema(String name) {
        InputStream in = Objects.requireNonNull(
                CurveReportsTest.class.getResourceAsStream("/schema/goodput." + name + "-1.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
    }

    private static void check(String name, String actual) throws IOException {
        if (Boolean.getBoolean("goodput.golden.write")) {
            Files.writeString(Path.of("src/test/resources/dev/goodput/report", name), actual);
        }
        try (InputStream in = Objects.requireNonNull(CurveReportsTest.class.getResourceAsStream(name), name)) {
            assertThat(actual).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
