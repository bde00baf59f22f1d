package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentTest {

    @Test
    void theVerdictStandsInTheFirstLine() {
        String report = terminal(SampleRuns.judged(SampleRuns.degraded(300), SampleRuns.TARGET));
        assertThat(report.lines().findFirst().orElseThrow()).contains("✗ FAIL", "goodput", "target 99%");
        String coloured = TerminalReport.render(
                SampleRuns.judged(SampleRuns.degraded(300), SampleRuns.TARGET), new TerminalStyle(true, 96));
        assertThat(coloured).startsWith("\u001b[1;37;41m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(report);
    }

    @Test
    void linesKeepTheWidth() {
        ReportInput input = SampleRuns.judged(SampleRuns.troubled(), SampleRuns.TARGET, SampleRuns.LOOSE);
        for (int width : new int[] {80, 96, 120}) {
            String report = TerminalReport.render(input, new TerminalStyle(false, width));
            assertThat(report.lines().toList()).allMatch(line -> line.length() <= width);
        }
    }

    @Test
    void runsThatDidNotEndSaySoBeforeAnyNumber() {
        Run whole = SampleRuns.golden();
        Manifest m = whole.manifest();
        Run killed = new Run(m.finished(Manifest.Status.RUNNING, m.startedAt(), 0, 0, null, List.of()), whole.traces());
        assertThat(Notices.of(SampleRuns.judged(killed, SampleRuns.TARGET)).getFirst())
                .contains("cut short");
        assertThat(Notices.of(SampleRuns.judged(SampleRuns.troubled(), SampleRuns.TARGET))
                        .getFirst())
                .contains("interrupted");
        String markdown = MarkdownReport.render(SampleRuns.judged(killed, SampleRuns.TARGET));
        assertThat(markdown.indexOf("cut short")).isBetween(0, markdown.indexOf("### "));
    }

    @Test
    void guessedTokensAreCalledSo() {
        ReportInput input = SampleRuns.judged(SampleRuns.troubled(), SampleRuns.TARGET);
        assertThat(Notices.of(input)).anyMatch(notice -> notice.contains("14 × chunks counted as tokens"));
        assertThat(Notices.of(SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET)))
                .isEmpty();
    }

    @Test
    void failuresAreCountedByCategoryWithAnExample() {
        List<FailureGroup> groups = FailureGroup.of(SampleRuns.judged(SampleRuns.troubled()));
        assertThat(groups).extracting(FailureGroup::count).containsExactly(9L, 4L, 3L, 1L, 1L);
        assertThat(groups.getFirst().example()).isEqualTo("{\"error\":\"rate limit\"}");
        assertThat(groups.getFirst().httpStatus()).isEqualTo(429);
    }

    /// By hand: TTFT 300 ms, 100 gaps of 7 ms are 700 ms over 101 tokens, for the median request of the golden run.
    @Test
    void theToolTrapShowsBothDefinitions() {
        String report = terminal(SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET));
        assertThat(report).contains("inter_token_latency_s", "inter_token_latency ", "times GenAI-Perf's");
    }

    @Test
    void tighteningTpotNeverRaisesGoodput() {
        TpotSensitivity sensitivity = TpotSensitivity.of(
                        SampleRuns.judged(SampleRuns.degraded(500), SampleRuns.LOOSE, SampleRuns.TARGET))
                .orElseThrow();
        assertThat(sensitivity.base().name()).isEqualTo("target");
        List<Long> good =
                sensitivity.points().stream().map(TpotSensitivity.Point::good).toList();
        assertThat(good).hasSize(6).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(good.getFirst()).isGreaterThan(good.getLast());
        // At the SLO's own limit the curve must meet the verdict.
        long judged = SampleRuns.judged(SampleRuns.degraded(500), SampleRuns.TARGET)
                .results()
                .getFirst()
                .goodput()
                .good();
        assertThat(good.get(3)).isEqualTo(judged);
    }

    private static String terminal(ReportInput input) {
        return TerminalReport.render(input, TerminalStyle.PLAIN);
    }
}
