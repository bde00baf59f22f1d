package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.Gate;
import dev.goodput.core.gate.Margins;
import dev.goodput.core.gate.PeakLoad;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyReportTest {
    private static final List<Integer> LEVELS = List.of(50, 100, 150);

    private static Comparison.Side side(Run run) {
        RunMetrics metrics = RunMetrics.of(run);
        return new Comparison.Side(run, metrics, Gate.judge(run, metrics, SampleRuns.LOOSE));
    }

    private static PolicyResult result(@Nullable Run baseline, Run... runs) {
        Policy policy = new Policy(
                new Manifest.Endpoint("http://h/v1", "chat", "m"),
                "H100",
                new Policy.Workload(800, 300, 150, 50, 1, false, null),
                SampleRuns.LOOSE,
                new PeakLoad.Concurrency(16),
                LEVELS,
                30,
                100,
                300,
                20,
                Policy.HEADROOM,
                null,
                Margins.DEFAULT);
        List<PolicyResult.Level> levels = new ArrayList<>();
        for (int i = 0; i < runs.length; i++) {
            levels.add(new PolicyResult.Level(LEVELS.get(i), side(runs[i])));
        }
        return PolicyResult.of(policy, levels, baseline == null ? null : side(baseline));
    }

    private static final String HOSTILE = "</style></script><img src=x>\u001b[31m|::error::x\ud800\"'\u2028`a`";

    static Stream<PolicyResult> results() {
        return Stream.of(
                result(null, SampleRuns.healthy(300), SampleRuns.healthy(4000), SampleRuns.degraded(300)),
                result(
                        SampleRuns.healthy(600),
                        SampleRuns.healthy(300),
                        SampleRuns.degraded(600),
                        SampleRuns.allFailing()),
                result(SampleRuns.golden(), SampleRuns.empty(), SampleRuns.allFailing(), SampleRuns.empty()),
                result(SampleRuns.hostile(HOSTILE), SampleRuns.golden(), SampleRuns.hostile(HOSTILE)));
    }

    @ParameterizedTest
    @MethodSource("results")
    void jsonKeepsItsSchema(PolicyResult result) {
        assertThat(schema().validate(PolicyJson.render(result), InputFormat.JSON))
                .isEmpty();
        String wrong = PolicyJson.render(result).replace("\"percent\"", "\"level\"");
        assertThat(schema().validate(wrong, InputFormat.JSON)).isNotEmpty();
    }

    @Test
    void jsonHoldsEveryLevel() {
        PolicyResult result = result(null, SampleRuns.healthy(300), SampleRuns.healthy(4000), SampleRuns.degraded(300));
        JsonNode json = JsonMapper.shared().readTree(PolicyJson.render(result));
        assertThat(json.at("/levels/0/load").asString()).isEqualTo("8 in flight");
        assertThat(json.at("/levels/1/percent").asInt()).isEqualTo(100);
        assertThat(json.at("/levels/1/requests").asInt()).isEqualTo(4000);
        assertThat(json.at("/levels/2/load").asString()).isEqualTo("24 in flight");
        assertThat(json.at("/verdict").asString())
                .isEqualTo(result.peak().side().result().verdict().name());
    }

    /// A figure means nothing without these.
    @Test
    void everyReportNamesToolModelHardwareLoadAndPrompts() {
        PolicyResult result = result(null, SampleRuns.healthy(300), SampleRuns.healthy(600), SampleRuns.degraded(300));
        Manifest manifest = result.peak().side().run().manifest();
        Manifest.Endpoint endpoint = Objects.requireNonNull(manifest.endpoint());
        for (String report : List.of(
                PolicyTerminal.render(result, TerminalStyle.PLAIN),
                PolicyMarkdown.render(result),
                PolicyHtml.render(result),
                PolicyJson.render(result),
                JunitReport.render(result))) {
            String plain = Pattern.compile("&#(\\d+);")
                    .matcher(report)
                    .replaceAll(code -> String.valueOf((char) Integer.parseInt(code.group(1))))
                    .replaceAll("\\s+", " ");
            assertThat(plain)
                    .contains(
                            manifest.tool(),
                            endpoint.model(),
                            Objects.requireNonNull(manifest.hardware()),
                            "16 in flight",
                            manifest.workload().description());
        }
    }

    @ParameterizedTest
    @MethodSource("results")
    void theJunitFileIsWellFormedAndCountsRight(PolicyResult result) throws Exception {
        Element root = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JunitReport.render(result))))
                .getDocumentElement();
        Element policy = (Element) root.getElementsByTagName("testsuite").item(0);
        assertThat(policy.getElementsByTagName("testcase").getLength())
                .isEqualTo(Integer.parseInt(policy.getAttribute("tests")));
        assertThat(policy.getElementsByTagName("failure").getLength())
                .isEqualTo(Integer.parseInt(policy.getAttribute("failures")));
        assertThat(policy.getElementsByTagName("skipped").getLength())
                .isEqualTo(Integer.parseInt(policy.getAttribute("skipped")));
    }

    @ParameterizedTest
    @MethodSource("results")
    void nothingFromOutsideActs(PolicyResult result) {
        String html = PolicyHtml.render(result);
        assertThat(html).doesNotContain("<script", "<img", "\u001b").contains("default-src &#39;none&#39;");
        assertThat(html.split("</style>", -1)).hasSize(2);
        assertThat(PolicyMarkdown.render(result)).doesNotContain("<img", "\u001b");
        assertThat(PolicyTerminal.render(result, TerminalStyle.PLAIN)).doesNotContain("\u001b");
        assertThat(GithubAnnotations.of(result)).isNotEmpty().allMatch(line -> line.startsWith("::"));
        assertThat(GithubAnnotations.of(result)).noneMatch(line -> line.contains("\n"));
    }

    /// 50 %, 100 % and 150 % of the way to the right, with all good at the top.
    @Test
    void theCurveIsDrawnToScale() {
        PolicyCurve curve =
                PolicyCurve.of(result(null, SampleRuns.healthy(300), SampleRuns.healthy(300), SampleRuns.allFailing()));
        assertThat(curve.points()).extracting(PolicyCurve.Point::x).containsExactly("234.7", "417.3", "600.0");
        assertThat(curve.points().getLast().y()).isEqualTo("200.0");
        assertThat(Double.parseDouble(curve.points().getFirst().y())).isBetween(16.0, 30.0);
        assertThat(curve.words()).contains("0% at 150%");
    }

    @Test
    void allFilesAreWritten(@TempDir Path directory) throws IOException {
        ReportFiles.write(
                directory, result(null, SampleRuns.healthy(300), SampleRuns.healthy(600), SampleRuns.degraded(300)));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "policy.json", "report.html", "report.md", "junit.xml", "metrics.txt", "badge.svg");
        }
        assertThat(Files.readString(directory.resolve("metrics.txt")))
                .contains("goodput_level_share{level=\"150\"}")
                .endsWith("# EOF\n");
    }

    private static Schema schema() {
        InputStream in = Objects.requireNonNull(
                PolicyReportTest.class.getResourceAsStream("/schema/goodput.policy-verdict-1.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
    }
}
