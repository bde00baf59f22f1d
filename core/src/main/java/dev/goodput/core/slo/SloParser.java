package dev.goodput.core.slo;

import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text form of constraints: `ttft<=500ms, tpot<=15ms, e2e<=3s when output_tokens<300`.
///
/// ```
/// constraints = constraint { ("," | "and") constraint }
/// constraint  = metric ("<=" | "≤") amount unit [ "when" condition ]
/// condition   = ("output_tokens" | "input_tokens") ("<" | "<=" | ">" | ">=" | "==") count
/// ```
/// Units are required. A mistake is answered with the place, the unknown word and the nearest known one.
public final class SloParser {
    /// Two letters look like a micro sign: U+00B5 on keyboards, U+03BC in what is pasted.
    private static final Pattern TOKEN = Pattern.compile("(?<word>[A-Za-z_\u00b5\u03bc][A-Za-z_0-9]*)"
            + "|(?<number>\\d+(?:\\.\\d+)?)(?<unit>[A-Za-z\u00b5\u03bc]*)"
            + "|(?<sign><=|>=|==|≤|≥|<|>|=|,)");

    private static final List<String> UNITS = List.of("ns", "us", "ms", "s", "min");
    private static final List<String> SIZES = List.of("output_tokens", "input_tokens");

    /// Longer words are cut in messages.
    private static final int MAX_SHOWN_CHARS = 60;

    private final String text;
    private final String where;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    private record Token(String text, @Nullable String number, String unit, int column) {
        boolean isNumber() {
            return number != null;
        }

        boolean isWord() {
            return number == null && (Character.isLetter(text.charAt(0)) || text.charAt(0) == '_');
        }

        /// Whether it joins constraints or begins a condition, and so is no name.
        boolean isKeyword() {
            return text.equals("and") || text.equals("when");
        }
    }

    private SloParser(String text, String where) {
        this.text = text;
        this.where = where;
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (true) {
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                return;
            }
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw error(at, "unexpected character '" + shown(Character.toString(text.codePointAt(at))) + "'");
            }
            String unit = matcher.group("unit");
            tokens.add(new Token(matcher.group(), matcher.group("number"), unit == null ? "" : unit, at));
            at = matcher.end();
        }
    }

    /// White space, and the no-break spaces that come along when text is pasted from a page.
    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /// Constraints from one text.
    ///
    /// @param where names the text in messages, such as `--slo` or `slo.yaml line 4`
    /// @throws SloException when it cannot be understood
    public static List<Constraint> constraints(String text, String where) {
        return new SloParser(text, where).parse();
    }

    /// An SLO of the constraints in `text` with the usual target and confidence.
    public static Slo inline(String text, String where) {
        return new Slo("given", constraints(text, where), Slo.DEFAULT_TARGET, Confidence.P95);
    }

    /// A share written as `99%`, `99.5 %` or `0.99`.
    ///
    /// @throws SloException when it is none of these, or not above 0 and at most 1
    public static BigDecimal share(String text, String where) {
        String trimmed = text.strip();
        boolean percent = trimmed.endsWith("%");
        String digits = percent ? trimmed.substring(0, trimmed.length() - 1).strip() : trimmed;
        if (!digits.matches("\\d+(\\.\\d+)?")) {
            throw new SloException(where + ": '" + shown(text) + "' is not a share; write it like 99% or 0.99");
        }
        BigDecimal value = new BigDecimal(digits);
        BigDecimal share = percent ? value.movePointLeft(2) : value;
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new SloException(where + ": '" + shown(text) + "' is outside 0% to 100%; write it like 99% or 0.99");
        }
        return share;
    }

    /// A confidence written like a share, but below 1: no finite run shows anything with certainty.
    ///
    /// @throws SloException when it is not
    public static Confidence confidence(String text, String where) {
        BigDecimal share = share(text, where);
        if (share.compareTo(BigDecimal.ONE) >= 0) {
            throw new SloException(where + ": a confidence of 100% cannot be reached; write it like 95%");
        }
        return new Confidence(share);
    }

    private List<Constraint> parse() {
        List<Constraint> constraints = new ArrayList<>();
        if (tokens.isEmpty()) {
            throw error(0, "no constraint; write one like ttft<=500ms");
        }
        constraints.add(constraint());
        while (next < tokens.size()) {
            Token token = tokens.get(next);
            if (!token.text().equals(",") && !token.text().equals("and")) {
                throw error(token.column(), "expected ',' before '" + shown(token.text()) + "'");
            }
            next++;
            constraints.add(constraint());
        }
        return constraints;
    }

    private Constraint constraint() {
        Token name = takeName("a metric, one of " + String.join(", ", Metric.ids()));
        Metric metric = Metric.byId(name.text())
                .orElseThrow(() -> error(name.column(), unknown("metric", name.text(), Metric.ids())));
        Token sign = take("'<=' after " + metric.id());
        if (!sign.text().equals("<=") && !sign.text().equals("≤")) {
            throw error(
                    sign.column(),
                    "expected '<=' after " + metric.id() + ", found '" + shown(sign.text())
                            + "'; a constraint is an upper limit");
        }
        long limitNs = time(metric);
        Condition condition = null;
        if (next < tokens.size() && tokens.get(next).text().equals("when")) {
            next++;
            condition = condition();
        }
        return new Constraint(metric, limitNs, condition);
    }

    private long time(Metric metric) {
        Token amount = take("a limit with its unit, like 500ms");
        if (!amount.isNumber()) {
            throw error(amount.column(), "expected a limit like 500ms, found '" + shown(amount.text()) + "'");
        }
        String number = Objects.requireNonNull(amount.number());
        String unit = amount.unit();
        int unitColumn = amount.column() + number.length();
        if (unit.isEmpty() && next < tokens.size() && isUnit(tokens.get(next))) {
            unitColumn = tokens.get(next).column();
            unit = tokens.get(next++).text();
        }
        if (unit.isEmpty()) {
            throw error(
                    amount.column(),
                    "'" + shown(number) + "' needs a unit (us, ms, s, min), like " + shown(number) + "ms");
        }
        OptionalLong ns = Units.nanos(new BigDecimal(number), unit);
        if (ns.isEmpty()) {
            throw error(unitColumn, unknown("unit", unit, UNITS));
        }
        if (ns.getAsLong() <= 0 || ns.getAsLong() == Long.MAX_VALUE) {
            throw error(amount.column(), "limit of " + metric.id() + " is out of range: " + shown(amount.text()));
        }
        return ns.getAsLong();
    }

    /// A word after a number can only be its unit, known or not.
    private static boolean isUnit(Token token) {
        return token.isWord() && !token.isKeyword();
    }

    private Condition condition() {
        Token name = takeName("output_tokens or input_tokens after 'when'");
        Condition.Size size = Condition.Size.byId(name.text())
                .orElseThrow(() -> error(name.column(), unknown("size", name.text(), SIZES)));
        Token sign = take("a comparison after " + size.id());
        String plain = sign.text().replace("≤", "<=").replace("≥", ">=");
        Condition.Comparison comparison = Condition.Comparison.bySign(plain)
                .orElseThrow(() -> error(
                        sign.column(),
                        "expected one of < <= > >= == after " + size.id() + ", found '" + shown(sign.text()) + "'"));
        Token bound = take("a number of tokens");
        if (!bound.isNumber() || !bound.unit().isEmpty() || !bound.text().matches("\\d{1,9}")) {
            throw error(bound.column(), "expected a whole number of tokens, found '" + shown(bound.text()) + "'");
        }
        return new Condition(size, comparison, Long.parseLong(bound.text()));
    }

    private Token take(String expected) {
        if (next == tokens.size()) {
            throw error(text.length(), "ends where " + expected + " should follow");
        }
        return tokens.get(next++);
    }

    private Token takeName(String expected) {
        Token name = take(expected);
        if (!name.isWord()) {
            throw error(name.column(), "expected " + expected + ", found '" + shown(name.text()) + "'");
        }
        return name;
    }

    private static String unknown(String what, String word, List<String> known) {
        return "unknown " + what + " '" + shown(word) + "'"
                + Suggestions.nearest(word, known)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; known are " + String.join(", ", known));
    }

    /// A piece of the text as it can stand in a message of one line: nothing that a terminal would obey, and not long.
    private static String shown(String piece) {
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

    private SloException error(int column, String message) {
        return new SloException(where + ", column " + (column + 1) + ": " + message);
    }
}
