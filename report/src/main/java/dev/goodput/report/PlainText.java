package dev.goodput.report;

import java.util.regex.Pattern;

/// Makes text from a model, a server or a user harmless before any rendering sees it: one line, no control characters,
/// no escape sequences, no direction overrides. What the target format itself makes of it is that rendering's task.
public final class PlainText {
    /// CSI and OSC sequences as a whole, so that no `[31m` stays behind; then what is left of other escapes.
    private static final Pattern ESCAPES =
            Pattern.compile("\\x1b\\[[0-?]*[ -/]*[@-~]|\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?|\\x1b[@-_]?"
                    + "|\\x9b[0-?]*[ -/]*[@-~]");

    private static final Pattern BLANKS = Pattern.compile("[\\s\\u0085\\u00a0\\u2028\\u2029]+");

    private PlainText() {}

    /// The text on one line without anything that is not shown as itself.
    static String clean(String text) {
        String line = BLANKS.matcher(ESCAPES.matcher(text).replaceAll("")).replaceAll(" ");
        StringBuilder shown = new StringBuilder(line.length());
        line.codePoints().filter(PlainText::isShown).forEach(shown::appendCodePoint);
        return shown.toString().strip();
    }

    /// [#clean], at most `limit` code points long, cut with an ellipsis.
    static String clean(String text, int limit) {
        String clean = clean(text);
        int length = clean.codePointCount(0, clean.length());
        return length <= limit
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, limit - 1)).stripTrailing() + "…";
    }

    /// Whether a character is shown as itself: it neither steers nor is unseen.
    public static boolean isShown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
