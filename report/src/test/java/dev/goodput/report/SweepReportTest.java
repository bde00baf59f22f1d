package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepReportTest {
    private static final String HOSTILE = "</script><img/onerror=alert(1)>\u001b[31m|`**x**`\u202e";
    private static final Slo SLO = SampleRuns.slo("chat", "tpot<=15ms, itl_max<=40ms", "0.95");

    private static SweepPoint point(List<String> values, Optional<Slo> slo, Run... runs) {
        List<SweepPoint.Outcome> outcomes = new ArrayList<>();
        for (Run run : runs) {
            RunMetrics metrics = RunMetrics.of(run);
            GateResult result =
                    slo.map(objective -> Gate.judge(run, metrics, objective)).orElse(null);
            outcomes.add(SweepPoint.Outcome.of(outcomes.size() + 1L, run, metrics, EngineRuns.steps(), result));
        }
        return new SweepPoint(values, outcomes);
    }

    private static SweepReport report(List<SweepAxis> axes, Optional<Slo> slo, List<SweepPoint> points) {
        return new SweepReport(new SweepInput(EngineRuns.named(HOSTILE).run().manifest(), axes, points, slo));
    }

    private static SweepReport oneAxis(Optional<Slo> slo) {
        return report(
                List.of(new SweepAxis("max-batched-tokens", List.of("512", "off"))),
                slo,
                List.of(
                        point(List.of("512"), slo, SampleRuns.healthy(400)),
                        point(List.of("off"), slo, SampleRuns.degraded(400))));
    }

    private static SweepReport twoAxes() {
        Optional<Slo> slo = Optional.of(SLO);
        return report(
                List.of(new SweepAxis("a", List.of("1", HOSTILE)), new SweepAxis("rate", List.of("2/s", "4/s"))),
                slo,
                List.of(
                        point(List.of("1", "2/s"), slo, SampleRuns.healthy(40), SampleRuns.healthy(60)),
                        point(List.of("1", "4/s"), slo, SampleRuns.allFailing(), SampleRuns.allFailing()),
                        point(List.of(HOSTILE, "2/s"), slo, SampleRuns.troubled(), SampleRuns.degraded(50)),
                        point(List.of(HOSTILE, "4/s"), slo, SampleRuns.empty(), SampleRuns.empty())));
    }

    static Stream<SweepReport> reports() {
        return Stream.of(oneAxis(Optional.of(SLO)), oneAxis(Optional.empty()), twoAxes());
    }

    @Test
    void saysWhatMovedMostAndMarksTheBest() {
        SweepReport report = oneAxis(Optional.of(SLO));
        assertThat(report.headline()).isEqualTo("Sweep of max-batched-tokens: 1 of 2 pass");
        assertThat(report.findings().getFirst())
                .startsWith("longest gap P99 moves most: ")
                .contains("at max-batched-tokens=off, ", "at max-batched-tokens=512 (factor ");
        List<List<String>> latency = report.sections().getFirst().table().rows();
        RunMetrics healthy = RunMetrics.of(SampleRuns.healthy(400));
        assertThat(latency.getFirst().get(2))
                .isEqualTo("▸" + Format.ms(healthy.ttft().p99()));
        assertThat(latency.getLast().get(2)).doesNotContain("▸");
        // Equal everywhere: nothing is best.
        assertThat(report.sections().getLast().table().rows())
                .allSatisfy(row -> assertThat(row.get(6)).isEqualTo("1"));
    }

    @Test
    void seedsGiveMeanAndStandardDeviation() {
        SweepPoint point = point(List.of("1"), Optional.empty(), SampleRuns.healthy(40), SampleRuns.healthy(60));
        double first = RunMetrics.of(SampleRuns.healthy(40)).ttft().p50();
        double second = RunMetrics.of(SampleRuns.healthy(60)).ttft().p50();
        assertThat(point.mean(SweepMetric.TTFT_P50)).isEqualTo((first + second) / 2);
        assertThat(point.spread(SweepMetric.TTFT_P50))
                .isCloseTo(Math.abs(first - second) / Math.sqrt(2), org.assertj.core.api.Assertions.within(1e-3));
        assertThat(SweepMetric.TTFT_P50.spread(1_234_567, "8.36")).isEqualTo("1.23");
        assertThat(SweepMetric.KV_PEAK.spread(0.0123, "8.36%")).isEqualTo("1.23");
        assertThat(SweepMetric.PREEMPTIONS.spread(1.6, "12")).isEqualTo("2");
    }

    @Test
    void seedsThatDisagreeAreInconclusive() {
        Optional<Slo> slo = Optional.of(SLO);
        assertThat(point(List.of("1"), slo, SampleRuns.healthy(400), SampleRuns.healthy(400))
                        .verdict())
                .hasValue(Verdict.PASS);
        assertThat(point(List.of("1"), slo, SampleRuns.healthy(400), SampleRuns.allFailing())
                        .verdict())
                .hasValue(Verdict.INCONCLUSIVE);
        assertThat(point(List.of("1"), Optional.empty(), SampleRuns.healthy(40)).verdict())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("reports")
    void keepsItsSchema(SweepReport report) {
        assertThat(schema().validate(report.json(), InputFormat.JSON)).isEmpty();
        assertThat(report.json()).doesNotContain("NaN", "Infinity");
    }

    @Test
    void forScripts() {
        JsonNode json = JsonMapper.shared().readTree(oneAxis(Optional.of(SLO)).json());
        assertThat(json.at("/points/1/settings/max-batched-tokens").asString()).isEqualTo("off");
        assertThat(json.at("/points/0/verdict").asString()).isEqualTo("PASS");
        assertThat(json.at("/points/0/runs/0/completed").asInt()).isEqualTo(400);
        assertThat(json.at("/points/0/metrics/kv_peak/mean").asDouble()).isEqualTo(1);
        assertThat(json.at("/points/0/metrics/ttft_p50/standard_deviation").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("reports")
    void textsStayTextsAndPagesRunNothing(SweepReport report) {
        assertThat(report.markdown()).doesNotContain("<img", "</script", "**x**", "\u202e", "NaN");
        assertThat(report.terminal(TerminalStyle.PLAIN)).doesNotContain("\u001b", "\u202e", "NaN");
        assertThat(report.html())
                .contains("default-src &#39;none&#39;")
                .doesNotContain(" src=", " href=", "<script", "<img", "\u001b", "\u202e", "NaN", "Infinity");
    }

    @Test
    void curvesAreDrawnForWhatThereIs() {
        assertThat(SweepCharts.of(oneAxis(Optional.of(SLO)).input()))
                .extracting(LoadChart::title)
                .containsExactly("TTFT", "Gaps between chunks", "TPOT", "E2E P99", "Output", "Goodput");
        assertThat(SweepCharts.of(oneAxis(Optional.empty()).input()))
                .extracting(LoadChart::title)
                .doesNotContain("Goodput");
        assertThat(SweepCharts.of(twoAxes().input()).getLast().lines())
                .extracting(LoadChart.Line::label)
                .containsExactly("rate=2/s", "rate=4/s");
    }

    private static Schema schema() {
        InputStream in = Objects.requireNonNull(
                SweepReportTest.class.getResourceAsStream("/schema/goodput.sweep-1.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
    }
}
