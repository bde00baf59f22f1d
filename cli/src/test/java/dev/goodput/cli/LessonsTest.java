package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.report.LessonHtml;
import dev.goodput.report.LessonReport;
import dev.goodput.report.LessonTerminal;
import dev.goodput.report.TerminalStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each lesson shows the effect it speaks of, in the direction and of the size it claims, whatever the
/// seed.
class LessonsTest {
    @TempDir
    Path directory;

    private Path with(Lesson lesson) throws IOException {
        LessonCommand.writeFiles(lesson, directory);
        return directory;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void chunksProtectTheTailOfTheGapsAndHardlyTheMean(long seed) throws IOException {
        ChunkedPrefillLesson.Sides sides = ChunkedPrefillLesson.run(seed, with(new ChunkedPrefillLesson()));
        Experiment chunked = sides.chunked().ofClass(ChunkedPrefillLesson.CHAT);
        Experiment whole = sides.whole().ofClass(ChunkedPrefillLesson.CHAT);
        Distribution cut = chunked.metrics().itl();
        Distribution uncut = whole.metrics().itl();

        assertThat(uncut.p99() / cut.p99()).isGreaterThan(3);
        assertThat(uncut.max() / cut.max()).isGreaterThan(5);
        assertThat(uncut.mean() / cut.mean()).isBetween(0.9, 1.12);
        // No gap is longer than a step of 512 tokens at these contexts (16.5 ms and the overheads of a
        // step).
        assertThat(cut.max()).isLessThan(25e6);
        Distribution early =
                sides.whole().ofClass(ChunkedPrefillLesson.DOCUMENT).metrics().ttft();
        Distribution late =
                sides.chunked().ofClass(ChunkedPrefillLesson.DOCUMENT).metrics().ttft();
        assertThat(late.p50() / early.p50()).isGreaterThan(1.1);
        assertThat(chunked.goodput("itl_max<=50ms")).isEqualTo(1);
        assertThat(whole.goodput("itl_max<=50ms")).isLessThan(0.5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theMeanPicksTheEndpointThatFailsItsUsers(long seed) {
        MeanVsP99Lesson.Sides sides = MeanVsP99Lesson.run(seed);
        Distribution shared = sides.shared().metrics().tpot();
        Distribution own = sides.own().metrics().tpot();

        assertThat(shared.mean() / own.mean()).isBetween(0.98, 1.0);
        assertThat(shared.p50()).isLessThan(own.p50());
        assertThat(shared.p99() / own.p99()).isGreaterThan(2);
        assertThat(sides.own().goodput("tpot<=10ms")).isGreaterThan(0.999);
        assertThat(sides.shared().goodput("tpot<=10ms")).isLessThan(0.85);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aRareSlowRequestMeetsManyUsersOfLongSessions(long seed) throws IOException {
        TailLesson.Sessions sessions = TailLesson.run(seed, with(new TailLesson()));

        assertThat(sessions.waitsNs()).hasSizeGreaterThan(300);
        assertThat(sessions.slowRequests()).isBetween(0.006, 0.015);
        assertThat(sessions.hitUsers(TailLesson.TURNS)).isGreaterThan(10 * sessions.slowRequests());
        // Three standard errors of a share of a fifth among some 480 users are 5.5 points.
        assertThat(sessions.hitUsers(TailLesson.TURNS))
                .isCloseTo(sessions.expectedHit(TailLesson.TURNS), within(0.055));
    }

    @Test
    void theTextbookRequestGivesTheTextbookNumbers() throws IOException {
        ToolTrapLesson.Runs runs = ToolTrapLesson.run(1, with(new ToolTrapLesson()));
        RequestTrace trace = runs.one().traces().getFirst();
        RunMetrics metrics = RunMetrics.of(runs.one());

        assertThat(metrics.ttft().max() / 1e6).isCloseTo(500, within(1e-5));
        assertThat(metrics.e2e().max() / 1e6).isCloseTo(1_200, within(1e-4));
        assertThat(Reading.of(trace, Dialects.genaiPerf()).perTokenNs() / 1e6).isCloseTo(7.0707, within(5e-5));
        assertThat(Reading.of(trace, Dialects.llmperf()).perTokenNs() / 1e6).isCloseTo(12, within(5e-5));

        Explanation way = ToolTrapLesson.way(runs.one());
        assertThat(way.steps().stream().mapToDouble(Explanation.Step::move).sum())
                .isCloseTo(way.difference(), within(1e-3));
        Explanation loaded = ToolTrapLesson.way(runs.loaded());
        assertThat(loaded.toValue().orNaN())
                .isGreaterThan(1.05 * loaded.fromValue().orNaN());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aClosedLoopHidesTheQueueThatIndependentUsersWaitIn(long seed) {
        OpenVsClosedLoopLesson.Sweep sweep = OpenVsClosedLoopLesson.run(seed);
        Distribution closed = sweep.full().experiment().metrics().ttft();
        Distribution same = sweep.same().experiment().metrics().ttft();
        Distribution more = sweep.more().experiment().metrics().ttft();

        assertThat(closed.p90()).isLessThan(150e6);
        assertThat(same.p90() / closed.p90()).isGreaterThan(5);
        assertThat(more.p50() / closed.p50()).isGreaterThan(20);
        // Far from saturation both see the same.
        assertThat(sweep.open().getFirst().ttftP90Ms()
                        / sweep.closed().getFirst().ttftP90Ms())
                .isBetween(0.7, 1.5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aStallIsSeenFromTheIntendedStartOnly(long seed) {
        CoordinatedOmissionLesson.Clients clients = CoordinatedOmissionLesson.run(seed);
        Distribution users = clients.users().metrics().ttft();
        Distribution closed = clients.closed().metrics().ttft();
        Distribution actual = clients.paced().metrics().ttftFromSend();
        Distribution intended = clients.paced().metrics().ttft();

        assertThat(users.p99()).isGreaterThan(1e9);
        assertThat(intended.p99()).isGreaterThan(1e9);
        assertThat(closed.p99()).isLessThan(0.1e9);
        assertThat(actual.p99()).isLessThan(0.1 * intended.p99());
        assertThat(CoordinatedOmissionLesson.overOneSecond(closed)).isLessThanOrEqualTo(5);
        assertThat(CoordinatedOmissionLesson.overOneSecond(actual)).isLessThanOrEqualTo(8);
        assertThat(CoordinatedOmissionLesson.overOneSecond(users)).isGreaterThan(10);
        assertThat(CoordinatedOmissionLesson.overOneSecond(intended)).isGreaterThan(10);
    }

    static Stream<Lesson> lessons() {
        return Lessons.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("lessons")
    void aPageNeedsNothingBesideItAndIsTheSameForASeed(Lesson lesson) throws IOException {
        LessonReport report = lesson.teach(7, with(lesson));
        String page = LessonHtml.render(report);

        assertThat(page)
                .contains("Content-Security-Policy")
                .contains("<svg class=\"drawing\"")
                .doesNotContain("<script")
                .doesNotContain(" src=")
                .doesNotContain(" href=")
                .doesNotContain("url(")
                .doesNotContain("NaN");
        assertThat(LessonHtml.render(lesson.teach(7, directory))).isEqualTo(page);
        String terminal = LessonTerminal.render(report, new TerminalStyle(false, 100));
        assertThat(terminal).contains(report.question(), "Take away", "Try it").doesNotContain("NaN");
        assertThat(terminal.lines()).allMatch(line -> line.length() <= 130);
    }

    @ParameterizedTest
    @MethodSource("lessons")
    void aTerminalOfAsciiIsGivenNothingElse(Lesson lesson) throws IOException {
        String terminal = LessonTerminal.render(lesson.teach(1, with(lesson)), new TerminalStyle(false, 100, false));
        assertThat(terminal.lines()).allMatch(line -> line.chars().allMatch(c -> c < 128));
        assertThat(terminal).doesNotContain("?? ");
    }

    @Test
    void everyLessonHasANameOfItsOwnAndIsFoundByIt() {
        List<String> names = Lessons.ALL.stream().map(Lesson::name).toList();
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "chunked-prefill",
                        "tail",
                        "tool-trap",
                        "mean-vs-p99",
                        "open-vs-closed-loop",
                        "coordinated-omission");
        assertThat(names)
                .allSatisfy(name -> assertThat(Lessons.byName(name).name()).isEqualTo(name));
    }
}
