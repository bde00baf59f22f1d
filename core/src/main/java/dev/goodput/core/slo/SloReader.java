package dev.goodput.core.slo;

import dev.goodput.core.slo.SloLexer.Token;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/// Goes through the tokens of an SLO text: numbers with units, names, and what to say where something else stands.
final class SloReader {
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s", "min");

    private final String text;
    private final String where;
    private final List<Token> tokens;
    private int next;

    SloReader(String text, String where) {
        this.text = text;
        this.where = where;
        this.tokens = SloLexer.tokens(text, where);
    }

    String where() {
        return where;
    }

    boolean atEnd() {
        return next == tokens.size();
    }

    /// Whether the next token is this sign or word; it is then behind.
    boolean skip(String sign) {
        if (!nextIs(sign)) {
            return false;
        }
        next++;
        return true;
    }

    boolean nextIs(String sign) {
        return !atEnd() && tokens.get(next).is(sign);
    }

    /// Whether the token after `and` is one of these words.
    boolean andThen(List<String> words) {
        return nextIs("and")
                && next + 1 < tokens.size()
                && words.contains(tokens.get(next + 1).text());
    }

    Token take(String expected) {
        if (atEnd()) {
            throw error(text.length(), "ends where " + expected + " should follow");
        }
        return tokens.get(next++);
    }

    Token takeName(String expected) {
        Token name = take(expected);
        if (!name.isWord()) {
            throw error(name, "expected " + expected + ", found '" + SloLexer.shown(name.text()) + "'");
        }
        return name;
    }

    void expect(String sign, String after) {
        Token found = take("'" + sign + "' after " + after);
        if (!found.sign().equals(sign)) {
            throw error(
                    found, "expected '" + sign + "' after " + after + ", found '" + SloLexer.shown(found.text()) + "'");
        }
    }

    boolean skipMultiplication() {
        return skip("*") || skip("×");
    }

    void expectMultiplication(String after) {
        if (!skipMultiplication()) {
            expect("*", after);
        }
    }

    /// The sign of a bound on `name`, which must be the one of its direction.
    void expectBound(Metric.Direction direction, String name) {
        String sign = direction.sign();
        Token found = take("'" + sign + "' after " + name);
        if (!found.sign().equals(sign)) {
            throw error(
                    found,
                    "expected '" + sign + "' after " + name + ", found '" + SloLexer.shown(found.text()) + "'; "
                            + switch (direction) {
                                case AT_MOST -> "a constraint is an upper limit";
                                case AT_LEAST -> "more of it is better, so its limit is a lower one";
                            });
        }
    }

    /// A positive time with its unit, in nanoseconds.
    ///
    /// @param what names the number in messages, such as `limit of ttft`
    long time(String what) {
        return time(number("a limit with its unit, like 500ms"), what);
    }

    /// The time that begins with a number that was taken already.
    long time(Token amount, String what) {
        String number = Objects.requireNonNull(amount.number());
        String unit = amount.unit();
        int unitColumn = amount.column() + number.length();
        // A word after a number can only be its unit, known or not.
        if (unit.isEmpty()
                && !atEnd()
                && tokens.get(next).isWord()
                && !tokens.get(next).isKeyword()) {
            unitColumn = tokens.get(next).column();
            unit = tokens.get(next++).text();
        }
        if (unit.isEmpty()) {
            throw error(
                    amount,
                    "'" + SloLexer.shown(number) + "' needs a unit (us, ms, s, min), like " + SloLexer.shown(number)
                            + "ms");
        }
        OptionalLong ns = Units.nanos(new BigDecimal(number), unit);
        if (ns.isEmpty()) {
            throw error(unitColumn, unknown("unit", unit, UNITS));
        }
        if (ns.getAsLong() <= 0 || ns.getAsLong() == Long.MAX_VALUE) {
            throw outOfRange(amount, what);
        }
        return ns.getAsLong();
    }

    /// A share: `99%`, `99 %` or `0.99`.
    BigDecimal share(String what) {
        Token amount = bare(number("a share, like 99%"), "a share, like 99%");
        BigDecimal value = new BigDecimal(Objects.requireNonNull(amount.number()));
        BigDecimal share = skip("%") ? value.movePointLeft(2) : value;
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw error(
                    amount, what + " '" + SloLexer.shown(amount.text()) + "' is outside 0% to 100%; write it like 99%");
        }
        return share;
    }

    /// A rate: `20/s`.
    BigDecimal perSecond(Token amount, String what) {
        String example = "'" + SloLexer.shown(amount.text()) + "' needs '/s', like 20/s";
        bare(amount, "a rate like 20/s");
        if (!skip("/") || !skip("s")) {
            throw error(amount, example);
        }
        BigDecimal value = new BigDecimal(Objects.requireNonNull(amount.number()));
        if (value.signum() <= 0) {
            throw outOfRange(amount, what);
        }
        return value;
    }

    /// A whole number of `what`, of at most nine digits.
    int count(String what) {
        Token amount = take("a number of " + what);
        if (!amount.text().matches("\\d{1,9}")) {
            throw error(
                    amount, "expected a whole number of " + what + ", found '" + SloLexer.shown(amount.text()) + "'");
        }
        return Integer.parseInt(amount.text());
    }

    Token number(String expected) {
        Token amount = take(expected);
        if (!amount.isNumber()) {
            String example = expected.startsWith("a limit") ? "a limit like 500ms" : expected;
            throw error(amount, "expected " + example + ", found '" + SloLexer.shown(amount.text()) + "'");
        }
        return amount;
    }

    private Token bare(Token amount, String expected) {
        if (!amount.unit().isEmpty()) {
            throw error(amount, "expected " + expected + ", found '" + SloLexer.shown(amount.text()) + "'");
        }
        return amount;
    }

    private SloException outOfRange(Token amount, String what) {
        return error(amount, what + " is out of range: " + SloLexer.shown(amount.text()));
    }

    /// That the next token should have been a comma.
    SloException expectedComma() {
        Token found = tokens.get(next);
        return error(found, "expected ',' before '" + SloLexer.shown(found.text()) + "'");
    }

    SloException error(Token at, String message) {
        return error(at.column(), message);
    }

    SloException error(int column, String message) {
        return SloLexer.error(where, column, message);
    }

    static String unknown(String what, String word, List<String> known) {
        return "unknown " + what + " '" + SloLexer.shown(word) + "'"
                + Suggestions.nearest(word, known)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; known are " + String.join(", ", known));
    }
}
