package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// What a lesson shows: one effect, with numbers from its own runs and pictures of them.
///
/// @param tool name and version of the producer
/// @param name what the lesson is called by
/// @param question that it answers
/// @param answer in one sentence, with the numbers
/// @param setUp engine, load and what changes, a line each
/// @param figures the first is shown on a terminal too
/// @param takeAway one or two sentences
/// @param commands to have the same numbers again, and to go on from there
public record LessonReport(
        String tool,
        String name,
        String question,
        String answer,
        List<String> setUp,
        List<KeyNumber> keyNumbers,
        List<Figure> figures,
        List<Section> sections,
        String takeAway,
        List<Command> commands) {
    public LessonReport {
        setUp = List.copyOf(setUp);
        keyNumbers = List.copyOf(keyNumbers);
        figures = List.copyOf(figures);
        sections = List.copyOf(sections);
        commands = List.copyOf(commands);
    }

    /// One number at a glance.
    ///
    /// @param beside what it is to be seen against
    public record KeyNumber(String label, String value, String beside) {}

    /// @param purpose what it is for
    public record Command(String purpose, String line) {
        private static final String OPTION = " --";

        /// The command as a shell reads it over several lines, broken before options where it is longer
        /// than `width`.
        List<String> lines(int width) {
            List<String> lines = new ArrayList<>();
            StringBuilder current = new StringBuilder();
            for (String part : line.split("(?=" + OPTION + ")", -1)) {
                if (!current.isEmpty() && current.length() + part.length() + 2 > width) {
                    lines.add(current + " \\");
                    current.setLength(0);
                    current.append("   ");
                }
                current.append(part);
            }
            lines.add(current.toString());
            return lines;
        }
    }
}
