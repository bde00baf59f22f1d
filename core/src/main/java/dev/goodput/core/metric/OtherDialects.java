package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
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
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import dev.goodput.core.metric.axis.Zeros;
import java.util.List;

/// Further tools.
final class OtherDialects {
    private OtherDialects() {}

    static final Dialect EVALSCOPE = Dialects.TOOL
            .named("evalscope", "evalscope perf after 1.9.1")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.EXCLUDED,
                    StampPoint.EVENT_DELIMITED,
                    FirstToken.ANY_CHOICES,
                    RequestEnd.LAST_DATA,
                    TokenSources.of(Source.USAGE_ANY, Source.TOK_TEXT, Source.ABORT),
                    Tpot.DECODE_N_MINUS_1,
                    Itl.POOLED_CHUNK,
                    OneToken.ZERO_AVERAGED,
                    SingleChunk.ZERO,
                    InbandError.OK,
                    CutStream.OK,
                    EmptyAnswer.OK,
                    FailuresInLatency.EXCLUDED,
                    Percentile.FLOOR_INDEX,
                    StdDev.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.AGGREGATE_GATE)
            .withDefects("a one-token answer has TPOT 0, which is averaged in");

    static final Dialect EVALSCOPE_1141 = EVALSCOPE
            .named("evalscope-1141", "evalscope perf 1.14.1")
            .established(Provenance.RUN)
            .with(
                    StampPoint.EVENT_PARSED,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    TokenSources.of(Source.USAGE_ANY, Source.TOK_TEXT),
                    OneToken.ABSENT_ZERO_PRINTED,
                    Zeros.NOT_IN_TPOT_PERCENTILES,
                    InbandError.FAILS,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NEAREST_RANK)
            .withDefects("where no answer has two tokens, mean TPOT is 0 and its percentiles a bare NaN");

    static final Dialect GUIDELLM = Dialects.TOOL
            .named("guidellm", "guidellm 0.7.3")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    Clock.WALL,
                    CapWait.EXCLUDED,
                    StampPoint.LINE,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    RequestEnd.DONE_OR_EOF,
                    TokenSources.of(Source.USAGE_LAST, Source.CHUNKS),
                    Tpot.TOTAL_N,
                    Itl.REQUEST_MEAN_WEIGHTED,
                    OneToken.TOTAL,
                    SingleChunk.ZERO,
                    InbandError.FAILS,
                    CutStream.OK,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.SEPARATE_BLOCK,
                    Percentile.CDF_LOWER,
                    StdDev.POPULATION,
                    Window.MEASURED,
                    GoodputForm.NONE)
            .withDefects(
                    "its TPOT holds TTFT; the time after the first token over the tokens after it would be right",
                    "ITL is a mean a request: stalls are averaged away");

    static final Dialect GUIDELLM_081 = GUIDELLM.named("guidellm-081", "guidellm 0.8.1")
            .established(Provenance.RUN)
            .with(
                    TimeZero.HEADERS_WRITE,
                    Window.FROM_FIRST_END,
                    GoodputForm.RATE_AND_FRACTION,
                    GoodputTpot.REQUEST_ITL,
                    MissingMetric.EXCLUDED,
                    GoodputBase.DETERMINED)
            .withDefects(
                    "its TPOT holds TTFT",
                    "its SLO on TPOT is compared with ITL",
                    "token rates open at the first end of a request");

    static final Dialect INFERENCE_PERF = Dialects.TOOL
            .named("inference-perf", "inference-perf 0.7.0")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.SEPARATE,
                    StampPoint.EVENT_DELIMITED,
                    FirstToken.CONTENT_ONLY,
                    RequestEnd.BODY_PLUS_TOKENISE,
                    TokenSources.of(Source.TOK_CONTENT),
                    Tpot.SPAN_N_MINUS_1,
                    Itl.POOLED_TOKEN_ZERO,
                    OneToken.NO_TTFT,
                    SingleChunk.ZERO,
                    InbandError.OK,
                    CutStream.OK,
                    EmptyAnswer.OK,
                    FailuresInLatency.SEPARATE_BLOCK,
                    Percentile.LINEAR,
                    StdDev.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.RATE_AND_FRACTION,
                    MissingMetric.BAD,
                    GoodputBase.SUCCESSES)
            .withDefects(
                    "a one-token answer has no TTFT",
                    "with several tokens a chunk the median ITL is 0",
                    "an error object or an empty answer is a success");

    static final Dialect HF_IB = Dialects.TOOL
            .named("hf-ib", "Hugging Face inference-benchmarker 1.1.0")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.SKIPS,
                    StampPoint.AFTER_TOKENISE,
                    FirstToken.CONTENT_ONLY,
                    RequestEnd.DONE_OR_EOF,
                    TokenSources.of(Source.TOK_CHUNK),
                    PromptTokens.CLIENT,
                    Tpot.NONE,
                    Itl.REQUEST_MEAN,
                    OneToken.ZERO_AVERAGED,
                    SingleChunk.ZERO,
                    Rounding.US_TRUNC,
                    InbandError.FAILS,
                    CutStream.FAILS,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.EXCLUDED,
                    Percentile.LINEAR,
                    StdDev.NONE,
                    Window.RECORDED_ORDER,
                    GoodputForm.NONE)
            .withDefects(
                    "arrivals above the user limit are skipped",
                    "slow answers still in flight at the deadline are dropped");

    static final Dialect LLMETER = Dialects.TOOL
            .named("llmeter", "llmeter 0.2.0")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.CLOSED_LOOP,
                    StampPoint.EVENT_PARSED,
                    FirstToken.CONTENT_ONLY,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.USAGE_ANY, Source.TOK_TEXT),
                    Tpot.SPAN_N_MINUS_1,
                    Itl.NONE,
                    OneToken.ABSENT,
                    SingleChunk.ZERO,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    FailuresInLatency.INCLUDED,
                    Percentile.EXCLUSIVE,
                    StdDev.NONE,
                    Window.SEND_SPAN,
                    GoodputForm.NONE)
            .withDefects(
                    "P99 can exceed the maximum",
                    "requests per minute divide by the span of sends and count failures: 7 to 12 % high",
                    "its HTTP client retries silently");

    static final Dialect LLM_BENCH = Dialects.TOOL
            .named("llm-bench", "BentoML llm-bench 02eab0e")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    Clock.WALL,
                    CapWait.CLOSED_LOOP,
                    StampPoint.AFTER_TOKENISE,
                    FirstToken.FIRST_HTTP_CHUNK,
                    RequestEnd.EOF,
                    TokenSources.of(Source.TOK_CHUNK),
                    PromptTokens.NONE,
                    Tpot.NONE,
                    Itl.NONE,
                    OneToken.ABSENT,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    FailuresInLatency.INCLUDED,
                    Percentile.LINEAR,
                    StdDev.NONE,
                    Window.START_TO_STOP,
                    GoodputForm.NONE);

    static final Dialect DISTSERVE = Dialects.TOOL
            .named("distserve", "DistServe artefact")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.NOT_APPLICABLE,
                    Connection.NEW_PER_REQUEST,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.EOF,
                    TokenSources.of(Source.REQUESTED),
                    PromptTokens.CLIENT,
                    Tpot.SPAN_N_MINUS_1,
                    Itl.NONE,
                    OneToken.ZERO_AVERAGED,
                    InbandError.LOST,
                    CutStream.OK,
                    EmptyAnswer.LOST,
                    FailuresInLatency.LOST,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.DISPATCH_TO_GATHER,
                    GoodputForm.MAX_RATE,
                    MissingMetric.GOOD_AS_ZERO,
                    GoodputBase.ALL_RESULTS)
            .withDefects("failed requests are sent again until they work");

    static final Dialect MOONCAKE = Dialects.TOOL
            .named("mooncake", "Mooncake paper")
            .established(Provenance.DOCUMENTED)
            .with(
                    StampPoint.UNSTATED,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    PromptTokens.NONE,
                    Tpot.NONE,
                    Itl.TAIL10_MEAN,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.MAX_RATE);

    static final List<Dialect> ALL = List.of(
            EVALSCOPE,
            EVALSCOPE_1141,
            GUIDELLM,
            GUIDELLM_081,
            INFERENCE_PERF,
            HF_IB,
            LLMETER,
            LLM_BENCH,
            DISTSERVE,
            MOONCAKE);
}
