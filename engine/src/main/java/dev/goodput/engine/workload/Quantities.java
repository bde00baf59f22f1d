package dev.goodput.engine.workload;

import dev.goodput.core.slo.Units;
import dev.goodput.engine.config.Plain;
import dev.goodput.engine.config.YamlMap;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Single numbers with their units, as descriptions write them.
final class Quantities {
    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final Pattern PLAIN = Pattern.compile(NUMBER);
    private static final Pattern TIME = Pattern.compile(NUMBER + "([a-zA-Zµμ]+)");
    private static final Pattern RATE = Pattern.compile(NUMBER + " ?/ ?(s|min)");
    private static final Pattern SHARE = Pattern.compile(NUMBER + " ?%");

    /// A day: longer than anybody thinks about an answer.
    private static final long MAX_TIME_NS = 86_400_000_000_000L;

    private Quantities() {}

    /// A positive number, possibly with decimals.
    static double number(YamlMap.Text text, String word) {
        Matcher matcher = match(PLAIN, text, word, "is no number");
        return Double.parseDouble(matcher.group(1));
    }

    /// Tokens; a mean or a deviation need not be whole.
    static double tokens(YamlMap.Text text, String word) {
        double tokens = Double.parseDouble(match(PLAIN, text, word, "is no number; tokens and turns have no unit")
                .group(1));
        if (tokens > Variate.MAX_TOKENS) {
            throw text.error("is more than " + Variate.MAX_TOKENS + " tokens");
        }
        return tokens;
    }

    /// How many of something, at least 1.
    static int count(YamlMap.Text text, String word, int most) {
        double count = number(text, word);
        if (count < 1 || count > most || count != Math.rint(count)) {
            throw text.error("must hold whole numbers from 1 to " + most + " here: '" + Plain.text(word) + "'");
        }
        return (int) count;
    }

    /// A time in nanoseconds.
    static double timeNs(YamlMap.Text text, String word) {
        Matcher matcher = match(TIME, text, word, "is no time; write a number and a unit (ms, s, min), like 5s");
        OptionalLong ns = Units.nanos(new BigDecimal(matcher.group(1)), matcher.group(2));
        if (ns.isEmpty()) {
            throw text.error("has an unknown unit; write ms, s or min, like 5s");
        }
        if (ns.getAsLong() > MAX_TIME_NS) {
            throw text.error("must hold whole nanoseconds and at most 1440min (a day)");
        }
        return (double) ns.getAsLong();
    }

    /// A rate per second, above 0.
    static double rate(YamlMap.Text text, String word) {
        Matcher matcher = match(RATE, text, word, "is no rate; write it like 8/s or 90/min");
        double rate = Double.parseDouble(matcher.group(1)) / (matcher.group(2).equals("s") ? 1 : 60);
        if (rate <= 0) {
            throw text.error("must have a rate above 0");
        }
        return rate;
    }

    /// A number without needless digits, such as `8` or `0.5`.
    static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /// A share, above 0 and at most 1.
    static double share(YamlMap.Text text, String word) {
        double share = new BigDecimal(match(SHARE, text, word, "is no share; write it like 15%")
                        .group(1))
                .movePointLeft(2)
                .doubleValue();
        if (share <= 0 || share > 1) {
            throw text.error("must have shares above 0% and at most 100%");
        }
        return share;
    }

    private static Matcher match(Pattern pattern, YamlMap.Text text, String word, String problem) {
        Matcher matcher = pattern.matcher(word);
        if (!matcher.matches()) {
            throw text.error(
                    word.equals(text.value()) ? problem : "contains '" + Plain.text(word) + "', which " + problem);
        }
        return matcher;
    }
}
