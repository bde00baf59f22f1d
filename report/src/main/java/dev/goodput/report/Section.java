package dev.goodput.report;

import java.util.List;

/// One titled part of a report: a table and sentences about it.
///
/// @param id stable name, the anchor in the HTML page
/// @param remarks what a reader must know about the table, in sentences
public record Section(String id, String title, Table table, List<String> remarks) {
    public Section {
        remarks = List.copyOf(remarks);
    }

    public Section(String id, String title, Table table, String... remarks) {
        this(id, title, table, List.of(remarks));
    }
}
