package dev.goodput.core.slo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Cuts the text of an SLO into words, numbers with their units, quoted names and signs.
final class SloLexer {
    /// Two letters look like a micro sign: U+00B5 on keyboards, U+03BC in what is pasted. A word may hold a point
    /// only as the name of a percentile, `p99.9`.
    private static final Pattern TOKEN = Pattern.compile("(?<word>p\\d+\\.\\d+|[A-Za-z_\u00b5\u03bc][A-Za-z_0-9]*)"
            + "|(?<number>\\d+(?:\\.\\d+)?)(?<unit>[A-Za-z\u00b5\u03bc]*)"
            + "|\"(?<quoted>[^\"]*)\"|'(?<single>[^']*)'"
            + "|(?<sign><=|>=|==|≤|≥|<|>|=|,|\\(|\\)|\\+|\\*|×|/|%)");

    /// Longer words are cut in messages.
    private static final int MAX_SHOWN_CHARS = 60;

    private SloLexer() {}

    /// A piece of the text.
    ///
    /// @param number its digits where it is a number, else null
    /// @param quoted what stands between quotes where it is a quoted name, else null
    record Token(
            String text,
            @Nullable String number,
            String unit,
            @Nullable String quoted,
            int column) {
        boolean isNumber() {
            return number != null;
        }

        boolean isWord() {
            return number == null && (Character.isLetter(text.charAt(0)) || text.charAt(0) == '_');
        }

        boolean is(String sign) {
            return text.equals(sign);
        }

        /// Whether it joins clauses or begins a condition, and so is no name.
        boolean isKeyword() {
            return is("and") || is("when");
        }

        /// A sign in its plain form.
        String sign() {
            return switch (text) {
                case "≤" -> "<=";
                case "≥" -> ">=";
                case "×" -> "*";
                default -> text;
            };
        }
    }

    /// @throws SloException at a character that has no place in an SLO
    static List<Token> tokens(String text, String where) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (true) {
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                return tokens;
            }
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw error(
                        where, at, "unexpected character '" + shown(Character.toString(text.codePointAt(at))) + "'");
            }
            String unit = matcher.group("unit");
            String quoted = matcher.group("quoted") == null ? matcher.group("single") : matcher.group("quoted");
            tokens.add(new Token(matcher.group(), matcher.group("number"), unit == null ? "" : unit, quoted, at));
            at = matcher.end();
        }
    }

    /// White space, and the no-break spaces that come along when text is pasted from a page.
    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    static SloException error(String where, int column, String message) {
        return new SloException(where + ", column " + (column + 1) + ": " + message);
    }

    /// A piece of the text as it can stand in a message of one line: nothing that a terminal would obey, and not
    /// long.
    static String shown(String piece) {
        StringBuilder safe = new StringBuilder();
        piece.codePoints().limit(MAX_SHOWN_CHARS).forEach(c -> {
            int type = Character.getType(c);
            boolean isPrintable = !Character.isISOControl(c)
                    && type != Character.FORMAT
                    && type != Character.SURROGATE
                    && type != Character.LINE_SEPARATOR
                    && type != Character.PARAGRAPH_SEPARATOR;
            safe.append(isPrintable ? Character.toString(c) : String.format(Locale.ROOT, "U+%04X", c));
        });
        return piece.codePointCount(0, piece.length()) > MAX_SHOWN_CHARS ? safe + "…" : safe.toString();
    }
}
