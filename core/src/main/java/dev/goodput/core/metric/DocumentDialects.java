package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Clock;
import dev.goodput.core.metric.axis.Connection;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import java.util.List;

/// Documents and server metrics, which define metrics without being clients.
final class DocumentDialects {
    private DocumentDialects() {}

    static final Dialect NIM_DOC = Dialects.TOOL
            .named("nim-doc", "NVIDIA NIM benchmarking guide (2026-04)")
            .established(Provenance.DOCUMENTED)
            .with(
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    FirstToken.ANY_TEXT,
                    Itl.REQUEST_MEAN,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.VALID_SPAN,
                    GoodputForm.NONE);

    static final Dialect ANYSCALE_DOC = Dialects.TOOL
            .named("anyscale-doc", "Anyscale LLM latency and throughput metrics")
            .established(Provenance.DOCUMENTED)
            .with(
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    FirstToken.ANY_TEXT,
                    RequestEnd.SERVER_FINISH,
                    Itl.POOLED_CHUNK,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.FRACTION,
                    GoodputBase.ALL_RESULTS)
            .withDefects("prints the mean ITL over tokens where the gaps are one fewer");

    static final Dialect ANYSCALE_2023 = Dialects.TOOL
            .named("anyscale-2023", "Anyscale blog, 2023")
            .established(Provenance.DOCUMENTED)
            .with(
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    FirstToken.ANY_TEXT,
                    Tpot.TOTAL_N,
                    Itl.REQUEST_MEAN,
                    OneToken.TTFT_LEAK,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.NONE);

    static final Dialect BENTOML_DOC = Dialects.TOOL
            .named("bentoml-doc", "BentoML LLM inference handbook")
            .established(Provenance.DOCUMENTED)
            .with(
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    FirstToken.ANY_TEXT,
                    Itl.POOLED_CHUNK,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.NONE,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.RATE);

    static final Dialect OTEL_SERVER = Dialects.TOOL
            .named("otel-server", "OpenTelemetry GenAI server metrics 1.41.1")
            .established(Provenance.DOCUMENTED)
            .with(
                    TimeZero.SERVER_RECEIVE,
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.SERVER_FINISH,
                    TokenSources.of(Source.IDS),
                    Tpot.DECODE_AFTER_FIRST,
                    Itl.NONE,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    Percentile.BUCKETS,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.NONE);

    static final Dialect OTEL_CLIENT = Dialects.TOOL
            .named("otel-client", "OpenTelemetry GenAI client metrics 1.41.1")
            .established(Provenance.DOCUMENTED)
            .with(
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    FirstToken.ANY_CHOICES,
                    RequestEnd.LAST_DATA,
                    Tpot.NONE,
                    Itl.POOLED_CHUNK,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    Percentile.BUCKETS,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.NONE);

    static final Dialect VLLM_SERVER = Dialects.TOOL
            .named("vllm-server", "vLLM Prometheus metrics")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.SERVER_RECEIVE,
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.IDS),
                    Tpot.SPAN_N_MINUS_1,
                    Itl.ITERATION,
                    OneToken.ZERO_AVERAGED,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    Percentile.BUCKETS,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.NONE)
            .withDefects("a one-token answer is observed with TPOT 0");

    static final Dialect TGI_SERVER = Dialects.TOOL
            .named("tgi-server", "Text Generation Inference metrics")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.ENGINE_START,
                    Clock.MONOTONIC,
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.ENGINE,
                    FirstToken.NONE,
                    RequestEnd.SERVER_FINISH,
                    TokenSources.of(Source.IDS),
                    Tpot.INFERENCE_N,
                    Itl.NONE,
                    OneToken.TOTAL,
                    InbandError.UNKNOWN,
                    CutStream.OK,
                    EmptyAnswer.UNKNOWN,
                    Percentile.BUCKETS,
                    StdDev.NONE,
                    Window.NONE,
                    GoodputForm.NONE);

    static final List<Dialect> ALL = List.of(
            NIM_DOC, ANYSCALE_DOC, ANYSCALE_2023, BENTOML_DOC, OTEL_SERVER, OTEL_CLIENT, VLLM_SERVER, TGI_SERVER);
}
