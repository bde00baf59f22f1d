package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.gate.Verdict;
import dev.goodput.core.trace.Run;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/// What CI systems read: badge, OpenMetrics, GitHub's workflow commands.
class CiRenderingsTest {
    private static final Pattern SERIES =
            Pattern.compile("[a-z_]+(?:\\{[a-z_]+=\"[a-z0-9_]+\"(?:,[a-z_]+=\"[a-z0-9_]+\")*})? -?\\d+(?:\\.\\d+)?");

    static Stream<ReportInput> inputs() {
        return Stream.of(
                        SampleRuns.healthy(600),
                        SampleRuns.healthy(20),
                        SampleRuns.degraded(200),
                        SampleRuns.empty(),
                        SampleRuns.allFailing())
                .map(run -> SampleRuns.judged(run, SampleRuns.slo("slo", "ttft<=2s, tpot<=40ms, e2e<=6s", "0.9")));
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void theBadgeSaysTheVerdictInWords(ReportInput input) throws Exception {
        Element svg = parse(Badge.render(input));
        Verdict verdict = input.results().getFirst().verdict();
        assertThat(svg.getAttribute("role")).isEqualTo("img");
        assertThat(svg.getAttribute("aria-label")).startsWith("goodput: " + verdict);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo(svg.getAttribute("aria-label"));
        assertThat(Badge.render(input)).doesNotContain("http://www.w3.org/1999", "href", "url(http", "@import");
    }

    /// White text on every colour of the badge: WCAG asks for 4.5 : 1.
    @ParameterizedTest
    @MethodSource("inputs")
    void theBadgeCanBeRead(ReportInput input) {
        List<String> fills = Pattern.compile("fill=\"#([0-9a-f]{6})\"")
                .matcher(Badge.render(input))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(fills).hasSize(2);
        fills.forEach(
                fill -> assertThat(1.05 / (luminance(fill) + 0.05)).as(fill).isGreaterThan(4.5));
    }

    private static double luminance(String rgb) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double c = Integer.parseInt(rgb.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    @Test
    void noBadgeWithoutAVerdict() {
        assertThatThrownBy(() -> Badge.render(SampleRuns.judged(SampleRuns.golden())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void metricsAreOpenMetrics(ReportInput input) {
        List<String> lines = OpenMetrics.render(input).lines().toList();
        assertThat(lines.getLast()).isEqualTo("# EOF");
        assertThat(lines.stream().filter(line -> !line.startsWith("# ")))
                .isNotEmpty()
                .allMatch(line -> SERIES.matcher(line).matches());
        // A sample stands behind its own family's type.
        String family = "";
        for (String line : lines) {
            family = line.startsWith("# TYPE ") ? line.split(" ", -1)[2] : family;
            assertThat(line.startsWith("#") || line.startsWith(family)).as(line).isTrue();
        }
    }

    /// By hand from the golden run: 6 of 8 good, TTFT 80 and 100…600 ms, TPOT 5 × 7 and 20 ms (P99 7 + 0.95 × 13).
    @Test
    void metricsAreThoseOfTheRun() {
        Map<String, String> values = OpenMetrics.render(SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(line -> line.split(" ", -1)[0], line -> line.split(" ", -1)[1]));
        assertThat(values)
                .containsEntry("goodput_share{value=\"observed\"}", "0.75")
                .containsEntry("goodput_share{value=\"target\"}", "0.99")
                .containsEntry("goodput_verdict{verdict=\"fail\"}", "1")
                .containsEntry("goodput_verdict{verdict=\"pass\"}", "0")
                .containsEntry("goodput_requests{fate=\"failed\"}", "1")
                .containsEntry("goodput_latency_seconds{metric=\"ttft\",percentile=\"50\"}", "0.3")
                .containsEntry("goodput_latency_seconds{metric=\"tpot\",percentile=\"99\"}", "0.01935");
    }

    @Test
    void whatDoesNotExistIsLeftOut() {
        assertThat(OpenMetrics.render(SampleRuns.judged(SampleRuns.empty())))
                .doesNotContain("percentile=\"50\"", "goodput_share", "NaN");
    }

    @Test
    void annotationsAreLoudAsTheVerdictIsBad() {
        assertThat(first(SampleRuns.healthy(600), "0.9")).startsWith("::notice title=goodput PASS::goodput 1");
        assertThat(first(SampleRuns.allFailing(), "0.9")).startsWith("::error title=goodput FAIL::");
        assertThat(first(SampleRuns.healthy(20), "0.99")).startsWith("::warning title=goodput INCONCLUSIVE::");
        assertThat(first(SampleRuns.empty(), "0.99")).startsWith("::error title=goodput INVALID::");
        assertThat(GithubAnnotations.of(SampleRuns.judged(SampleRuns.golden()))).isEmpty();
    }

    @Test
    void aFailNamesTheConstraintsThatWereMissed() {
        List<String> commands = GithubAnnotations.of(SampleRuns.judged(SampleRuns.degraded(600), SampleRuns.TARGET));
        assertThat(commands).hasSizeBetween(2, 10);
        assertThat(commands.stream().skip(1)).allMatch(command -> command.startsWith("::warning title=goodput%3A "));
    }

    private static String first(Run run, String target) {
        return GithubAnnotations.of(
                        SampleRuns.judged(run, SampleRuns.slo("slo", "ttft<=2s, tpot<=40ms, e2e<=6s", target)))
                .getFirst();
    }

    @ParameterizedTest
    @MethodSource("dev.goodput.report.HostileTextTest#texts")
    void hostileTextBecomesNoCommand(String text) throws Exception {
        String worse = text + "\n::add-mask::x\r::error::y%0A::stop-commands::z";
        ReportInput input = SampleRuns.judged(SampleRuns.hostile(worse), SampleRuns.TARGET.withName(worse));
        for (String command : GithubAnnotations.of(input)) {
            assertThat(command).matches("::(notice|warning|error) title=[^:,\\r\\n]*::[^\\r\\n]*");
            assertThat(command.replace("%25", "").replace("%3A", "").replace("%2C", ""))
                    .doesNotContain("%");
        }
        assertThat(OpenMetrics.render(input).lines().filter(line -> !line.startsWith("# ")))
                .allMatch(line -> SERIES.matcher(line).matches());
        assertThat(parse(Badge.render(input)).getTagName()).isEqualTo("svg");
    }

    private static Element parse(String xml) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }
}
