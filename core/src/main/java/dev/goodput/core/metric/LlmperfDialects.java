package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
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
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import java.util.List;

/// LLMPerf and its Rust namesake.
final class LlmperfDialects {
    private LlmperfDialects() {}

    static final Dialect LLMPERF_HEAD = Dialects.TOOL
            .named("llmperf-head", "LLMPerf f1d6bed")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_SETUP,
                    CapWait.CLOSED_LOOP,
                    Connection.NEW_PER_REQUEST,
                    StampPoint.LINE_PARSED,
                    FirstToken.CONTENT_ONLY,
                    RequestEnd.EOF,
                    TokenSources.of(Source.TOK_LLAMA_BOS),
                    PromptTokens.REQUESTED,
                    Tpot.SUM_CHUNKS,
                    Itl.REQUEST_MEAN,
                    OneToken.TTFT_LEAK,
                    InbandError.LOST,
                    CutStream.OK,
                    EmptyAnswer.LOST,
                    FailuresInLatency.LOST,
                    Percentile.LINEAR,
                    StdDev.SAMPLE,
                    Window.SETUP_TO_JOIN,
                    GoodputForm.NONE)
            .withDefects(
                    "ITL holds TTFT and divides by data lines, so role and finish chunks lower it and several tokens a chunk raise it",
                    "the token count has a start token too many, whatever the model",
                    "a failed request kills its thread and is not counted");

    static final Dialect LLMPERF_PRE59 = LLMPERF_HEAD
            .named("llmperf-pre59", "LLMPerf before PR #59")
            .established(Provenance.SOURCE)
            // Its token count has the start token in it already.
            .with(Tpot.TOTAL_N, Window.START_TO_STOP)
            .withDefects("ITL holds TTFT", "the token count has a start token too many, whatever the model");

    static final Dialect LLMPERF_RS_07 = Dialects.TOOL
            .named("llmperf-rs-07", "llmperf-rs up to 0.7")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.POST_HEADERS,
                    CapWait.CLOSED_LOOP,
                    StampPoint.EVENT_PARSED,
                    FirstToken.NON_NULL_DELTA,
                    RequestEnd.DONE_OR_EOF,
                    TokenSources.of(Source.USAGE_ANY, Source.REQUESTED),
                    PromptTokens.SERVER_ELSE_REQUESTED,
                    Tpot.NONE,
                    Itl.POOLED_CHUNK,
                    OneToken.ABSENT,
                    InbandError.OK,
                    CutStream.OK,
                    EmptyAnswer.OK,
                    FailuresInLatency.EXCLUDED,
                    Percentile.R8,
                    StdDev.SAMPLE,
                    Window.DISPATCH_TO_GATHER,
                    GoodputForm.NONE)
            .withDefects(
                    "the clock starts after the response head, so TTFT and E2E lack the time to it",
                    "without usage the requested length is credited");

    static final Dialect LLMPERF_RS_08 = LLMPERF_RS_07
            .named("llmperf-rs-08", "llmperf-rs 0.8 to 0.9.1")
            .established(Provenance.DOCUMENTED)
            .with(TimeZero.PRE_REQUEST, FirstToken.ANY_TEXT, InbandError.UNKNOWN, EmptyAnswer.UNKNOWN)
            .withDefects();

    static final List<Dialect> ALL = List.of(LLMPERF_HEAD, LLMPERF_PRE59, LLMPERF_RS_07, LLMPERF_RS_08);
}
