package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.Strictness;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a dialect computes a metric, written out from its choices.
///
/// @param name the metric
/// @param text the formula
/// @param measure what the formula computes; the axes that it consults say what the words of the formula mean
public record Formula(String name, String text, Measure measure) {

    /// The formulas of every metric, in the order in which reports show metrics.
    public static List<Formula> of(Dialect dialect) {
        return List.of(
                requests("TTFT", ttft(dialect), Quantity.TTFT),
                requests("TPOT", tpot(dialect), Quantity.TPOT),
                requests("ITL", itl(dialect), Quantity.ITL),
                requests("E2E", e2e(dialect), Quantity.E2E),
                new Formula("rates", rates(dialect), new Measure.OfRun(RunQuantity.OUTPUT_TOKEN_RATE)),
                new Formula(
                        "goodput",
                        goodput(dialect),
                        new Measure.Good(
                                dialect.on(GoodputBase.class) == GoodputBase.NONE
                                        ? Measure.Good.Form.RATE
                                        : Measure.Good.Form.SHARE,
                                Map.of(Quantity.TTFT, 1.0, Quantity.TPOT, 1.0, Quantity.E2E, 1.0))),
                new Formula(
                        "percentile",
                        "p of the sorted values x[0..N−1] "
                                + dialect.on(Percentile.class).words(),
                        new Measure.OfRequests(Quantity.TTFT, Statistic.p(99))));
    }

    private static Formula requests(String name, String text, Quantity quantity) {
        return new Formula(name, text, new Measure.OfRequests(quantity, Statistic.mean()));
    }

    /// How a dialect computes a number, where a formula says so.
    public static Optional<Formula> of(Dialect dialect, Measure wanted) {
        return of(dialect).stream()
                .filter(formula -> switch (wanted) {
                    case Measure.OfRequests requests ->
                        formula.measure() instanceof Measure.OfRequests(Quantity quantity, Statistic statistic)
                                && quantity == requests.quantity()
                                && statistic == Statistic.mean();
                    case Measure.OfRun run ->
                        formula.measure() instanceof Measure.OfRun
                                && (run.quantity() == RunQuantity.REQUEST_RATE
                                        || run.quantity() == RunQuantity.OUTPUT_TOKEN_RATE);
                    case Measure.Good _ -> formula.measure() instanceof Measure.Good;
                })
                .findFirst();
    }

    private static String ttft(Dialect dialect) {
        FirstToken first = dialect.on(FirstToken.class);
        return first == FirstToken.NONE
                ? first.words()
                : "first token − start; the first token " + first.words() + "; the watch " + start(dialect);
    }

    private static String e2e(Dialect dialect) {
        return "end − start; the request " + dialect.on(RequestEnd.class).words() + "; the watch " + start(dialect);
    }

    private static String start(Dialect dialect) {
        return dialect.on(TimeZero.class).words();
    }

    private static String tpot(Dialect dialect) {
        return equation(dialect.on(Tpot.class));
    }

    /// A rule is written as `is a / b`; after an equals sign the verb goes.
    private static String equation(Tpot rule) {
        String words = rule.words();
        return rule == Tpot.NONE ? words : words.substring("is ".length());
    }

    private static String itl(Dialect dialect) {
        Itl rule = dialect.on(Itl.class);
        String words = rule.words();
        return switch (rule) {
            case REQUEST_MEAN ->
                words + "; the mean is " + (dialect.on(Tpot.class) == Tpot.NONE ? SPAN : tpot(dialect));
            case REQUEST_MEAN_WEIGHTED -> words + "; the mean is " + SPAN;
            case POOLED_CHUNK, POOLED_TOKEN_SPLIT, POOLED_TOKEN_ZERO, ITERATION, TAIL10_MEAN, SUM_OVER_TOKENS, NONE ->
                words;
        };
    }

    private static final String SPAN = "(last token − first token) / (tokens − 1)";

    private static String rates(Dialect dialect) {
        Window window = dialect.on(Window.class);
        return switch (window) {
            case NONE -> "are not given";
            case LAST_ISSUED ->
                "(successful requests − 1) / window and output tokens of successful requests / window; the window runs "
                        + window.words();
            case RUN,
                    VALID_SPAN,
                    ALL_SPAN,
                    PHASE,
                    SEND_SPAN,
                    FROM_FIRST_END,
                    DISPATCH_TO_GATHER,
                    SETUP_TO_JOIN,
                    MEASURED,
                    START_TO_STOP,
                    RECORDED_ORDER,
                    INPROC_SPAN ->
                "successful requests / window and output tokens of successful requests / window; the window: "
                        + window.words();
        };
    }

    private static String goodput(Dialect dialect) {
        GoodputForm form = dialect.on(GoodputForm.class);
        String good = "a successful request is good when every bounded value "
                + (dialect.on(Strictness.class) == Strictness.INCLUSIVE ? "≤" : "<") + " its bound"
                + (dialect.on(GoodputTpot.class) == GoodputTpot.TPOT ? "" : " (that on TPOT against " + SPAN + ")");
        String share = "share = good / " + dialect.on(GoodputBase.class).words();
        return switch (form) {
            case RATE -> good + "; rate = good / window";
            case FRACTION -> good + "; " + share;
            case RATE_AND_FRACTION -> good + "; " + share + "; rate = good / window";
            case MAX_RATE -> good + "; " + share + "; goodput " + form.words();
            case PERCENTILE_LIMITS, AGGREGATE_GATE, NONE -> form.words();
        };
    }
}
