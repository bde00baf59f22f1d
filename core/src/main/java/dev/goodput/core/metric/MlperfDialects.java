package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.BrokenStream;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Connection;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
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
import java.util.List;

/// MLPerf.
final class MlperfDialects {
    private MlperfDialects() {}

    static final Dialect MLPERF_LOADGEN = Dialects.TOOL
            .named("mlperf-loadgen", "MLPerf LoadGen 6.0.17")
            .established(Provenance.RUN)
            .with(
                    TimeZero.SCHEDULE,
                    CapWait.INCLUDED,
                    Connection.NOT_APPLICABLE,
                    StampPoint.CALLBACK,
                    FirstToken.CALLBACK_FIRST,
                    RequestEnd.CALLBACK_END,
                    TokenSources.of(Source.IDS),
                    PromptTokens.NONE,
                    Tpot.DECODE_N_MINUS_1,
                    Itl.NONE,
                    OneToken.ERROR_NEGATIVE,
                    SingleChunk.ZERO,
                    Rounding.NS_TRUNC,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    FailuresInLatency.INCLUDED,
                    Percentile.FLOOR_INDEX,
                    StdDev.NONE,
                    Window.LAST_ISSUED,
                    GoodputForm.PERCENTILE_LIMITS)
            .withDefects(
                    "a one-token answer has a negative TPOT, which is within every limit, and the mean overflows",
                    "result_token_throughput is tokens per nanosecond");

    static final Dialect MLPERF_ENDPOINTS = Dialects.TOOL
            .named("mlperf-endpoints", "MLPerf Endpoints 0.1.0")
            .established(Provenance.RUN)
            .with(
                    TimeZero.ISSUE,
                    CapWait.NOT_APPLICABLE,
                    StampPoint.RELAYED,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    RequestEnd.EOF,
                    TokenSources.of(Source.TOK_TEXT),
                    PromptTokens.CLIENT,
                    Tpot.DECODE_AFTER_FIRST,
                    Itl.POOLED_CHUNK,
                    OneToken.ABSENT,
                    SingleChunk.ABSENT,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    BrokenStream.OK,
                    EmptyAnswer.OK,
                    FailuresInLatency.COUNTED_TWICE,
                    Percentile.LOWER,
                    StdDev.SAMPLE,
                    Window.LAST_ISSUED,
                    GoodputForm.NONE)
            .withDefects(
                    "a cut stream is a success; it is a failure",
                    "a failed request is counted failed and completed, its time inside the latencies");

    /// The same under every load but Poisson arrivals: rates divide by the time from the start of performance tracking
    /// to the last completion.
    static final Dialect MLPERF_ENDPOINTS_TRACKED = MLPERF_ENDPOINTS
            .named("mlperf-endpoints-tracked", "MLPerf Endpoints 0.1.0 (without Poisson arrivals)")
            .with(Window.RUN);

    static final List<Dialect> ALL = List.of(MLPERF_LOADGEN, MLPERF_ENDPOINTS, MLPERF_ENDPOINTS_TRACKED);
}
