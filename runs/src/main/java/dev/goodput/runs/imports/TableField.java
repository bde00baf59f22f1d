package dev.goodput.runs.imports;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a column of a table of requests can be.
enum TableField {
    ID(Kind.TEXT),
    CLASS(Kind.TEXT),
    START(Kind.STAMP),
    INTENDED_START(Kind.STAMP),
    TTFT(Kind.TIME),
    FIRST_TOKEN(Kind.STAMP),
    E2E(Kind.TIME),
    END(Kind.STAMP),
    GAPS(Kind.TIME),
    PROMPT_TOKENS(Kind.COUNT),
    OUTPUT_TOKENS(Kind.COUNT),
    MAX_TOKENS(Kind.COUNT),
    STATUS(Kind.TEXT),
    ERROR(Kind.TEXT);

    /// What stands in a cell.
    enum Kind {
        TEXT,
        COUNT,
        /// A length of time, which needs a unit.
        TIME,
        /// A point in time, which needs a unit and is compared with other points only.
        STAMP
    }

    private final Kind kind;

    TableField(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    boolean needsUnit() {
        return kind == Kind.TIME || kind == Kind.STAMP;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TableField> byId(String id) {
        return Arrays.stream(values()).filter(field -> field.id().equals(id)).findFirst();
    }

    static List<String> ids() {
        return Arrays.stream(values()).map(TableField::id).toList();
    }
}
