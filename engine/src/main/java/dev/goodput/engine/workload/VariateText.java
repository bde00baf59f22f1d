package dev.goodput.engine.workload;

import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlMap;
import dev.goodput.engine.workload.Variate.Mixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lengths and times on one line: `800`, `800 ± 300`, `50..300`, `p50 800 p99 4000`,
/// `lognormal 800 ± 900`, `exponential 150`, each with `max 8192` behind it, or shares of such:
/// `20% 512, 80% 1000..2000`.
final class VariateText {
    /// A quantity by itself.
    private static final String Q = "(\\d[^\\s±+,%]*?)";

    private static final String PLUS_MINUS = " ?(?:±|\\+-) ?";
    private static final Pattern CONSTANT = Pattern.compile(Q);
    private static final Pattern NORMAL = Pattern.compile(Q + PLUS_MINUS + Q);
    private static final Pattern RANGE = Pattern.compile(Q + " ?\\.\\. ?" + Q);
    private static final Pattern QUANTILES = Pattern.compile("p50 " + Q + " p99 " + Q);
    private static final Pattern LOGNORMAL = Pattern.compile("lognormal " + Q + PLUS_MINUS + Q);
    private static final Pattern EXPONENTIAL = Pattern.compile("exponential " + Q);
    private static final Pattern AT_MOST = Pattern.compile("(.+) max " + Q);
    private static final Pattern PART = Pattern.compile("([\\d.]+ ?%) (.+)");

    private final YamlMap.Text text;
    private final ToDoubleBiFunction<YamlMap.Text, String> quantity;
    /// Half the distance between two values there can be, so that both ends of a range of whole numbers
    /// are as likely as what lies between.
    private final double halfStep;

    private VariateText(YamlMap.Text text, ToDoubleBiFunction<YamlMap.Text, String> quantity, double halfStep) {
        this.text = text;
        this.quantity = quantity;
        this.halfStep = halfStep;
    }

    /// A length in tokens, or a number of turns.
    ///
    /// @throws dev.goodput.engine.config.ConfigException when it cannot be understood
    static Variate tokens(YamlMap.Text text) {
        return tokens(text, text.value());
    }

    /// The same for a part of the text.
    static Variate tokens(YamlMap.Text text, String part) {
        return new VariateText(text, Quantities::tokens, 0.5).read(part);
    }

    /// A time, its values in nanoseconds.
    ///
    /// @throws dev.goodput.engine.config.ConfigException when it cannot be understood
    static Variate time(YamlMap.Text text) {
        return new VariateText(text, Quantities::timeNs, 0).read(text.value());
    }

    private Variate read(String part) {
        if (!part.contains("%")) {
            return cut(part.strip());
        }
        List<Mixture.Part> parts = new ArrayList<>();
        for (String item : part.split(",", -1)) {
            Matcher matcher = PART.matcher(item.strip());
            if (!matcher.matches()) {
                throw unknown(item.strip());
            }
            parts.add(new Mixture.Part(
                    Quantities.share(text, matcher.group(1)),
                    cut(matcher.group(2).strip())));
        }
        return text.make(() -> new Mixture(parts));
    }

    private Variate cut(String word) {
        Matcher matcher = AT_MOST.matcher(word);
        return matcher.matches()
                ? new Variate.AtMost(single(matcher.group(1).strip()), positive(matcher.group(2)))
                : single(word);
    }

    private Variate single(String word) {
        Matcher constant = CONSTANT.matcher(word);
        Matcher normal = NORMAL.matcher(word);
        Matcher range = RANGE.matcher(word);
        Matcher quantiles = QUANTILES.matcher(word);
        Matcher lognormal = LOGNORMAL.matcher(word);
        Matcher exponential = EXPONENTIAL.matcher(word);
        if (range.matches()) {
            double min = positive(range.group(1));
            double max = positive(range.group(2));
            require(min <= max, "runs downwards");
            return new Variate.Uniform(min - halfStep, max + halfStep);
        } else if (quantiles.matches()) {
            double p50 = positive(quantiles.group(1));
            double p99 = positive(quantiles.group(2));
            require(p50 < p99, "must have a p99 above its p50");
            return Variate.LogNormal.ofQuantiles(p50, p99);
        } else if (lognormal.matches()) {
            return Variate.LogNormal.ofMoments(positive(lognormal.group(1)), value(lognormal.group(2)));
        } else if (normal.matches()) {
            return new Variate.Normal(positive(normal.group(1)), value(normal.group(2)));
        } else if (exponential.matches()) {
            return new Variate.Exponential(positive(exponential.group(1)));
        } else if (constant.matches()) {
            return new Variate.Constant(positive(constant.group(1)));
        }
        throw unknown(word);
    }

    private double value(String word) {
        return quantity.applyAsDouble(text, word);
    }

    private double positive(String word) {
        double value = value(word);
        require(value > 0, "must be above 0");
        return value;
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            throw text.error(problem);
        }
    }

    private RuntimeException unknown(String word) {
        String unit = halfStep == 0 ? "s" : "";
        String where = word.equals(text.value()) ? "is" : "contains '" + Plain.text(word) + "', which is";
        return text.error(where + " none of the forms X, X ± SD, X..Y, p50 X p99 Y, lognormal X ± SD, exponential X"
                + " (each may end in max Y), or shares like 20% X, 80% Y; X is like 5" + unit);
    }
}
