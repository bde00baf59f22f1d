package dev.goodput.engine.config;

/// Foreign words made fit for a one-line message.
public final class Plain {
    private static final int MAX_CHARS = 200;

    private Plain() {}

    /// The text with control characters (line ends, terminal escapes) replaced by `?`, cut after 200 characters.
    public static String text(String foreign) {
        String line = foreign.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "?");
        return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "…";
    }
}
