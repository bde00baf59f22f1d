package dev.goodput.runs.imports;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// LoadGen's summary for people: `key : value` with irregular spaces, then early-stopping texts over several lines.
/// Ends
/// for us where the test parameters begin.
final class LoadgenSummary {
    /// The summary's throughput without overhead; the detail log has it per nanosecond.
    static final String TOKENS_PER_SECOND = "result_token_throughput_per_second";

    private static final Pattern LINE = Pattern.compile("\\s*(.+?)\\s*:\\s*(-?[0-9.]+(?:e[-+]?[0-9]+)?)\\s*");
    private static final String PERCENTILE = "([0-9.]+)(?:th)?";

    private record Rule(Pattern label, String key) {
        Rule(String label, String key) {
            this(Pattern.compile(label), key);
        }

        Optional<String> keyOf(String text) {
            Matcher matcher = label.matcher(text);
            return matcher.matches() ? Optional.of(matcher.replaceAll(key)) : Optional.empty();
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule("Samples per second", "result_samples_per_second"),
            new Rule("Tokens per second", "result_tokens_per_second"),
            new Rule("Completed samples per second", "result_completed_samples_per_sec"),
            new Rule("Scheduled samples per second", "result_scheduled_samples_per_sec"),
            new Rule("Completed tokens per second", "result_completed_tokens_per_second"),
            new Rule("QPS w/ loadgen overhead", "result_qps_with_loadgen_overhead"),
            new Rule("QPS w/o loadgen overhead", "result_qps_without_loadgen_overhead"),
            new Rule("TPS w/ loadgen overhead", "result_token_throughput_with_loadgen_overhead"),
            new Rule("TPS w/o loadgen overhead", TOKENS_PER_SECOND),
            new Rule("(?i)(min|max|mean) first token latency \\(ns\\)", "result_first_token_$1_latency_ns"),
            new Rule("(?i)(min|max|mean) time (?:per|to) output token \\(ns\\)", "result_time_to_output_token_$1"),
            new Rule("(?i)(min|max|mean) latency \\(ns\\)", "result_$1_latency_ns"),
            new Rule(
                    PERCENTILE + " (?:percentile first token|first token percentile) latency \\(ns\\)",
                    "result_first_token_$1_percentile_latency_ns"),
            new Rule(
                    PERCENTILE + " percentile time (?:per|to) output token \\(ns\\)",
                    "result_time_to_output_token_$1_percentile_ns"),
            new Rule(PERCENTILE + " percentile latency \\(ns\\)", "result_$1_percentile_latency_ns"));

    /// A number of the summary.
    interface NumberConsumer {
        /// @param name as the summary has it
        /// @param key the detail log's key for the same
        void accept(String name, String key, String text);
    }

    /// An early-stopping text.
    interface TextConsumer {
        void accept(String key, String text);
    }

    private final String scenario;

    LoadgenSummary(String scenario) {
        this.scenario = scenario;
    }

    void read(Path file, NumberConsumer numbers, TextConsumer texts) {
        StringBuilder text = new StringBuilder();
        String[] textKey = {""};
        boolean[] over = {false};
        ImportSource.textLines(file, (_, bytes) -> {
            String line = new String(bytes, StandardCharsets.UTF_8);
            if (over[0] || line.equals("Test Parameters Used")) {
                over[0] = true;
                return;
            }
            if (line.endsWith("Early Stopping Result:")) {
                flush(textKey[0], text, texts);
                textKey[0] = line.startsWith("TTFT")
                        ? "early_stopping_ttft_result"
                        : line.startsWith("TPOT") ? "early_stopping_tpot_result" : "early_stopping_result";
            } else if (!textKey[0].isEmpty() && line.startsWith(" ")) {
                text.append(line).append(' ');
            } else {
                flush(textKey[0], text, texts);
                textKey[0] = "";
                number(line, numbers);
            }
        });
        flush(textKey[0], text, texts);
    }

    private static void flush(String key, StringBuilder text, TextConsumer texts) {
        if (!key.isEmpty() && !text.isEmpty()) {
            texts.accept(key, text.toString());
        }
        text.setLength(0);
    }

    private void number(String line, NumberConsumer numbers) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches() || !isNumber(matcher.group(2))) {
            return;
        }
        String label = matcher.group(1);
        String key = RULES.stream()
                .flatMap(rule -> rule.keyOf(label).stream())
                .findFirst()
                .orElse("unknown")
                .toLowerCase(java.util.Locale.ROOT);
        numbers.accept("summary " + label, ofScenario(key), matcher.group(2));
    }

    /// In MultiStream the summary's latencies are those of whole queries.
    private String ofScenario(String key) {
        if (!scenario.equals("MultiStream")) {
            return key;
        }
        return key.matches("result_(min|max|mean)_latency_ns")
                ? key.replace("_latency_ns", "_query_latency_ns")
                : key.replaceFirst("^(result_[0-9.]+_percentile)_latency_ns$", "$1_per_query_latency_ns");
    }

    private static boolean isNumber(String text) {
        try {
            return Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Digits after the point, as printed.
    static int decimals(String text) {
        int point = text.indexOf('.');
        int exponent = text.indexOf('e');
        int end = exponent < 0 ? text.length() : exponent;
        int digits = point < 0 ? 0 : end - point - 1;
        return Math.max(0, digits - (exponent < 0 ? 0 : Integer.parseInt(text.substring(exponent + 1))));
    }
}
