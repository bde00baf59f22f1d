package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.Axis;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Clock;
import dev.goodput.core.metric.axis.Connection;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.GoodputTpot;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.Rounding;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.Strictness;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A choice that gives a number other than the one its name promises, and the choice that would give it.
///
/// @param choice what the dialect does
/// @param right what would be right on the same axis
/// @param why what goes wrong, as one sentence without a full stop
public record Defect(Axis choice, Axis right, String why) {

    /// The defects of a dialect, in the order of [Dialect#AXES].
    public static List<Defect> of(Dialect dialect) {
        List<Defect> defects = new ArrayList<>();
        for (Class<? extends Axis> axis : Dialect.AXES) {
            of(dialect.on(axis)).ifPresent(defects::add);
        }
        return defects;
    }

    /// The defect of an option, if it is one.
    public static Optional<Defect> of(Axis option) {
        return switch (option) {
            case TimeZero zero -> of(zero);
            case FirstToken first -> of(first);
            case TokenSources sources -> of(sources);
            case Tpot tpot -> of(tpot);
            case Itl itl -> of(itl);
            case OneToken one -> of(one);
            case InbandError inband -> of(inband);
            case BrokenStream broken -> of(broken);
            case EmptyAnswer empty -> of(empty);
            case FailuresInLatency failures -> of(failures);
            case Percentile percentile -> of(percentile);
            case Window window -> of(window);
            case MissingMetric missing -> of(missing);
            case GoodputTpot bound -> of(bound);
            case Zeros zeros -> of(zeros);
            case Clock _,
                    CapWait _,
                    Connection _,
                    StampPoint _,
                    RequestEnd _,
                    PromptTokens _,
                    SingleChunk _,
                    Rounding _,
                    CutStream _,
                    StdDev _,
                    GoodputForm _,
                    Strictness _,
                    GoodputBase _ -> Optional.empty();
        };
    }

    private static Optional<Defect> defect(Axis choice, Axis right, String why) {
        return Optional.of(new Defect(choice, right, why));
    }

    private static Optional<Defect> of(TimeZero zero) {
        return switch (zero) {
            case POST_HEADERS ->
                defect(zero, TimeZero.PRE_REQUEST, "the time to the response head, queue and prefill with it, is lost");
            case SCHEDULE, ISSUE, PRE_REQUEST, PRE_SETUP, HEADERS_WRITE, SUBMIT_INPROC, SERVER_RECEIVE, ENGINE_START ->
                Optional.empty();
        };
    }

    private static Optional<Defect> of(FirstToken first) {
        return switch (first) {
            case ANY_CHOICES ->
                defect(first, FirstToken.ANY_TEXT_OR_TOOL, "a chunk that carries only a role is taken for a token");
            case NON_NULL_DELTA ->
                defect(first, FirstToken.ANY_TEXT_OR_TOOL, "a chunk whose text is empty is taken for a token");
            case FIRST_HTTP_CHUNK ->
                defect(first, FirstToken.ANY_TEXT_OR_TOOL, "a piece of the body is taken for a token");
            case CONTENT_ONLY, ANY_TEXT, ANY_TEXT_OR_TOOL, OUTPUT_DELTA, ENGINE_FIRST, CALLBACK_FIRST, NONE ->
                Optional.empty();
        };
    }

    private static Optional<Defect> of(TokenSources sources) {
        boolean isBos = sources.order().contains(Source.TOK_LLAMA_BOS);
        boolean isRequested = sources.order().contains(Source.REQUESTED);
        if (isBos) {
            return defect(sources, TokenSources.of(Source.TOK_TEXT), "a start token is counted that nobody generated");
        }
        return isRequested
                ? defect(
                        sources,
                        TokenSources.of(Source.USAGE_ANY, Source.CHUNK_COUNTS, Source.CHUNKS),
                        "tokens are credited that were asked for and never came")
                : Optional.empty();
    }

    private static Optional<Defect> of(Tpot tpot) {
        return switch (tpot) {
            case TOTAL_N, SUM_CHUNKS -> defect(tpot, Tpot.SPAN_N_MINUS_1, "TTFT is inside the time per output token");
            case DECODE_N_MINUS_1, SPAN_N_MINUS_1, DECODE_AFTER_FIRST, DECODE_N, INFERENCE_N, NONE -> Optional.empty();
        };
    }

    private static Optional<Defect> of(Itl itl) {
        return switch (itl) {
            case POOLED_TOKEN_ZERO ->
                defect(itl, Itl.POOLED_TOKEN_SPLIT, "with several tokens a chunk most gaps, and the median, are 0");
            case SUM_OVER_TOKENS ->
                defect(
                        itl,
                        Itl.REQUEST_MEAN_WEIGHTED,
                        "gaps are divided by tokens, of which every answer has one more");
            case POOLED_CHUNK, POOLED_TOKEN_SPLIT, REQUEST_MEAN, REQUEST_MEAN_WEIGHTED, ITERATION, TAIL10_MEAN, NONE ->
                Optional.empty();
        };
    }

    private static Optional<Defect> of(OneToken one) {
        return switch (one) {
            case ZERO_AVERAGED -> defect(one, OneToken.ABSENT, "a TPOT of 0 that nobody observed is averaged in");
            case TTFT_LEAK ->
                defect(one, OneToken.ABSENT, "a time to first token is averaged in as a time between tokens");
            case DROPPED -> defect(one, OneToken.ABSENT, "a good answer is neither completed nor failed");
            case NO_TTFT -> defect(one, OneToken.ABSENT, "a first token that came has no time");
            case ERROR_NEGATIVE -> defect(one, OneToken.ABSENT, "a negative TPOT is within every limit");
            case ABSENT, ABSENT_ZERO_PRINTED, TOTAL -> Optional.empty();
        };
    }

    private static Optional<Defect> of(InbandError inband) {
        return switch (inband) {
            case OK, OK_AFTER_OUTPUT ->
                defect(inband, InbandError.FAILS, "an answer that broke off with an error counts as a success");
            case LOST -> defect(inband, InbandError.FAILS, "a failed request is not counted at all");
            case FAILS, UNKNOWN -> Optional.empty();
        };
    }

    private static Optional<Defect> of(BrokenStream broken) {
        return switch (broken) {
            case OK -> defect(broken, BrokenStream.FAILS, "an answer that was cut off counts as a success");
            case FAILS -> Optional.empty();
        };
    }

    private static Optional<Defect> of(EmptyAnswer empty) {
        return empty == EmptyAnswer.FAILS || empty == EmptyAnswer.UNKNOWN
                ? Optional.empty()
                : defect(
                        empty,
                        EmptyAnswer.FAILS,
                        empty == EmptyAnswer.LOST
                                ? "an answer without output is not counted at all"
                                : "an answer without output counts as a success");
    }

    private static Optional<Defect> of(FailuresInLatency failures) {
        return switch (failures) {
            case INCLUDED, COUNTED_TWICE ->
                defect(failures, FailuresInLatency.EXCLUDED, "requests that failed fast make the latency look better");
            case LOST -> defect(failures, FailuresInLatency.EXCLUDED, "failed requests are not counted at all");
            case EXCLUDED, SEPARATE_BLOCK, ZEROS_IN_TOTAL, ZEROS_IN_LISTS, ADJUSTED_INF -> Optional.empty();
        };
    }

    private static Optional<Defect> of(Percentile percentile) {
        return switch (percentile) {
            case EXCLUSIVE -> defect(percentile, Percentile.LINEAR, "a high percentile can lie above the maximum");
            case LINEAR,
                    FLOOR_INDEX,
                    LOWER,
                    HALF_UP_INDEX,
                    NEAREST,
                    NEAREST_RANK,
                    CDF_LOWER,
                    NEAREST_INF,
                    R8,
                    HDR,
                    BUCKETS,
                    ORDER_BOUND,
                    NONE -> Optional.empty();
        };
    }

    private static Optional<Defect> of(Window window) {
        return switch (window) {
            case PHASE -> defect(window, Window.ALL_SPAN, "idle time before and after the work lowers the rates");
            case SETUP_TO_JOIN ->
                defect(window, Window.ALL_SPAN, "the start-up of the tool's workers lowers the rates");
            case SEND_SPAN, FROM_FIRST_END ->
                defect(window, Window.ALL_SPAN, "time that the work took is left out, so the rates are too high");
            case RUN,
                    VALID_SPAN,
                    ALL_SPAN,
                    DISPATCH_TO_GATHER,
                    MEASURED,
                    START_TO_STOP,
                    RECORDED_ORDER,
                    LAST_ISSUED,
                    INPROC_SPAN,
                    NONE -> Optional.empty();
        };
    }

    private static Optional<Defect> of(MissingMetric missing) {
        return switch (missing) {
            case GOOD_AS_ZERO ->
                defect(missing, MissingMetric.NOT_APPLICABLE, "a value that does not exist is taken for 0");
            case MISALIGNED ->
                defect(missing, MissingMetric.BAD, "requests are judged by the values of their neighbours");
            case BAD_AS_IS_ZERO ->
                defect(missing, MissingMetric.BAD, "an answer in one chunk, whose TPOT is 0, keeps no bound on it");
            case NOT_APPLICABLE, BAD, EXCLUDED -> Optional.empty();
        };
    }

    private static Optional<Defect> of(Zeros zeros) {
        return switch (zeros) {
            case DROPS_GAPS ->
                defect(zeros, Zeros.VALUE, "answers of which two chunks came together are missing from the gaps");
            case NOT_IN_TPOT_PERCENTILES ->
                defect(zeros, Zeros.VALUE, "percentiles of TPOT leave out answers that came in one chunk");
            case VALUE -> Optional.empty();
        };
    }

    private static Optional<Defect> of(GoodputTpot bound) {
        return switch (bound) {
            case REQUEST_ITL -> defect(bound, GoodputTpot.TPOT, "a bound on TPOT is held against another quantity");
            case TPOT -> Optional.empty();
        };
    }
}
