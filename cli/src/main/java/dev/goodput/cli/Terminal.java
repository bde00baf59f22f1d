package dev.goodput.cli;

import dev.goodput.report.TerminalStyle;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// What the launcher found out about the terminal. Java itself cannot tell whether stdout and stderr go
/// to one.
record Terminal(boolean stdoutIsTerminal, boolean stderrIsTerminal, int columns) {
    private static final int DEFAULT_COLUMNS = 100;

    static Terminal detect() {
        return new Terminal(
                Boolean.getBoolean("goodput.stdout.terminal"),
                Boolean.getBoolean("goodput.stderr.terminal"),
                columns(System.getenv("COLUMNS")));
    }

    /// Colours only where someone sees them, and not where the user asked for none (no-color.org).
    TerminalStyle style() {
        String noColor = System.getenv("NO_COLOR");
        boolean colour = stdoutIsTerminal && (noColor == null || noColor.isEmpty());
        return new TerminalStyle(colour, columns, hasBlocks(System.getenv()));
    }

    /// Whether the locale, where one is set, can show more than ASCII.
    static boolean hasBlocks(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .map(locale -> locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8"))
                .orElse(true);
    }

    private static int columns(@org.jspecify.annotations.Nullable String text) {
        return text != null && text.matches("\\d{2,4}") ? Integer.parseInt(text) : DEFAULT_COLUMNS;
    }
}
