package dev.goodput.runs.imports;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The unit of a column of times.
enum TableUnit {
    NS("1"),
    US("1e3"),
    MS("1e6"),
    S("1e9"),
    MIN("6e10"),
    /// ISO-8601 date and time, such as `2026-11-29T21:04:32.5Z`; without a zone it is taken as UTC.
    ISO("0");

    private final BigDecimal ns;

    TableUnit(String ns) {
        this.ns = new BigDecimal(ns);
    }

    /// Nanoseconds of one unit.
    BigDecimal ns() {
        return ns;
    }

    static Optional<TableUnit> byId(String id) {
        return Arrays.stream(values()).filter(unit -> unit.id().equals(id)).findFirst();
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> ids() {
        return Arrays.stream(values()).map(TableUnit::id).toList();
    }
}
