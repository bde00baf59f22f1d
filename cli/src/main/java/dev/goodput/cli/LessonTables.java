package dev.goodput.cli;

import dev.goodput.report.Format;
import dev.goodput.report.Table;

/// Rows that several lessons have in their tables.
final class LessonTables {
    private LessonTables() {}

    /// A time under two conditions, in ms, and their ratio.
    static void times(Table.Builder table, String label, double firstNs, double secondNs) {
        table.row(label, Format.ms(firstNs), Format.ms(secondNs), Format.ratio(firstNs / secondNs));
    }

    /// As [#times], with the second over the first.
    static void ratios(Table.Builder table, String label, double firstNs, double secondNs) {
        table.row(label, Format.ms(firstNs), Format.ms(secondNs), Format.ratio(secondNs / firstNs));
    }
}
