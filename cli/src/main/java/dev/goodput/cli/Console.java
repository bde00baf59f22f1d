package dev.goodput.cli;

import java.io.PrintStream;

/// Where a command prints: results to `out`, talk to `err`.
record Console(PrintStream out, PrintStream err, Terminal terminal) {

    /// Text from outside on one line: control characters, which could drive the terminal, become spaces.
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
    }

    void say(String line) {
        err.println(line);
    }
}
