package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LessonReportTest {
    private static final TerminalStyle BLOCKS = new TerminalStyle(false, 96);

    private static LaneFigure lanes(String text) {
        return new LaneFigure(
                text,
                text,
                Scale.linear("time", " ms", 0, 100),
                List.of(new LaneFigure.Lane(
                        text,
                        List.of(
                                new LaneFigure.Span(0, 10, Shade.GOOD, "", "", text),
                                new LaneFigure.Span(10, 70, Shade.BAD, text, "", "")),
                        List.of())),
                List.of(new Figure.Legend(Shade.BAD, text)));
    }

    private static LessonReport lesson(String text) {
        return new LessonReport(
                text,
                text,
                text,
                text,
                List.of(text),
                List.of(new LessonReport.KeyNumber(text, text, text)),
                List.of(lanes(text)),
                List.of(new Section(
                        "numbers", text, Table.builder().text(text).row(text).build(), text)),
                text,
                List.of(new LessonReport.Command(text, text)));
    }

    @Test
    void lanesAreDrawnToScale() {
        List<Drawing.Box> boxes = lanes("a").drawing().shapes().stream()
                .filter(Drawing.Box.class::isInstance)
                .map(Drawing.Box.class::cast)
                .toList();
        assertThat(boxes).hasSize(2);
        double ratio = Double.parseDouble(boxes.get(1).width())
                / Double.parseDouble(boxes.get(0).width());
        assertThat(ratio).isCloseTo(6, within(0.02));

        String row = lanes("a").lines(BLOCKS).getFirst();
        long bad = row.chars().filter(c -> c == '█').count();
        long good = row.chars().filter(c -> c == '▒').count();
        assertThat(bad).isGreaterThan(5 * good);
    }

    @Test
    void barsAreAsLongAsTheirValuesAndNeverInvisible() {
        BarFigure bars = new BarFigure(
                "",
                "",
                10,
                List.of(
                        BarFigure.Bar.of("all", 10, Shade.GOOD, "10"),
                        BarFigure.Bar.of("half", 5, Shade.GOOD, "5"),
                        BarFigure.Bar.of("none", 0, Shade.GOOD, "0"),
                        new BarFigure.Bar("move", 5, 10, Shade.BAD, 2, "+5")),
                List.of());
        List<String> lines = bars.lines(BLOCKS);
        long all = lines.get(0).chars().filter(c -> c == '█').count();
        assertThat(lines.get(1).chars().filter(c -> c == '█').count()).isEqualTo(all / 2);
        assertThat(lines.get(2)).contains("▏");
        assertThat(lines.get(3)).contains("┃").containsPattern("┃ +█+");
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(BLOCKS.width()));
    }

    @Test
    void ticksAreRoundAndInside() {
        assertThat(Scale.linear("", " ms", -40, 230).ticks(8)).containsExactly(0.0, 50.0, 100.0, 150.0, 200.0);
        assertThat(Scale.logarithmic("", "%", 0.01, 100).ticks(5)).hasSize(5);
        assertThat(Scale.logarithmic("", "", 20, 900).ticks(5))
                .allMatch(tick -> tick >= 20 && tick <= 900)
                .hasSize(5);
        assertThat(Scale.linear("", "%", 0, 1).text(0.1 + 0.2)).isEqualTo("0.3%");
    }

    @Test
    void aSteepLineHasNoHoles() {
        CurveFigure curve = new CurveFigure(
                "",
                "",
                Scale.linear("x", "", 0, 10),
                Scale.linear("y", "", 0, 1),
                List.of(new CurveFigure.Series(
                        Shade.GOOD,
                        true,
                        List.of(
                                new CurveFigure.Point(0, 0, ""),
                                new CurveFigure.Point(5, 0, ""),
                                new CurveFigure.Point(5.01, 1, ""),
                                new CurveFigure.Point(10, 1, "")))),
                List.of(),
                List.of());
        List<String> rows =
                curve.lines(BLOCKS).stream().filter(line -> line.contains("│")).toList();
        assertThat(rows).isNotEmpty().allMatch(row -> row.contains("●"));
    }

    @Test
    void aLongCommandIsBrokenWhereAShellReadsOn() {
        LessonReport.Command command =
                new LessonReport.Command("", "goodput simulate --engine a --set b=1 --slo \"ttft<=1s, tpot<=10ms\"");
        List<String> lines = command.lines(40);
        assertThat(lines).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 46);
        assertThat(String.join(" ", lines).replace("\\", "").replaceAll(" +", " "))
                .isEqualTo(command.line());
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.endsWith(" \\"));
    }

    @Test
    void textIsEscapedOnThePage() {
        String hostile = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
        assertThat(LessonHtml.render(lesson(hostile)))
                .doesNotContain("<script>")
                .doesNotContain("<img");
    }

    @Test
    void everyKindOfPictureIsOneLineARowOnATerminal() {
        Stream.of(
                        lanes("a"),
                        new GridFigure(
                                "t",
                                "c",
                                "users",
                                "turns",
                                List.of(List.of(true, false), List.of(false, false)),
                                List.of()))
                .forEach(
                        figure -> assertThat(figure.lines(BLOCKS)).isNotEmpty().noneMatch(line -> line.contains("\n")));
    }
}
