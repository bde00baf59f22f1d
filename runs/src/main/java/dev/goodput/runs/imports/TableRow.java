package dev.goodput.runs.imports;

import dev.goodput.runs.imports.TableMapping.TableColumn;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The mapped cells of one row of a table, as text.
///
/// @param line where the row ends, for messages
record TableRow(Path file, int line, TableMapping mapping, Map<TableField, String> cells) {
    private static final int MAX_GAPS = 1 << 20;
    /// Longer exponents than these are no time of any clock, and costly to compute with.
    private static final int MAX_SCALE = 40;

    /// A cell that is there and not empty.
    Optional<String> text(TableField field) {
        String cell = cells.getOrDefault(field, "").strip();
        boolean absent = cell.isEmpty() || cell.equalsIgnoreCase("null") || cell.equalsIgnoreCase("nan");
        return absent ? Optional.empty() : Optional.of(cell);
    }

    /// A count, or -1.
    int count(TableField field) {
        return text(field)
                .map(cell -> {
                    BigDecimal value = decimal(field, cell);
                    try {
                        int count = value.intValueExact();
                        if (count >= 0) {
                            return count;
                        }
                    } catch (ArithmeticException e) {
                        // Told below.
                    }
                    throw wrong(field, cell, "is not a count");
                })
                .orElse(-1);
    }

    /// A point in time in nanoseconds of its own clock.
    Optional<BigDecimal> stampNs(TableField field) {
        return text(field).map(cell -> unit(field) == TableUnit.ISO ? isoNs(field, cell) : scaled(field, cell));
    }

    /// A length of time in nanoseconds.
    Optional<BigDecimal> timeNs(TableField field) {
        return text(field).map(cell -> notNegative(field, cell, scaled(field, cell)));
    }

    /// The gaps of the row, in nanoseconds; none where the cell is empty.
    BigDecimal[] gapsNs() {
        String cell = text(TableField.GAPS).orElse("");
        String list = cell.startsWith("[") && cell.endsWith("]") ? cell.substring(1, cell.length() - 1) : cell;
        if (list.isBlank()) {
            return new BigDecimal[0];
        }
        String[] parts = list.strip().split("[\\s,;]+", MAX_GAPS + 1);
        if (parts.length > MAX_GAPS) {
            throw new ImportException(at() + ": more than " + MAX_GAPS + " gaps");
        }
        BigDecimal[] gapsNs = new BigDecimal[parts.length];
        for (int i = 0; i < parts.length; i++) {
            gapsNs[i] = notNegative(TableField.GAPS, parts[i], scaled(TableField.GAPS, parts[i]));
        }
        return gapsNs;
    }

    private BigDecimal scaled(TableField field, String cell) {
        return decimal(field, cell).multiply(unit(field).ns());
    }

    private BigDecimal decimal(TableField field, String cell) {
        try {
            BigDecimal value = new BigDecimal(cell);
            if (value.signum() == 0) {
                return BigDecimal.ZERO;
            }
            if (Math.abs((long) value.precision() - value.scale()) <= MAX_SCALE && value.scale() <= MAX_SCALE) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw wrong(field, cell, "is not a number");
    }

    private BigDecimal notNegative(TableField field, String cell, BigDecimal value) {
        if (value.signum() < 0) {
            throw wrong(field, cell, "is negative");
        }
        return value;
    }

    private BigDecimal isoNs(TableField field, String cell) {
        String text = cell.replace(' ', 'T');
        try {
            boolean zoned = text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > 10;
            Instant instant = zoned
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            return BigDecimal.valueOf(instant.getEpochSecond())
                    .multiply(TableUnit.S.ns())
                    .add(BigDecimal.valueOf(instant.getNano()));
        } catch (DateTimeException e) {
            throw wrong(field, cell, "is not an ISO-8601 time");
        }
    }

    private TableColumn column(TableField field) {
        return Objects.requireNonNull(mapping.columns().get(field));
    }

    private TableUnit unit(TableField field) {
        return Objects.requireNonNull(column(field).unit());
    }

    ImportException wrong(TableField field, String cell, String problem) {
        String shown = cell.length() > 40 ? cell.substring(0, 40) + "…" : cell;
        return new ImportException(at() + ": '" + shown.replaceAll("\\p{Cntrl}", "?") + "' in column "
                + column(field).name() + " " + problem);
    }

    private String at() {
        return file + " line " + line;
    }
}
