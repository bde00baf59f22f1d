package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Run;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
    private static final int MAX_BYTES = 3_000_000;

    static Stream<Run> runs() {
        return Stream.of(
                SampleRuns.healthy(100),
                SampleRuns.troubled(),
                SampleRuns.empty(),
                SampleRuns.allFailing(),
                SampleRuns.golden());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void asksForNothingOutsideItself(Run run) {
        String html = HtmlReport.render(SampleRuns.judged(run, SampleRuns.TARGET, SampleRuns.TIGHT));
        assertThat(html).contains("default-src &#39;none&#39;");
        assertThat(html).doesNotContain(" src=", " href=", "@import", "url(", " style=\"", " onclick");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void showsTheFiguresWithoutAScript(Run run) {
        ReportInput input = SampleRuns.judged(run, SampleRuns.TARGET);
        String html = HtmlReport.render(input);
        for (Section section : VerdictSections.of(input)) {
            assertThat(html).contains("<h2>" + section.title() + "</h2>");
        }
        assertThat(html).contains("TTFT from send", "LLMPerf", "host: cpu");
        assertThat(html).contains("Why " + input.results().getFirst().verdict().name());
    }

    /// What the policy allows is exactly what the page holds, byte by byte, or a browser would run nothing.
    @Test
    void thePolicyNamesThePagesOwnStyleAndScript() throws Exception {
        String html = HtmlReport.render(SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET));
        for (String element : new String[] {"style", "script"}) {
            Matcher matcher = Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL)
                    .matcher(html);
            assertThat(matcher.find()).isTrue();
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(matcher.group(1).getBytes(StandardCharsets.UTF_8));
            assertThat(PageAssets.load().policy())
                    .contains(element + "-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
    }

    @Test
    void aRunWithoutSloHasNoVerdict() {
        String html = HtmlReport.render(SampleRuns.judged(SampleRuns.golden()));
        assertThat(html).contains("measurements without a verdict").doesNotContain("class=\"badge");
    }

    @Test
    void staysSmallForLongRuns() {
        ReportInput input = SampleRuns.judged(SampleRuns.degraded(20_000), SampleRuns.TARGET);
        String html = HtmlReport.render(input);
        assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES / 4);
        JsonNode charts = JsonMapper.shared().readTree(Json.inline(ChartData.of(input)));
        for (JsonNode distribution : charts.get("distributions")) {
            // The largest value is drawn, at its rank: the tail is not smoothed away.
            JsonNode ms = distribution.get("ms");
            String id = distribution.get("id").asString();
            double max = LatencyRow.of(input.metrics()).stream()
                    .filter(row -> row.id().equals(id))
                    .findFirst()
                    .orElseThrow()
                    .values()
                    .max();
            assertThat(ms.get(ms.size() - 1).asDouble()).isEqualTo(CdfData.rounded(max));
            assertThat(ms.size()).isLessThan(1_000);
        }
    }
}
