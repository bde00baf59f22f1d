package dev.goodput.core.slo;

import dev.goodput.core.slo.Metric.Direction;
import dev.goodput.core.slo.SloLexer.Token;
import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The text form of an SLO: `ttft<=500ms, e2e<=3s when output_tokens<300, p99(ttft)<=800ms, goodput>=99%`.
///
/// ```
/// clauses    = clause { ("," | "and") clause }
/// clause     = (constraint | objective) [ "when" condition { "and" condition } ]
/// constraint = time-metric "<=" limit
///            | "output_tokens_per_second" ">=" (rate | multiple)
///            | ("tokens_on_time" | "fluidity") "(" "first" "=" time "," "pace" "=" time ")" ">=" share
///            | "underruns" "(" "wpm" "=" count ")" "<=" count
/// objective  = "goodput" ">=" share | "error_rate" "<=" share | "goodput_rate" ">=" rate
///            | percentile "(" time-metric ")" "<=" (time | multiple)
/// limit      = time | [ time "+" ] time "*" size | multiple
/// multiple   = number "*" "baseline"
/// condition  = size ("<" | "<=" | ">" | ">=" | "==") count | "class" "==" name
/// size       = "output_tokens" | "input_tokens"
/// percentile = "p1" … "p99.9"
/// ```
/// Units are required: `500ms`, `20/s`. A mistake is answered with the place, the unknown word and the nearest known
/// one.
public final class SloParser {
    private static final String CLASS = "class";
    private static final String BASELINE = "baseline";
    private static final List<String> SUBJECTS = List.of("output_tokens", "input_tokens", CLASS);
    private static final List<String> OBJECTIVES =
            List.of(Objective.GOODPUT, Objective.ERROR_RATE, Objective.GOODPUT_RATE);
    private static final List<String> NAMES = Stream.concat(
                    Metric.ids().stream(), Stream.concat(OBJECTIVES.stream(), Stream.of("p99(ttft)")))
            .toList();
    /// What may stand after `and`, which joins clauses and conditions.
    private static final List<String> NAMES_AND_SUBJECTS =
            Stream.concat(NAMES.stream(), SUBJECTS.stream()).toList();

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(?:\\.\\d+)?)");
    /// What is the better the more there is of it.
    private static final List<String> UPWARD =
            List.of(OutputSpeed.ID, TokensOnTime.ID, Fluidity.ID, Objective.GOODPUT, Objective.GOODPUT_RATE);

    private static final List<String> DEADLINES = List.of("first", "pace");
    private static final List<String> MEANS = List.of("mean", "avg", "average");

    private final SloReader in;

    private SloParser(SloReader in) {
        this.in = in;
    }

    /// Constraints and objectives from one text.
    ///
    /// @param where names the text in messages, such as `--slo` or `slo.yaml line 4`
    /// @throws SloException when it cannot be understood
    public static Clauses clauses(String text, String where) {
        return new SloParser(new SloReader(text, where)).parse();
    }

    /// A clause whose name and limit stand apart, as in a map: `ttft` and `500ms`.
    ///
    /// @throws SloException when they cannot be understood
    public static Clauses entry(String name, String limit, String where) {
        String word = name.strip().split("\\(", 2)[0].strip();
        if (!NAMES.contains(word) && !PERCENTILE.matcher(word).matches()) {
            throw new SloException(where + ": " + SloReader.unknown("metric", word, NAMES));
        }
        return clauses(name + (UPWARD.contains(word) ? ">=" : "<=") + limit, where);
    }

    /// Constraints from one text that must hold nothing else.
    ///
    /// @throws SloException when it cannot be understood, or holds an objective on the run
    public static List<Constraint> constraints(String text, String where) {
        Clauses clauses = clauses(text, where);
        if (!clauses.objectives().isEmpty() || clauses.target() != null) {
            throw new SloException(where + ": expected constraints on a request, such as ttft<=500ms, and no objective"
                    + " on the run");
        }
        return clauses.constraints();
    }

    /// An SLO of what `text` asks for, with the usual confidence and, where it names no `goodput`, the usual target.
    ///
    /// @throws SloException when it cannot be understood
    public static Slo inline(String text, String where) {
        Clauses clauses = clauses(text, where);
        if (clauses.constraints().isEmpty() && clauses.objectives().isEmpty()) {
            throw new SloException(where + ": goodput of what? add a constraint on a request, such as ttft<=500ms");
        }
        return Slo.of("given", clauses);
    }

    /// Whether a text is an SLO itself, rather than the name of one.
    public static boolean isText(String text) {
        return text.chars().anyMatch(c -> "<>=≤≥".indexOf(c) >= 0);
    }

    /// A share written as `99%`, `99.5 %` or `0.99`.
    ///
    /// @throws SloException when it is none of these, or not above 0 and at most 1
    public static BigDecimal share(String text, String where) {
        String trimmed = text.strip();
        boolean percent = trimmed.endsWith("%");
        String digits = percent ? trimmed.substring(0, trimmed.length() - 1).strip() : trimmed;
        if (!digits.matches("\\d+(\\.\\d+)?")) {
            throw new SloException(
                    where + ": '" + SloLexer.shown(text) + "' is not a share; write it like 99% or 0.99");
        }
        BigDecimal value = new BigDecimal(digits);
        BigDecimal share = percent ? value.movePointLeft(2) : value;
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new SloException(
                    where + ": '" + SloLexer.shown(text) + "' is outside 0% to 100%; write it like 99% or 0.99");
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

    private Clauses parse() {
        if (in.atEnd()) {
            throw in.error(0, "no constraint; write one like ttft<=500ms");
        }
        Clauses clauses = clause(Clauses.NONE, NAMES);
        while (!in.atEnd()) {
            if (in.skip(",")) {
                clauses = clause(clauses, NAMES);
            } else if (in.skip("and")) {
                clauses = clause(clauses, NAMES_AND_SUBJECTS);
            } else {
                throw in.expectedComma();
            }
        }
        return clauses;
    }

    /// @param known what may stand here, for suggestions
    private Clauses clause(Clauses before, List<String> known) {
        Token name = in.takeName("a metric, one of " + String.join(", ", NAMES));
        Supplier<Clause> clause = () -> clause(name, known);
        return before.and(valid(name, clause), in.where());
    }

    /// What does not fit together is told with the place of the clause.
    private <T> T valid(Token at, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw in.error(at, String.valueOf(e.getMessage()));
        }
    }

    private Clause clause(Token name, List<String> known) {
        Matcher percentile = PERCENTILE.matcher(name.text());
        if (percentile.matches()) {
            return percentile(name, percentile.group(1));
        }
        if (MEANS.contains(name.text())) {
            throw in.error(name, "a mean hides the slow tail; write a percentile, like p99(ttft)<=800ms");
        }
        switch (name.text()) {
            case Objective.GOODPUT -> {
                in.expectBound(Direction.AT_LEAST, name.text());
                BigDecimal share = in.share("goodput");
                return new Objective.GoodputShare(share, conditions());
            }
            case Objective.ERROR_RATE -> {
                in.expectBound(Direction.AT_MOST, name.text());
                BigDecimal share = in.share("error_rate");
                return new Objective.ErrorRate(share, conditions());
            }
            case Objective.GOODPUT_RATE -> {
                in.expectBound(Direction.AT_LEAST, name.text());
                BigDecimal rate = in.perSecond(in.number("a rate, like 12/s"), "goodput_rate");
                return new Objective.GoodputRate(rate, conditions());
            }
            default -> {
                Metric metric = metric(name, known);
                in.expectBound(metric.direction(), metric.id());
                Limit limit = limit(metric);
                return new Constraint(metric, limit, conditions());
            }
        }
    }

    private Objective percentile(Token name, String rank) {
        BigDecimal perMille = new BigDecimal(rank).movePointRight(1).stripTrailingZeros();
        boolean known = perMille.scale() <= 0
                && perMille.compareTo(BigDecimal.valueOf(Objective.LOWEST_PER_MILLE)) >= 0
                && perMille.compareTo(BigDecimal.valueOf(Objective.HIGHEST_PER_MILLE)) <= 0;
        if (!known) {
            throw in.error(
                    name,
                    "percentile '" + SloLexer.shown(name.text())
                            + "' is none of p1 to p99.9, with one decimal at most");
        }
        in.expect("(", name.text());
        Token inner = in.takeName("a time, one of " + String.join(", ", TimeMetric.timeIds()));
        TimeMetric metric = time(inner)
                .orElseThrow(() -> in.error(inner, SloReader.unknown("time", inner.text(), TimeMetric.timeIds())));
        in.expect(")", inner.text());
        String id = name.text() + "(" + metric.id() + ")";
        in.expectBound(Direction.AT_MOST, id);
        Limit limit = limit(metric);
        return new Objective.Percentile(perMille.intValueExact(), metric, limit, conditions());
    }

    private static Optional<TimeMetric> time(Token name) {
        return TimeMetric.byId(name.text());
    }

    private Metric metric(Token name, List<String> known) {
        return switch (name.text()) {
            case OutputSpeed.ID -> new OutputSpeed();
            case TokensOnTime.ID -> {
                long[] deadlinesNs = parameters(name, DEADLINES, "first=500ms, pace=50ms");
                yield new TokensOnTime(deadlinesNs[0], deadlinesNs[1]);
            }
            case Fluidity.ID -> {
                long[] deadlinesNs = parameters(name, DEADLINES, "first=500ms, pace=50ms");
                yield new Fluidity(deadlinesNs[0], deadlinesNs[1]);
            }
            case Underruns.ID -> new Underruns((int) parameters(name, List.of("wpm"), "wpm=150")[0]);
            default -> time(name).orElseThrow(() -> in.error(name, SloReader.unknown("metric", name.text(), known)));
        };
    }

    /// The parameters of a metric in the order of their names; all are required, in any order.
    ///
    /// @param example how they are written, for messages
    private long[] parameters(Token metric, List<String> names, String example) {
        String form = metric.text() + "(" + example + ")";
        long[] values = new long[names.size()];
        if (in.skip("(")) {
            do {
                Token name = in.takeName("a parameter of " + metric.text() + ", one of " + String.join(", ", names));
                int index = names.indexOf(name.text());
                if (index < 0) {
                    throw in.error(name, SloReader.unknown("parameter", name.text(), names));
                }
                if (values[index] != 0) {
                    throw in.error(name, "'" + name.text() + "' is given twice");
                }
                in.expect("=", name.text());
                values[index] =
                        name.is("wpm") ? in.count("words a minute") : in.time(name.text() + " of " + metric.text());
            } while (in.skip(","));
            in.expect(")", "the parameters of " + metric.text());
        }
        if (Arrays.stream(values).anyMatch(value -> value == 0)) {
            throw in.error(metric, metric.text() + " needs parameters above 0, like " + form);
        }
        return values;
    }

    private Limit limit(Metric metric) {
        String what = "limit of " + metric.id();
        return switch (metric.unit()) {
            case SHARE -> new Limit.Fixed(in.share(what));
            case COUNT -> new Limit.Fixed(BigDecimal.valueOf(in.count(metric.id())));
            case PER_SECOND -> {
                Token amount = in.number("a rate, like 20/s");
                boolean isMultiple = amount.unit().isEmpty() && in.skipMultiplication();
                yield isMultiple ? multiple(amount) : new Limit.Fixed(in.perSecond(amount, what));
            }
            case TIME -> time(what);
        };
    }

    private Limit time(String what) {
        Token amount = in.number("a limit with its unit, like 500ms");
        if (amount.unit().isEmpty() && in.skipMultiplication()) {
            return multiple(amount);
        }
        long ns = in.time(amount, what);
        if (in.skip("+")) {
            long perTokenNs = in.time(what + " per token");
            in.expectMultiplication("the time per token");
            return new Limit.PerToken(ns, perTokenNs, size());
        }
        return in.skipMultiplication() ? new Limit.PerToken(0, ns, size()) : Limit.ofNs(ns);
    }

    private Limit multiple(Token factor) {
        Token word = in.takeName("'" + BASELINE + "'");
        if (!word.is(BASELINE)) {
            throw in.error(word, SloReader.unknown("word", word.text(), List.of(BASELINE)));
        }
        return new Limit.TimesBaseline(new BigDecimal(factor.text()));
    }

    private Condition.Size size() {
        Token name = in.takeName("output_tokens or input_tokens");
        return Condition.Size.byId(name.text())
                .orElseThrow(() -> in.error(
                        name, SloReader.unknown("size", name.text(), List.of("output_tokens", "input_tokens"))));
    }

    private List<Condition> conditions() {
        List<Condition> conditions = new ArrayList<>();
        if (in.skip("when")) {
            conditions.add(condition());
            while (in.andThen(SUBJECTS)) {
                in.skip("and");
                conditions.add(condition());
            }
        }
        return conditions;
    }

    private Condition condition() {
        Token subject = in.takeName("output_tokens, input_tokens or class after 'when'");
        if (subject.is(CLASS)) {
            in.expect("==", CLASS);
            Token name = in.take("the name of a class, like \"agent\"");
            if (name.quoted() == null && !name.isWord()) {
                throw in.error(
                        name,
                        "expected the name of a class, like \"agent\", found '" + SloLexer.shown(name.text()) + "'");
            }
            return valid(name, () -> new Condition.ClassIs(name.quoted() == null ? name.text() : name.quoted()));
        }
        Condition.Size size = Condition.Size.byId(subject.text())
                .orElseThrow(() -> in.error(subject, SloReader.unknown("size", subject.text(), SUBJECTS)));
        Token sign = in.take("a comparison after " + size.id());
        Condition.Comparison comparison = Condition.Comparison.bySign(sign.sign())
                .orElseThrow(() -> in.error(
                        sign,
                        "expected one of < <= > >= == after " + size.id() + ", found '" + SloLexer.shown(sign.text())
                                + "'"));
        return new Condition.Length(size, comparison, in.count("tokens"));
    }
}
