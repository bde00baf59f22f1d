package dev.goodput.cli;

import dev.goodput.core.slo.Suggestions;
import java.util.List;

/// All lessons, in the order in which they build on each other.
final class Lessons {
    static final List<Lesson> ALL = List.of(
            new MeanVsP99Lesson(),
            new ChunkedPrefillLesson(),
            new TailLesson(),
            new OpenVsClosedLoopLesson(),
            new CoordinatedOmissionLesson(),
            new ToolTrapLesson());

    private Lessons() {}

    static Lesson byName(String name) {
        return ALL.stream()
                .filter(lesson -> lesson.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    private static CliException unknown(String name) {
        List<String> names = ALL.stream().map(Lesson::name).toList();
        return new CliException(
                ExitCode.USAGE,
                "no lesson '" + Console.oneLine(name) + "'; "
                        + Suggestions.nearest(name, names)
                                .map(nearest -> "did you mean '" + nearest + "'?")
                                .orElse("there are " + String.join(", ", names)));
    }
}
