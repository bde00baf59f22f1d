package dev.goodput.cli;

import dev.goodput.report.LessonHtml;
import dev.goodput.report.LessonReport;
import dev.goodput.report.LessonTerminal;
import dev.goodput.report.TerminalStyle;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// `simulate --lesson NAME`: runs a lesson, prints it and writes its page; `--lesson list` says which
/// there are.
final class LessonCommand {
    static final String OPTION = "--lesson";
    private static final String LIST = "list";
    private static final Set<String> ALLOWED = Set.of(OPTION, "--seed", "--out");

    private LessonCommand() {}

    /// @throws CliException when there is no such lesson, or other options were given with it
    static void run(String name, long seed, @Nullable Path out, ParseResult given, Console console) {
        String others = given.matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(option -> !ALLOWED.contains(option))
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            throw new CliException(ExitCode.USAGE, "a lesson brings its own engine and load; leave out " + others);
        }
        if (name.equals(LIST)) {
            for (Lesson lesson : Lessons.ALL) {
                console.out().printf("%-22s %s%n", lesson.name(), lesson.shows());
            }
            console.out().flush();
            return;
        }
        Lesson lesson = Lessons.byName(name);
        Path directory = OutputDirectory.choose(out, OPTION.substring(2) + "-" + lesson.name());
        LessonReport report;
        Path page = directory.resolve("lesson.html");
        try {
            writeFiles(lesson, directory);
            report = lesson.teach(seed, directory);
            Files.writeString(page, LessonHtml.render(report));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write to " + directory + ": " + RunFiles.reason(e), e);
        }
        TerminalStyle style = console.terminal().style();
        console.out().print(LessonTerminal.render(report, style));
        console.out().println();
        console.out().println("page: " + page);
        console.out().flush();
    }

    /// Puts what a lesson needs into a directory.
    static void writeFiles(Lesson lesson, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (String file : lesson.files()) {
            try (InputStream in = Objects.requireNonNull(LessonCommand.class.getResourceAsStream("lesson/" + file))) {
                Files.write(directory.resolve(file), in.readAllBytes());
            }
        }
    }
}
