package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.trace.Usage;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the numbers of one of inference-perf's aggregate files come about, from the records it is about.
final class InferencePerfAggregates {
    private static final Pattern LATENCY = Pattern.compile("successes\\.latency\\.([a-z_]+)\\.(.+)");
    private static final Pattern MEDIA = Pattern.compile("successes\\.(image|video|audio)\\.([a-z_]+)\\.(.+)");
    private static final Pattern LABEL = Pattern.compile("failures\\.by_label\\.(.+)\\.count");

    private final List<InferencePerfRow> rows;
    private final Set<Integer> indices;
    private final boolean isWhole;
    private final InferencePerfConfig config;
    private final int stage;
    private final InferencePerfGoodput goodput;

    /// @param part the records that the file is about, by index
    /// @param stage the number of the stage, or -1 for the whole run
    InferencePerfAggregates(List<InferencePerfRow> all, List<Integer> part, InferencePerfConfig config, int stage) {
        rows = part.stream().map(all::get).toList();
        indices = new HashSet<>(part);
        isWhole = part.size() == all.size();
        this.config = config;
        this.stage = stage;
        goodput = new InferencePerfGoodput(all, config);
    }

    double unit(String path) {
        boolean time = path.startsWith("successes.latency.")
                || path.startsWith("failures.request_latency.")
                || path.equals("benchmark_time_seconds")
                || path.equals("load_summary.send_duration")
                || path.startsWith("load_summary.schedule_delay.");
        return time ? ToldAggregate.S : ToldAggregate.PLAIN;
    }

    Recipe of(String path) {
        return switch (path) {
            case "benchmark_time_seconds" -> whole(RunQuantity.DURATION);
            case "load_summary.count" -> Told.value(rows.size());
            case "load_summary.send_duration" -> Told.value(sendS() * 1e9);
            case "load_summary.achieved_rate" -> Told.value(sendS() > 0 ? rows.size() / sendS() : 0);
            case "load_summary.requested_rate" -> setting("rate");
            case "load_summary.concurrency" -> setting("concurrency_level");
            case "successes.count" -> whole(RunQuantity.COMPLETED);
            case "failures.count" -> whole(RunQuantity.FAILED);
            case "successes.throughput.requests_per_sec" -> whole(RunQuantity.REQUEST_RATE);
            case "successes.throughput.output_tokens_per_sec" -> whole(RunQuantity.OUTPUT_TOKEN_RATE);
            case "successes.throughput.input_tokens_per_sec" -> perSecond(InferencePerfRow::promptTokens);
            case "successes.throughput.total_tokens_per_sec" -> whole(RunQuantity.TOTAL_TOKEN_RATE);
            case "successes.throughput.images_per_sec" -> perSecond(row -> count(row, "image"));
            case "successes.throughput.videos_per_sec" -> perSecond(row -> count(row, "video"));
            case "successes.throughput.audios_per_sec" -> perSecond(row -> count(row, "audio"));
            case "successes.token_count_mismatches" -> Told.value(mismatches());
            case "successes.client_fallback_requests.prompt" -> Told.value(without(Usage::promptTokens));
            case "successes.client_fallback_requests.output" -> Told.value(without(Usage::completionTokens));
            default -> ofGroup(path);
        };
    }

    private Recipe ofGroup(String path) {
        Matcher latency = LATENCY.matcher(path);
        Matcher media = MEDIA.matcher(path);
        Matcher label = LABEL.matcher(path);
        String last = path.substring(path.lastIndexOf('.') + 1);
        if (latency.matches()) {
            return latency(latency.group(1), latency.group(2));
        }
        if (media.matches()) {
            return InferencePerfStatistic.of(media(media.group(1), media.group(2)), media.group(3));
        }
        if (label.matches()) {
            return Told.value(
                    failures(row -> InferencePerfErrors.label(row).equals(label.group(1)) ? 1 : Double.NaN).length);
        }
        if (path.startsWith("load_summary.schedule_delay.")) {
            return Told.impossible("the records do not say when requests were meant to start");
        }
        if (path.startsWith("successes.goodput_metrics.")) {
            return goodput.recipe(last, this::part);
        }
        if (path.startsWith("successes.request_size_bytes.")) {
            double[] bytes = successes(InferencePerfRow::requestBytes);
            return Arrays.stream(bytes).anyMatch(Double::isNaN)
                    ? Told.impossible("the requests themselves were not kept")
                    : InferencePerfStatistic.of(bytes, statistic(path, "successes.request_size_bytes."));
        }
        if (path.startsWith("failures.request_latency.")) {
            double[] tookNs = failures(row -> (row.endS() - row.startS()) * 1e9);
            return InferencePerfStatistic.of(tookNs, statistic(path, "failures.request_latency."));
        }
        return tokens(path);
    }

    private static String statistic(String path, String prefix) {
        return path.substring(prefix.length());
    }

    private Recipe tokens(String path) {
        for (String prefix : List.of("successes.prompt_tokens.", "failures.prompt_tokens.")) {
            if (path.startsWith(prefix)) {
                ToDoubleFunction<InferencePerfRow> prompt = row -> Math.max(row.promptTokens(), 0);
                ToDoubleFunction<InferencePerfRow> cached = InferencePerfAggregates::cachedTokens;
                boolean good = prefix.startsWith("successes");
                return prompt(
                        path.substring(prefix.length()),
                        good ? successes(prompt) : failures(prompt),
                        good ? successes(cached) : failures(cached));
            }
        }
        if (path.startsWith("successes.output_len.")) {
            double[] counts = Arrays.stream(successes(InferencePerfRow::clientTokens))
                    .filter(count -> count >= 0)
                    .toArray();
            return InferencePerfStatistic.of(counts, statistic(path, "successes.output_len."));
        }
        if (path.startsWith("successes.output_tokens.")) {
            double[] counts = successes(InferencePerfAggregates::serverTokens);
            String statistic = statistic(path, "successes.output_tokens.");
            return statistic.equals("total") ? Told.value(sum(counts)) : InferencePerfStatistic.of(counts, statistic);
        }
        return Told.impossible("not known to this version of the importer");
    }

    private static Recipe prompt(String statistic, double[] prompts, double[] cached) {
        return switch (statistic) {
            case "total" -> Told.value(sum(prompts));
            case "cached" -> Told.value(sum(cached));
            case "uncached" -> Told.value(Math.max(sum(prompts) - sum(cached), 0));
            default -> InferencePerfStatistic.of(prompts, statistic);
        };
    }

    private static double cachedTokens(InferencePerfRow row) {
        Usage usage = row.usage();
        return usage == null ? 0 : Math.max(usage.cachedTokens(), 0);
    }

    /// The server's count; the client's where the server sent no usage.
    private static double serverTokens(InferencePerfRow row) {
        Usage usage = row.usage();
        return Math.max(usage == null ? row.clientTokens() : usage.completionTokens(), 0);
    }

    private Recipe latency(String metric, String statistic) {
        return switch (metric) {
            case "request_latency" -> of(Quantity.E2E, statistic);
            case "normalized_time_per_output_token" -> of(Quantity.NTPOT, statistic);
            case "time_per_output_token" -> of(Quantity.TPOT, statistic);
            case "time_to_first_token" -> of(Quantity.TTFT, statistic);
            case "inter_token_latency" -> of(Quantity.ITL, statistic);
            default -> Told.impossible("not known to this version of the importer");
        };
    }

    private Recipe of(Quantity quantity, String statistic) {
        return InferencePerfStatistic.of(quantity, statistic, this::part);
    }

    private Recipe whole(RunQuantity quantity) {
        return isWhole
                ? new Recipe.Whole(quantity)
                : new Recipe.Computed(seen -> part(seen).answer(quantity));
    }

    private DialectRun part(DialectRun seen) {
        return isWhole ? seen : SubRun.of(seen, trace -> indices.contains((int) trace.index()));
    }

    private Recipe setting(String key) {
        double value = config.stage(stage, key);
        return Double.isNaN(value) ? Told.impossible("a setting, and no file of settings tells it") : Told.value(value);
    }

    private double sendS() {
        double first = rows.stream().mapToDouble(InferencePerfRow::startS).min().orElse(0);
        double last = rows.stream().mapToDouble(InferencePerfRow::startS).max().orElse(0);
        return last - first;
    }

    private Recipe perSecond(ToDoubleFunction<InferencePerfRow> count) {
        double sum = sum(successes(count));
        return new Recipe.Computed(seen -> switch (part(seen).answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(sum * 1e9 / window.value());
            case Answer.Refused refused -> refused;
        });
    }

    private static double count(InferencePerfRow row, String kind) {
        return Math.max(row.media(kind).count("count"), 0);
    }

    private double[] media(String kind, String field) {
        if (field.equals("count")) {
            return successes(row -> count(row, kind));
        }
        return rows.stream()
                .filter(row -> !row.isFailed())
                .flatMap(row -> row.media(kind).list("instances").stream())
                .mapToDouble(instance -> instance.number(field))
                .toArray();
    }

    /// Answers whose chunks the tool counted, with another sum than the server's.
    private long mismatches() {
        return rows.stream()
                .filter(row -> !row.isFailed() && row.chunkS().length > 0)
                .filter(row -> row.usage() != null
                        && Objects.requireNonNull(row.usage()).completionTokens() != Usage.UNKNOWN
                        && Objects.requireNonNull(row.usage()).completionTokens() != row.tokenS().length)
                .count();
    }

    private long without(Function<Usage, Integer> count) {
        return rows.stream()
                .filter(row -> !row.isFailed())
                .filter(row -> row.usage() == null || count.apply(row.usage()) == Usage.UNKNOWN)
                .count();
    }

    private double[] successes(ToDoubleFunction<InferencePerfRow> value) {
        return rows.stream().filter(row -> !row.isFailed()).mapToDouble(value).toArray();
    }

    /// Values of failed records; those that are NaN are left out.
    private double[] failures(ToDoubleFunction<InferencePerfRow> value) {
        return rows.stream()
                .filter(InferencePerfRow::isFailed)
                .mapToDouble(value)
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }
}
