package dev.goodput.load.answer;

import java.util.Locale;
import java.util.Set;

/// Notices the ends of sentences in a text that comes in pieces; keeps nothing of the text but its last word.
/// One an answer, not thread-safe.
///
/// A sentence ends
/// - at a newline;
/// - at `。`, `！`, `？` or `｡`, after which no space is written;
/// - at white space after `.`, `!`, `?` or `…`, closing quotes and brackets between them allowed; but not after
/// a common abbreviation (`e.g.`), single letters (`J. R.`, `U.S.`), nor after the number of a list (`1.`) that
/// opens it;
/// - with the text.
///
/// A point inside a number (`3.14`) or a name (`example.org`) has no space after it and ends nothing. Only what
/// holds more than space is a sentence. The end counts as come with the piece that shows it: the space, not the
/// point.
final class SentenceEnds {
    private static final Set<String> ABBREVIATIONS =
            Set.of("mr", "mrs", "ms", "dr", "prof", "sr", "jr", "st", "vs", "cf", "fig", "approx", "e.g", "i.e");

    /// More letters than any abbreviation has.
    private static final int LONGEST_WORD = 8;

    private final StringBuilder word = new StringBuilder();
    private boolean open;
    private boolean onlyDigits;
    private boolean stopped;
    private boolean atPoint;

    /// Takes the characters of a piece as a JSON string writes them in UTF-8.
    ///
    /// @return whether a sentence ended in it
    boolean feed(byte[] json, int from, int to) {
        boolean ended = false;
        int i = from;
        while (i < to) {
            int c = json[i];
            int length;
            if (c == '\\' && i + 1 < to) {
                length = json[i + 1] == 'u' ? 6 : 2;
                c = escaped(json, i, to);
            } else if (c >= 0) {
                length = 1;
            } else {
                length = (c & 0xE0) == 0xC0 ? 2 : (c & 0xF0) == 0xE0 ? 3 : 4;
                c = decoded(json, i, Math.min(i + length, to));
            }
            ended |= take(c);
            i += length;
        }
        return ended;
    }

    /// Tells that the text is over.
    ///
    /// @return whether that ends a sentence
    boolean end() {
        return close(open);
    }

    private static int escaped(byte[] json, int at, int to) {
        return switch (json[at + 1]) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> at + 6 <= to ? hex(json, at + 2) : 0;
            default -> json[at + 1];
        };
    }

    private static int hex(byte[] json, int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            value = value * 16 + Math.max(0, Character.digit(json[i], 16));
        }
        return value;
    }

    private static int decoded(byte[] utf8, int at, int end) {
        int value = utf8[at] & (0xFF >> (end - at + 1));
        for (int i = at + 1; i < end; i++) {
            value = (value << 6) | (utf8[i] & 0x3F);
        }
        return value;
    }

    private boolean take(int c) {
        return switch (c) {
            case '\n' -> close(open);
            case '。', '！', '？', '｡' -> close(true);
            case '.', '!', '?', '…' -> {
                // A second point, as in `e.g.` or `...`: the first did not end a word.
                if (atPoint) {
                    word.append('.');
                }
                atPoint = c == '.';
                stopped = true;
                open = true;
                yield false;
            }
            // Quotes, brackets and the marks of Markdown may stand between a point and its space, and before a word.
            case '"', '\'', '(', ')', '[', ']', '{', '}', '“', '”', '‘', '’', '«', '»', '」', '』', '*', '_' -> false;
            default -> (Character.isWhitespace(c) || Character.isSpaceChar(c)) ? space() : other(c);
        };
    }

    private boolean space() {
        boolean isOfWord = atPoint && (onlyDigits || isAbbreviation());
        if (stopped && !isOfWord) {
            return close(open);
        }
        word.setLength(0);
        stopped = false;
        atPoint = false;
        return false;
    }

    private boolean other(int c) {
        if (atPoint) {
            word.append('.');
        }
        onlyDigits = Character.isDigit(c) && (onlyDigits || !open);
        open = true;
        stopped = false;
        atPoint = false;
        if (word.length() <= LONGEST_WORD) {
            word.appendCodePoint(c);
        }
        return false;
    }

    /// Letters with points between them are one too, except for the word `I`.
    private boolean isAbbreviation() {
        for (int i = 1; i < word.length(); i += 2) {
            if (word.charAt(i) != '.') {
                return ABBREVIATIONS.contains(word.toString().toLowerCase(Locale.ROOT));
            }
        }
        return word.length() % 2 == 1
                && Character.isLetter(word.charAt(0))
                && !word.toString().equals("I");
    }

    private boolean close(boolean isSentence) {
        word.setLength(0);
        open = false;
        onlyDigits = false;
        stopped = false;
        atPoint = false;
        return isSentence;
    }
}
