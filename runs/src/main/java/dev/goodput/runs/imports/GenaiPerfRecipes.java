package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectGoodput;
import dev.goodput.core.metric.DialectRun;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.RunQuantity;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.trace.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How GenAI-Perf makes each of its metrics from perf_analyzer's export.
final class GenaiPerfRecipes implements RecipeBook {
    private static final Map<String, Quantity> OF_TRACES = Map.of(
            "time_to_first_token", Quantity.TTFT,
            "time_to_second_token", Quantity.TTST,
            "inter_token_latency", Quantity.ITL,
            "request_latency", Quantity.E2E,
            "output_token_throughput_per_user", Quantity.SPEED,
            "output_sequence_length", Quantity.OUTPUT_TOKENS);

    /// What a count of tokens is needed for.
    private static final Set<String> NEED_TOKENS = Set.of(
            "inter_token_latency",
            "output_token_throughput",
            "output_token_throughput_per_user",
            "output_sequence_length");

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    /// What the tool writes when an objective names no metric that it can bound.
    private static final double INVALID = -1;

    private final GenaiPerfTokens tokens;
    private final Map<String, Double> objectives;
    /// Conversation of each trace, by index; traces outside the session of these recipes are left out.
    private final List<String> sessions;

    private final Optional<String> session;

    GenaiPerfRecipes(GenaiPerfTokens tokens, Map<String, Double> objectives, List<String> sessions) {
        this(tokens, objectives, sessions, Optional.empty());
    }

    private GenaiPerfRecipes(
            GenaiPerfTokens tokens, Map<String, Double> objectives, List<String> sessions, Optional<String> session) {
        this.tokens = tokens;
        this.objectives = objectives;
        this.sessions = sessions;
        this.session = session;
    }

    /// The same for the requests of one conversation.
    GenaiPerfRecipes ofSession(String name) {
        return new GenaiPerfRecipes(tokens, objectives, sessions, Optional.of(name));
    }

    @Override
    public Recipe of(String metric, String statistic, double unit) {
        Optional<Statistic> asked = StatisticNames.of(statistic);
        if (asked.isEmpty()) {
            return new Recipe.Impossible("'" + statistic + "' is no statistic that GenAI-Perf is known to make");
        }
        if (NEED_TOKENS.contains(metric) && !tokens.isKnown()) {
            return new Recipe.Impossible("the file keeps texts, not token counts, and the tokenizer is not at hand");
        }
        if (metric.equals("output_sequence_length") && tokens.source() == GenaiPerfTokens.Source.ONE_LENGTH) {
            return new Recipe.Impossible(
                    "the file keeps texts, not token counts; this number is where they were taken from");
        }
        Quantity quantity = OF_TRACES.get(metric);
        if (quantity != null) {
            return session.isEmpty()
                    ? new Recipe.Of(quantity, asked.get())
                    : new Recipe.Computed(seen -> inSession(seen).answer(quantity, asked.get()));
        }
        return switch (metric) {
            case "request_count" ->
                new Recipe.Computed(seen -> inSession(seen).answer(Quantity.TTFT, Statistic.Simple.COUNT));
            case "request_throughput" -> new Recipe.Computed(seen -> requestRate(inSession(seen)));
            case "output_token_throughput" ->
                new Recipe.Computed(seen -> inSession(seen).answer(RunQuantity.OUTPUT_TOKEN_RATE));
            case "request_goodput" -> goodput();
            case "input_sequence_length" ->
                new Recipe.Impossible(
                        "the file keeps prompts, not their token counts, and the tokenizer is not at hand");
            default ->
                new Recipe.Impossible("how GenAI-Perf makes '" + StatisticsBlock.name(metric) + "' is not established");
        };
    }

    private DialectRun inSession(DialectRun seen) {
        if (session.isEmpty()) {
            return seen;
        }
        Run part = new Run(
                seen.run().manifest(),
                seen.run().traces().stream()
                        .filter(trace -> sessions.get((int) trace.index()).equals(session.get()))
                        .toList());
        return DialectRun.of(part, seen.dialect());
    }

    /// All requests of the export count, even those without an answer, which its request count leaves out. (A session's
    /// rate leaves them out too.)
    private Answer requestRate(DialectRun seen) {
        double requests = session.isEmpty()
                ? seen.run().traces().size()
                : seen.answer(Quantity.TTFT, Statistic.Simple.COUNT).orNaN();
        return switch (seen.answer(RunQuantity.DURATION)) {
            case Answer.Value window -> new Answer.Value(requests * NS_PER_S / window.value());
            case Answer.Refused refused -> refused;
        };
    }

    private Recipe goodput() {
        if (objectives.isEmpty()) {
            return new Recipe.Impossible("the file does not say which objectives the requests were judged by");
        }
        Map<Quantity, Double> boundsNs = new LinkedHashMap<>();
        for (Map.Entry<String, Double> objective : objectives.entrySet()) {
            Quantity quantity = OF_TRACES.get(objective.getKey());
            if (quantity == null || quantity == Quantity.OUTPUT_TOKENS) {
                return new Recipe.Computed(_ -> new Answer.Value(INVALID));
            }
            if (NEED_TOKENS.contains(objective.getKey()) && !tokens.isKnown()) {
                return new Recipe.Impossible(
                        "an objective needs token counts; the file keeps texts, and the tokenizer is not at hand");
            }
            // So many tokens a second at least is so long between two at most.
            boolean speed = quantity == Quantity.SPEED;
            double boundNs = speed ? NS_PER_S / objective.getValue() : objective.getValue() * NS_PER_MS;
            boundsNs.merge(speed ? Quantity.ITL : quantity, boundNs, Math::min);
        }
        return new Recipe.Computed(
                seen -> DialectGoodput.of(inSession(seen), boundsNs).rate());
    }
}
