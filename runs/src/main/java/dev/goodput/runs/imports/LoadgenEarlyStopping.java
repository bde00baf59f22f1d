package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.Quantity;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The numbers in LoadGen's early-stopping texts.
final class LoadgenEarlyStopping {
    private static final BigDecimal MULTI_STREAM = new BigDecimal("0.99");

    /// A number that such a text can hold.
    enum Figure {
        PROCESSED("queries processed", "Processed (?:at least \\d+ queries \\()?(\\d+)(?: queries)?\\)?\\.", false),
        ONLY_PROCESSED("queries processed", "Only processed (\\d+) queries", false),
        NEEDED_FOR_TARGET("queries needed", "Processed at least (\\d+) queries", false),
        NEED_TO_PROCESS("queries needed", "Need to process at least (\\d+) queries", false),
        DISCARDED("queries discarded", "Would discard (\\d+) highest", false),
        TARGET_ESTIMATE("target percentile estimate", "Early stopping [0-9.]+th percentile estimate: (-?\\d+)", true),
        MULTI_STREAM_ESTIMATE(
                "99th percentile estimate",
                "Early stopping [0-9.]+th percentile estimate: -?\\d+.*Early stopping [0-9.]+th percentile estimate:"
                        + " (-?\\d+)",
                true),
        NEEDED_FOR_MULTI_STREAM("queries needed for the 99th percentile", "need to process at\\s+least (\\d+)", false),
        MORE("more queries needed", "run at least (\\d+) more queries", true);

        private final String words;
        private final Pattern pattern;
        private final boolean needsValues;

        Figure(String words, String pattern, boolean needsValues) {
            this.words = words;
            this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
            this.needsValues = needsValues;
        }

        String words() {
            return words;
        }

        /// Whether it follows from the percentile alone.
        boolean isConstant() {
            return this == NEEDED_FOR_TARGET || this == NEED_TO_PROCESS || this == NEEDED_FOR_MULTI_STREAM;
        }

        /// Whether it takes the latencies themselves, not only how many there are.
        boolean needsValues() {
            return needsValues;
        }
    }

    private final LoadgenLog log;

    LoadgenEarlyStopping(LoadgenLog log) {
        this.log = log;
    }

    Map<Figure, Double> numbers(String text) {
        Map<Figure, Double> found = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            Matcher matcher = figure.pattern.matcher(text);
            if (matcher.find()) {
                found.put(figure, Double.parseDouble(matcher.group(1)));
            }
        }
        return found;
    }

    /// @param sorted the latencies the text is about, ascending
    Answer recompute(Figure figure, double[] sorted, Quantity quantity) {
        double target = log.number("effective_target_latency_percentile").orElse(Double.NaN);
        if (!(target > 0 && target < 1)) {
            return new Answer.Refused("the log does not give the target percentile");
        }
        BigDecimal share = LoadgenAggregates.share(target);
        return switch (figure) {
            case PROCESSED, ONLY_PROCESSED -> new Answer.Value(sorted.length);
            case NEEDED_FOR_TARGET, NEED_TO_PROCESS -> new Answer.Value(EarlyStopping.requestsNeeded(1, share));
            case DISCARDED -> new Answer.Value(Math.max(EarlyStopping.mostOver(sorted.length, share), 1) - 1);
            case TARGET_ESTIMATE -> estimate(sorted, target);
            case MULTI_STREAM_ESTIMATE -> estimate(sorted, MULTI_STREAM.doubleValue());
            case NEEDED_FOR_MULTI_STREAM -> new Answer.Value(EarlyStopping.requestsNeeded(1, MULTI_STREAM));
            case MORE -> {
                double limit = limitNs(quantity);
                long over = LoadgenAggregates.over(sorted, limit);
                yield Double.isNaN(limit)
                        ? new Answer.Refused("the log does not give the latency limit")
                        : new Answer.Value(EarlyStopping.requestsNeeded(over, share) - sorted.length);
            }
        };
    }

    private double limitNs(Quantity quantity) {
        String key = "effective_target_latency_ns";
        if (quantity == Quantity.TTFT) {
            key = "requested_server_ttft_latency";
        } else if (quantity == Quantity.TPOT) {
            key = "requested_server_tpot_latency";
        }
        return log.number(key).orElse(Double.NaN);
    }

    /// The latency that, with 99 % confidence, the percentile does not exceed; 0 where too few queries ran.
    static Answer estimate(double[] sorted, double share) {
        if (!(share > 0 && share < 1)) {
            return new Answer.Refused("the log does not give the target percentile");
        }
        long over = EarlyStopping.mostOver(sorted.length, LoadgenAggregates.share(share));
        return new Answer.Value(over < 1 ? 0 : sorted[sorted.length - (int) over]);
    }
}
