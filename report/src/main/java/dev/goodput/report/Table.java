package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// A table of a report, independent of how it is rendered. Cells are clean text (see [PlainText]).
public record Table(List<Column> columns, List<List<String>> rows) {
    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(columns.size() + " columns, but a row of " + row);
            }
        }
    }

    /// What a column holds decides how it is aligned and set.
    public enum Kind {
        TEXT,
        /// Right-aligned.
        NUMBER,
        /// What somebody wrote or a machine said: constraints, names, messages.
        CODE
    }

    public record Column(String title, Kind kind) {
        boolean isNumber() {
            return kind == Kind.NUMBER;
        }

        boolean isCode() {
            return kind == Kind.CODE;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /// Columns first, then rows.
    public static final class Builder {
        private final List<Column> columns = new ArrayList<>();
        private final List<List<String>> rows = new ArrayList<>();

        public Builder text(String title) {
            columns.add(new Column(title, Kind.TEXT));
            return this;
        }

        public Builder code(String title) {
            columns.add(new Column(title, Kind.CODE));
            return this;
        }

        public Builder numbers(String... titles) {
            for (String title : titles) {
                columns.add(new Column(title, Kind.NUMBER));
            }
            return this;
        }

        public Builder row(String... cells) {
            rows.add(List.of(cells));
            return this;
        }

        public Table build() {
            return new Table(columns, rows);
        }
    }
}
