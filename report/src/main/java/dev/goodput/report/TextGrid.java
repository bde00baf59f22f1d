package dev.goodput.report;

import java.util.Arrays;

/// Characters in rows and columns, for pictures on a terminal.
final class TextGrid {
    private TextGrid() {}

    /// A label cut or filled up to so many columns.
    static String label(String text, int columns) {
        String cut = PlainText.clean(text, columns - 1);
        return cut + " ".repeat(columns - cut.codePointCount(0, cut.length()));
    }

    /// The text for a terminal that shows nothing but ASCII.
    static String ascii(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> shown.append(
                        switch (c) {
                            case '→' -> "->";
                            case '±' -> "+-";
                            case '…' -> "...";
                            case '−', '–', '·' -> "-";
                            case '×' -> "x";
                            default -> c < 128 ? Character.toString(c) : "?";
                        }));
        return shown.toString();
    }

    /// The line below a picture, with words below the places they belong to. What finds no room is left
    /// out.
    static final class Ruler {
        private final char[] cells;
        private int free;

        Ruler(int columns) {
            cells = new char[columns];
            Arrays.fill(cells, ' ');
        }

        /// Places come in order.
        ///
        /// @param at from 0 to 1
        void put(double at, String words) {
            int middle = (int) Math.round(at * (cells.length - 1));
            int from = Math.clamp(middle - words.length() / 2L, 0, Math.max(0, cells.length - words.length()));
            if (from >= free && words.length() <= cells.length) {
                words.getChars(0, words.length(), cells, from);
                free = from + words.length() + 1;
            }
        }

        @Override
        public String toString() {
            return new String(cells).stripTrailing();
        }
    }
}
