package dev.goodput.core.metric.printout;

import java.util.List;

/// What a tool prints of a run.
///
/// @param origin where labels, units and decimals are from
public record Printout(Origin origin, List<Line> lines) {
    public Printout {
        lines = List.copyOf(lines);
    }

    /// Where a printout is known from.
    public enum Origin {
        CONSOLE("as the tool prints them"),
        RESULT_FILE("under the names of its result file; the tool prints no table"),
        DOCUMENTED("as described; no printout of the tool was at hand to compare"),
        OURS("our own"),
        DERIVED("no printout of this tool is known: what its definitions give, under our names");

        private final String words;

        Origin(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
