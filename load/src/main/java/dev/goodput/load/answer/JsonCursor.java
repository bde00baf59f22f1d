package dev.goodput.load.answer;

import java.util.Arrays;

/// A forward-only reader of one JSON value in UTF-8 bytes that allocates nothing: it runs for every chunk, on the
/// thread
/// that stamps arrivals. Values nobody asks for are skipped by brackets and quotes alone.
///
/// Every method leaves the cursor behind what it read and throws [Malformed] where the bytes are not JSON.
final class JsonCursor {
    /// Says that the bytes are not JSON. Without a stack trace: hostile servers may send many.
    static final class Malformed extends RuntimeException {
        Malformed() {
            super("not JSON", null, false, false);
        }
    }

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int textFrom;
    private int textTo;
    private int textUnits;

    void reset(byte[] source, int from, int to) {
        bytes = source;
        at = from;
        end = to;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return at;
    }

    /// Where the string or field name read last starts, behind its quote.
    int textFrom() {
        return textFrom;
    }

    int textTo() {
        return textTo;
    }

    /// The length of the string read last in UTF-16 units, escapes resolved.
    int textUnits() {
        return textUnits;
    }

    /// Whether the string or field name read last is `expected`, which must need no escapes.
    boolean textIs(byte[] expected) {
        // The length first: most names differ in it, and the comparison behind it is a call that costs more.
        return textTo - textFrom == expected.length
                && Arrays.equals(bytes, textFrom, textTo, expected, 0, expected.length);
    }

    /// The first byte of the next value, which stays unread; 0 at the end.
    byte peek() {
        while (at < end) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
            at++;
        }
        return 0;
    }

    boolean atEnd() {
        peek();
        return at == end;
    }

    /// Enters an object or array.
    void enter(char bracket) {
        expect(bracket);
        afterEntry = true;
    }

    /// Whether the innermost container was entered and nothing of it was read yet.
    private boolean afterEntry;

    /// Advances to the next field of an object: reads its name and colon.
    ///
    /// @return false at the end of the object, which is then behind the cursor
    boolean nextField() {
        if (!nextElement('}')) {
            return false;
        }
        readString();
        expect(':');
        return true;
    }

    /// Advances to the next element of an array.
    ///
    /// @return false at the end of the array, which is then behind the cursor
    boolean nextElement() {
        return nextElement(']');
    }

    private boolean nextElement(char close) {
        byte b = peek();
        if (b == close) {
            at++;
            afterEntry = false;
            return false;
        }
        if (!afterEntry) {
            expect(',');
        }
        afterEntry = false;
        return true;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new Malformed();
        }
        at++;
    }

    void readString() {
        expect('"');
        textFrom = at;
        int units = 0;
        byte[] source = bytes;
        int i = at;
        int to = end;
        while (i < to) {
            byte b = source[i];
            if (b == '"') {
                textTo = i;
                textUnits = units;
                at = i + 1;
                return;
            }
            if (b == '\\') {
                i += i + 1 < to && source[i + 1] == 'u' ? 6 : 2;
                units++;
                continue;
            }
            // A continuation byte (10xxxxxx) adds nothing; a four-byte sequence (11110xxx) is a surrogate pair.
            if (b >= 0 || b >= (byte) 0xC0) {
                units += b < 0 && b >= (byte) 0xF0 ? 2 : 1;
            }
            i++;
        }
        throw new Malformed();
    }

    /// Reads a whole number, clamped to `int`; a fraction is cut off. Other values are skipped.
    ///
    /// @return the number, or `otherwise`
    int readInt(int otherwise) {
        byte first = peek();
        if (first != '-' && (first < '0' || first > '9')) {
            skipValue();
            return otherwise;
        }
        int i = first == '-' ? at + 1 : at;
        long value = 0;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            value = Math.min(Integer.MAX_VALUE, value * 10 + bytes[i] - '0');
            i++;
        }
        skipNumber();
        return (int) (first == '-' ? -value : value);
    }

    /// Whether the next value is null, which is then behind the cursor.
    boolean skipNull() {
        if (peek() != 'n') {
            return false;
        }
        skipLiteral(NULL);
        return true;
    }

    void skipValue() {
        switch (peek()) {
            case '"' -> readString();
            case '{', '[' -> skipContainer();
            case 't' -> skipLiteral(TRUE);
            case 'f' -> skipLiteral(FALSE);
            case 'n' -> skipLiteral(NULL);
            default -> skipNumber();
        }
    }

    /// Counts the elements of an array; 0 for anything else. The value is then behind the cursor.
    int countElements() {
        if (peek() != '[') {
            skipValue();
            return 0;
        }
        enter('[');
        int count = 0;
        while (nextElement()) {
            skipValue();
            count++;
        }
        return count;
    }

    private void skipContainer() {
        int depth = 0;
        while (at < end) {
            byte b = bytes[at];
            if (b == '"') {
                readString();
                continue;
            }
            at++;
            if (b == '{' || b == '[') {
                depth++;
            } else if ((b == '}' || b == ']') && --depth == 0) {
                return;
            }
        }
        throw new Malformed();
    }

    private void skipLiteral(byte[] word) {
        if (end - at < word.length || !Arrays.equals(bytes, at, at + word.length, word, 0, word.length)) {
            throw new Malformed();
        }
        at += word.length;
    }

    private void skipNumber() {
        int start = at;
        while (at < end && isOfNumber(bytes[at])) {
            at++;
        }
        if (at == start) {
            throw new Malformed();
        }
    }

    private static boolean isOfNumber(byte b) {
        return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
    }
}
