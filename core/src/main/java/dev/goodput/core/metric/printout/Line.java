package dev.goodput.core.metric.printout;

import dev.goodput.core.metric.Quantity;
import java.util.List;

/// A piece of a printout, from top to bottom.
public sealed interface Line {

    /// Words as they stand: headings and rulers.
    record Text(String text) implements Line {}

    /// One number with its label.
    ///
    /// @param lead what stands before the number, padding included
    /// @param width the least that the number takes, blanks after it
    /// @param tail what stands after it
    record Value(String lead, Amount number, int width, String tail) implements Line {}

    /// Several numbers in one line, refused together.
    ///
    /// @param lead what stands before the first
    record Phrase(String lead, List<Piece> pieces) implements Line {
        public Phrase {
            pieces = List.copyOf(pieces);
        }
    }

    /// A number and what follows it.
    record Piece(Amount number, String after) {}

    /// Rows of numbers under columns.
    ///
    /// @param columns the first is of the labels
    record Table(String title, List<String> columns, List<Row> rows) implements Line {
        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            for (Row row : rows) {
                if (row.cells().size() != columns.size() - 1) {
                    throw new IllegalArgumentException(title + ": row " + row.label() + " has "
                            + row.cells().size() + " cells for " + (columns.size() - 1) + " columns");
                }
            }
        }
    }

    /// Lines that are printed in some runs only.
    record Only(When when, List<Line> lines) implements Line {
        public Only {
            lines = List.copyOf(lines);
        }
    }

    /// Lines that are printed for one way of sending requests only.
    record OnlyIn(LoadgenScenario scenario, List<Line> lines) implements Line {
        public OnlyIn {
            lines = List.copyOf(lines);
        }
    }

    /// A line that is printed where the user's objective bounds a quantity.
    record OnlyBounded(Quantity quantity, Line line) implements Line {}

    /// Numbers of a whole block that cannot be rebuilt.
    record Refused(String block, String reason) implements Line {}

    /// @param label as the tool prints it, unit included
    record Row(When when, String label, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /// What stands in a table.
    sealed interface Cell {}

    record Amount(Figure figure, Form form) implements Cell {}

    /// Such as `N/A`.
    record Words(String words) implements Cell {}

    /// Several numbers in one cell.
    record Joined(String between, List<Amount> numbers) implements Cell {
        public Joined {
            numbers = List.copyOf(numbers);
        }
    }

    /// Whether a line is printed.
    enum When {
        ALWAYS,
        /// The user gave bounds for goodput.
        WITH_BOUNDS,
        /// The number of requests in flight was capped.
        WITH_CAP,
        /// A request failed.
        WITH_FAILURES,
        /// An answer has a time per output token.
        WITH_TPOT,
        /// An answer has more tokens than chunks.
        WITH_SEVERAL_TOKENS_A_CHUNK
    }
}
