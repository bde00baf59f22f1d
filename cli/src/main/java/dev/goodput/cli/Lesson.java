package dev.goodput.cli;

import dev.goodput.report.LessonReport;
import java.nio.file.Path;
import java.util.Map;

/// One effect, shown on the modelled engine with numbers from runs of its own. The same seed teaches
/// the same.
sealed interface Lesson
        permits ChunkedPrefillLesson,
                TailLesson,
                ToolTrapLesson,
                MeanVsP99Lesson,
                OpenVsClosedLoopLesson,
                CoordinatedOmissionLesson {
    /// The engine of the lessons: one GPU and one model that many have.
    String ENGINE = "h100-llama3.1-8b";

    /// What it is called by.
    String name();

    /// What it shows, in one line.
    String shows();

    /// Runs it.
    ///
    /// @param directory where its files will lie, for commands that name them
    Taught teach(long seed, Path directory);

    /// @param files to lie beside the page, by name: what its commands need
    record Taught(LessonReport report, Map<String, String> files) {
        public Taught {
            files = Map.copyOf(files);
        }
    }
}
