package dev.goodput.cli;

import dev.goodput.report.LessonReport;
import java.nio.file.Path;
import java.util.List;

/// One effect, shown on the modelled engine with numbers from runs of its own. The same seed teaches
/// the same.
sealed interface Lesson
        permits ChunkedPrefillLesson,
                TailLesson,
                ToolTrapLesson,
                MeanVsP99Lesson,
                OpenVsClosedLoopLesson,
                CoordinatedOmissionLesson {
    /// What it is called by.
    String name();

    /// What it shows, in one line.
    String shows();

    /// Files that it needs and that its commands name, from beside this class.
    List<String> files();

    /// Runs it.
    ///
    /// @param directory holds its files
    LessonReport teach(long seed, Path directory);
}
