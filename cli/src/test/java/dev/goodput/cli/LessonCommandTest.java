package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.report.LessonReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `simulate --lesson`, and what its lessons tell people to type.
class LessonCommandTest {
    @TempDir
    Path directory;

    private record Result(int exitCode, String out, String err) {}

    private static Result run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(args, print(out), print(err));
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @Test
    void theListNamesEveryLesson() {
        Result result = run("simulate", "--lesson", "list");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines())
                .hasSize(Lessons.ALL.size())
                .allMatch(line -> Lessons.ALL.stream().anyMatch(lesson -> line.startsWith(lesson.name())));
    }

    @Test
    void aLessonIsPrintedAndItsPageWritten() {
        Path out = directory.resolve("lesson");
        Result result = run("simulate", "--lesson", "mean-vs-p99", "--seed", "3", "--out", out.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("seed 3").contains("page: " + out.resolve("lesson.html"));
        assertThat(out.resolve("lesson.html")).exists();
    }

    @Test
    void aWrongNameIsToldWithTheNearest() {
        Result result = run("simulate", "--lesson", "chunked-prefil", "--out", directory.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("goodput: no lesson 'chunked-prefil'; did you mean 'chunked-prefill'?\n");
    }

    @Test
    void optionsOfASimulationOfOnesOwnAreRefused() {
        Result result = run("simulate", "--lesson", "tail", "--rate", "8/s", "--slo", "ttft<=1s");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .isEqualTo("goodput: a lesson brings its own engine and load; leave out --rate, --slo\n");
    }

    static Stream<Lesson> lessons() {
        return Lessons.ALL.stream();
    }

    /// Every simulation that a lesson names can be typed as it stands.
    @ParameterizedTest
    @MethodSource("lessons")
    void whatToTypeWorks(Lesson lesson) throws IOException {
        LessonCommand.writeFiles(lesson, directory);
        LessonReport report = lesson.teach(2, directory);
        assertThat(report.commands()).hasSizeGreaterThanOrEqualTo(3);
        for (LessonReport.Command command : report.commands()) {
            List<String> args = new ArrayList<>(arguments(command.line()));
            assertThat(args.removeFirst()).isEqualTo("goodput");
            if (args.getFirst().equals("run")) {
                continue; // wants an endpoint
            }
            if (args.getFirst().equals("simulate") && !args.contains("--out")) {
                args.addAll(List.of(
                        "--out", directory.resolve("run-" + args.hashCode()).toString()));
            }
            Result result = run(args.toArray(String[]::new));
            assertThat(result.exitCode())
                    .as(command.line() + "\n" + result.err())
                    .isIn(0, 1, 3);
        }
    }

    /// A shell's view of a line: words, some of them in double quotes.
    private static List<String> arguments(String line) {
        Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(line);
        return word.results()
                .map(found -> found.group(1) != null ? found.group(1) : found.group(2))
                .toList();
    }

    /// What is typed gives the lesson's own numbers.
    @Test
    void whatToTypeGivesTheSameNumbers() throws IOException {
        MeanVsP99Lesson lesson = new MeanVsP99Lesson();
        MeanVsP99Lesson.Sides sides = MeanVsP99Lesson.run(2);
        List<LessonReport.Command> commands = lesson.teach(2, directory).commands();
        assertThat(p99(commands.get(0), "tpot"))
                .isCloseTo(sides.shared().metrics().tpot().p99() / 1e6, within(1e-6));
        assertThat(p99(commands.get(1), "tpot"))
                .isCloseTo(sides.own().metrics().tpot().p99() / 1e6, within(1e-6));
    }

    private double p99(LessonReport.Command command, String metric) throws IOException {
        Path out = directory.resolve("same-" + command.purpose().hashCode());
        List<String> args = new ArrayList<>(arguments(command.line()));
        args.removeFirst();
        args.addAll(List.of("--out", out.toString()));
        run(args.toArray(String[]::new));
        JsonNode summary = new JsonMapper().readTree(Files.readString(out.resolve("summary.json")));
        return summary.path("metrics").path(metric).path("p99").asDouble();
    }

    @Test
    void blocksAreForLocalesThatHaveThem() {
        assertThat(Terminal.hasBlocks(Map.of())).isTrue();
        assertThat(Terminal.hasBlocks(Map.of("LANG", "en_GB.UTF-8"))).isTrue();
        assertThat(Terminal.hasBlocks(Map.of("LANG", "C.utf8"))).isTrue();
        assertThat(Terminal.hasBlocks(Map.of("LANG", "C"))).isFalse();
        assertThat(Terminal.hasBlocks(Map.of("LC_ALL", "POSIX", "LANG", "en_GB.UTF-8")))
                .isFalse();
        assertThat(Terminal.hasBlocks(Map.of("LC_ALL", "", "LC_CTYPE", "en_GB.ISO-8859-1")))
                .isFalse();
    }
}
