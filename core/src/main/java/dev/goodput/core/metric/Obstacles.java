package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Usage;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a quantity cannot be computed from what a run holds. A file of another tool keeps chunks that the tool chose by
/// its own rule; another rule cannot be applied to them after the fact, and is refused rather than approximated.
final class Obstacles {
    private Obstacles() {}

    /// The first obstacle, or null when there is none.
    static @Nullable String to(Run run, Dialect dialect, Quantity quantity) {
        Coverage coverage = run.manifest().coverage();
        TimeZero zero = dialect.on(TimeZero.class);
        if (needsZero(quantity, dialect)) {
            String why = zeroObstacle(coverage, zero);
            if (why != null) {
                return why;
            }
        }
        if (quantity == Quantity.E2E_FROM_SCHEDULE && !coverage.schedule()) {
            return "the run has no schedule";
        }
        String uncounted = countObstacle(run, dialect, quantity);
        if (uncounted != null) {
            return uncounted;
        }
        if (coverage.events() == Coverage.Events.ALL) {
            return null;
        }
        if (needsGaps(quantity, dialect) && coverage.events() != Coverage.Events.OUTPUT_CHUNKS) {
            return "the file keeps no gaps between chunks";
        }
        if (coverage.events() == Coverage.Events.FIRST_AND_END && needsLast(quantity, dialect)) {
            return "the file does not say when the last chunk came";
        }
        if (coverage.events() == Coverage.Events.NONE && needsStamps(quantity, dialect)) {
            return "the file keeps no stamps inside requests";
        }
        String why = ruleObstacle(coverage, dialect, quantity);
        return why == null && endMatters(quantity, dialect) ? endObstacle(run, dialect) : why;
    }

    private static @Nullable String countObstacle(Run run, Dialect dialect, Quantity quantity) {
        return switch (quantity) {
            case OUTPUT_TOKENS, NTPOT, SPEED_WITH_TTFT -> outputCounts(run);
            case INPUT_TOKENS, PREFILL_SPEED -> inputCounts(run, dialect);
            case TTFT, TTAT, TTST, TPOT, ITL, CHUNK_GAP, E2E, E2E_FROM_SCHEDULE, SPEED -> null;
        };
    }

    /// Why output tokens cannot be counted, or null: a fallback such as "one" must not stand in for a count that a file
    /// left out.
    static @Nullable String outputCounts(Run run) {
        // Two chunks of many are no count of tokens.
        boolean chunksCount = run.manifest().coverage().events() == Coverage.Events.OUTPUT_CHUNKS;
        return isCounted(
                        run,
                        trace -> hasOutputCount(trace)
                                || (chunksCount && !trace.chunks().isEmpty()))
                ? null
                : "the file holds no output lengths of requests";
    }

    /// Why prompt tokens cannot be counted, or null.
    static @Nullable String inputCounts(Run run, Dialect dialect) {
        PromptTokens rule = dialect.on(PromptTokens.class);
        if (rule == PromptTokens.NONE) {
            return dialect.id() + " does not say how prompt tokens are counted";
        }
        return isCounted(run, trace -> PromptCount.of(trace, rule) >= 0)
                ? null
                : "the file holds no prompt lengths of requests" + byWhom(rule);
    }

    private static String byWhom(PromptTokens rule) {
        return switch (rule) {
            case SERVER -> " by the server's count";
            case CLIENT -> " by the client's count";
            case SERVER_ELSE_CLIENT, SERVER_ELSE_REQUESTED, REQUESTED, NONE -> "";
        };
    }

    private static boolean isCounted(Run run, Predicate<RequestTrace> hasCount) {
        return run.manifest().coverage().events() == Coverage.Events.ALL
                || run.traces().stream().noneMatch(RequestTrace::isCompleted)
                || run.traces().stream().anyMatch(hasCount);
    }

    private static boolean hasOutputCount(RequestTrace trace) {
        Usage usage = trace.usage();
        return (usage != null && usage.completionTokens() >= 0)
                || trace.clientTokens() >= 0
                || trace.asked().maxOutputTokens() >= 0;
    }

    /// Whether a quantity takes more than the start and the end of a request.
    private static boolean needsStamps(Quantity quantity, Dialect dialect) {
        return switch (quantity) {
            case TTFT, TTAT, TTST, CHUNK_GAP, PREFILL_SPEED -> true;
            case TPOT, SPEED -> dialect.on(Tpot.class) != Tpot.INFERENCE_N && dialect.on(Tpot.class) != Tpot.NONE;
            case ITL -> dialect.on(Itl.class) != Itl.NONE;
            case NTPOT, E2E, E2E_FROM_SCHEDULE, OUTPUT_TOKENS, INPUT_TOKENS, SPEED_WITH_TTFT -> false;
        };
    }

    private static boolean endMatters(Quantity quantity, Dialect dialect) {
        return quantity != Quantity.TTFT
                && quantity != Quantity.TTAT
                && quantity != Quantity.OUTPUT_TOKENS
                && quantity != Quantity.INPUT_TOKENS
                && !needsGaps(quantity, dialect);
    }

    /// A tool that ends a request at its last line may keep its output chunks and not that end.
    private static @Nullable String endObstacle(Run run, Dialect dialect) {
        RequestEnd end = dialect.on(RequestEnd.class);
        if (run.manifest().coverage().events() != Coverage.Events.OUTPUT_CHUNKS) {
            return null;
        }
        boolean kept = switch (end) {
            case LAST_TEXT, LAST_CHOICES -> true;
            case LAST_DATA, LAST_LINE ->
                successes(run, dialect).allMatch(trace -> has(trace, ChunkKind.USAGE) || has(trace, ChunkKind.DONE));
            case USAGE_OR_DONE, DONE_OR_EOF ->
                successes(run, dialect)
                        .allMatch(trace -> has(trace, ChunkKind.USAGE)
                                || has(trace, ChunkKind.DONE)
                                || Stamp.isKnown(trace.timeline().endNs()));
            case EOF, BODY_PLUS_TOKENISE, ENGINE_END, CALLBACK_END, SERVER_FINISH ->
                successes(run, dialect)
                        .allMatch(trace -> Stamp.isKnown(trace.timeline().endNs()));
        };
        return kept
                ? null
                : "the tool ends a request by the rule '" + end.id()
                        + "', and its file keeps nothing after the last output chunk";
    }

    private static Stream<RequestTrace> successes(Run run, Dialect dialect) {
        return run.traces().stream().filter(trace -> Fate.of(trace, dialect) == Fate.SUCCESS);
    }

    private static boolean has(RequestTrace trace, ChunkKind kind) {
        for (int i = trace.chunks().size() - 1; i >= 0; i--) {
            if (trace.chunks().is(i, kind)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String zeroObstacle(Coverage coverage, TimeZero zero) {
        return switch (zero) {
            case SCHEDULE ->
                coverage.schedule() ? null : "the run has no schedule, so nothing counts from the intended start";
            case ISSUE, PRE_REQUEST, PRE_SETUP -> null;
            case POST_HEADERS, HEADERS_WRITE ->
                coverage.events() == Coverage.Events.ALL
                                || Dialects.byId(coverage.source())
                                        .map(source -> source.on(TimeZero.class) == zero)
                                        .orElse(false)
                        ? null
                        : "the file does not say when the request was written or its head came";
            case SUBMIT_INPROC, SERVER_RECEIVE, ENGINE_START ->
                Dialects.byId(coverage.source())
                                .map(source -> source.on(TimeZero.class) == zero)
                                .orElse(false)
                        ? null
                        : "the watch starts inside the server, which a client does not see";
        };
    }

    private static boolean needsZero(Quantity quantity, Dialect dialect) {
        return switch (quantity) {
            case TTFT, TTAT, E2E, E2E_FROM_SCHEDULE, NTPOT, SPEED_WITH_TTFT, PREFILL_SPEED -> true;
            case TPOT, SPEED -> tpotNeedsZero(dialect.on(Tpot.class));
            case ITL -> dialect.on(Itl.class) == Itl.REQUEST_MEAN && tpotNeedsZero(dialect.on(Tpot.class));
            case TTST, CHUNK_GAP, OUTPUT_TOKENS, INPUT_TOKENS -> false;
        };
    }

    private static boolean tpotNeedsZero(Tpot rule) {
        return switch (rule) {
            case TOTAL_N, SUM_CHUNKS, INFERENCE_N -> true;
            case DECODE_N_MINUS_1, SPAN_N_MINUS_1, DECODE_AFTER_FIRST, DECODE_N, NONE -> false;
        };
    }

    private static boolean needsGaps(Quantity quantity, Dialect dialect) {
        return switch (quantity) {
            case TTST, CHUNK_GAP -> true;
            case ITL ->
                switch (dialect.on(Itl.class)) {
                    case POOLED_CHUNK, POOLED_TOKEN_SPLIT, POOLED_TOKEN_ZERO, ITERATION, TAIL10_MEAN -> true;
                    case REQUEST_MEAN, REQUEST_MEAN_WEIGHTED, SUM_OVER_TOKENS, NONE -> false;
                };
            case TTFT,
                    TTAT,
                    TPOT,
                    NTPOT,
                    E2E,
                    E2E_FROM_SCHEDULE,
                    OUTPUT_TOKENS,
                    INPUT_TOKENS,
                    SPEED,
                    SPEED_WITH_TTFT,
                    PREFILL_SPEED -> false;
        };
    }

    private static boolean needsLast(Quantity quantity, Dialect dialect) {
        return switch (quantity) {
            case TPOT, SPEED -> tpotNeedsLast(dialect);
            case ITL ->
                switch (dialect.on(Itl.class)) {
                    case REQUEST_MEAN -> dialect.on(Tpot.class) == Tpot.NONE || tpotNeedsLast(dialect);
                    case REQUEST_MEAN_WEIGHTED, SUM_OVER_TOKENS -> true;
                    case POOLED_CHUNK, POOLED_TOKEN_SPLIT, POOLED_TOKEN_ZERO, ITERATION, TAIL10_MEAN, NONE -> false;
                };
            case E2E, E2E_FROM_SCHEDULE, NTPOT, SPEED_WITH_TTFT -> dialect.on(RequestEnd.class) == RequestEnd.LAST_TEXT;
            case TTFT, TTAT, TTST, CHUNK_GAP, OUTPUT_TOKENS, INPUT_TOKENS, PREFILL_SPEED -> false;
        };
    }

    private static boolean tpotNeedsLast(Dialect dialect) {
        return switch (dialect.on(Tpot.class)) {
            case SPAN_N_MINUS_1, TOTAL_N, SUM_CHUNKS -> true;
            case DECODE_N_MINUS_1, DECODE_AFTER_FIRST, DECODE_N, INFERENCE_N ->
                dialect.on(RequestEnd.class) == RequestEnd.LAST_TEXT;
            case NONE -> false;
        };
    }

    /// Framing is gone from the file, so its tool's own rules are the only ones that can be applied.
    private static @Nullable String ruleObstacle(Coverage coverage, Dialect dialect, Quantity quantity) {
        boolean needsTokensOnly = quantity == Quantity.OUTPUT_TOKENS || quantity == Quantity.INPUT_TOKENS;
        Dialect source = Dialects.byId(coverage.source()).orElse(null);
        if (source == null || needsTokensOnly) {
            return null;
        }
        FirstToken rule = dialect.on(FirstToken.class);
        boolean ruleMatters = coverage.events() != Coverage.Events.NONE || needsStamps(quantity, dialect);
        if (ruleMatters && rule != source.on(FirstToken.class)) {
            return "the file's chunks were chosen by the rule '"
                    + source.on(FirstToken.class).id() + "', so '" + rule.id() + "' cannot be applied to them";
        }
        RequestEnd end = dialect.on(RequestEnd.class);
        boolean lastTextKept = coverage.events() != Coverage.Events.NONE && end == RequestEnd.LAST_TEXT;
        if (endMatters(quantity, dialect) && end != source.on(RequestEnd.class) && !lastTextKept) {
            return "the file ends requests by the rule '"
                    + source.on(RequestEnd.class).id() + "' and does not say when '" + end.id() + "' was";
        }
        boolean countsLines = dialect.on(Tpot.class) == Tpot.SUM_CHUNKS
                && (quantity == Quantity.TPOT || quantity == Quantity.ITL || quantity == Quantity.SPEED);
        return countsLines && source.on(Tpot.class) != Tpot.SUM_CHUNKS
                ? "the file does not say how many data lines a stream had"
                : null;
    }
}
