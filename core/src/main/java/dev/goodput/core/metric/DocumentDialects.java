package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.CapWait;
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

/// Documents and server metrics, which define metrics without being clients.
final class DocumentDialects {
    private DocumentDialects() {}

    /// What documents have in common: they define numbers and not how a client comes by them.
    private static final Dialect DOCUMENT = Dialects.TOOL
            .named("document", "a document")
            .established(Provenance.DOCUMENTED)
            .with(
                    CapWait.NOT_APPLICABLE,
                    Connection.NOT_APPLICABLE,
                    StampPoint.UNSTATED,
                    PromptTokens.NONE,
                    InbandError.UNKNOWN,
                    EmptyAnswer.UNKNOWN,
                    StdDev.NONE);

    static final Dialect NIM_DOC = DOCUMENT.named("nim-doc", "NVIDIA NIM benchmarking guide (2026-04)")
            .with(FirstToken.ANY_TEXT, Itl.REQUEST_MEAN, Percentile.NONE, Window.VALID_SPAN, GoodputForm.NONE);

    static final Dialect ANYSCALE_DOC = DOCUMENT.named("anyscale-doc", "Anyscale LLM latency and throughput metrics")
            .with(
                    FirstToken.ANY_TEXT,
                    RequestEnd.SERVER_FINISH,
                    Itl.SUM_OVER_TOKENS,
                    Percentile.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.FRACTION,
                    GoodputBase.ALL_RESULTS)
            .withDefects("prints the mean ITL over tokens where the gaps are one fewer");

    static final Dialect ANYSCALE_2023 = DOCUMENT.named("anyscale-2023", "Anyscale blog, 2023")
            .with(
                    FirstToken.ANY_TEXT,
                    Tpot.TOTAL_N,
                    Itl.REQUEST_MEAN,
                    OneToken.TTFT_LEAK,
                    Percentile.NONE,
                    Window.ALL_SPAN,
                    GoodputForm.NONE);

    static final Dialect BENTOML_DOC = DOCUMENT.named("bentoml-doc", "BentoML LLM inference handbook")
            .with(FirstToken.ANY_TEXT, Itl.SUM_OVER_TOKENS, Percentile.NONE, Window.NONE, GoodputForm.RATE)
            .withDefects("prints the mean ITL over tokens where the gaps are one fewer");

    /// E2E = TTFT + TPOT · tokens: the first token has its share of the decode time.
    static final Dialect DATABRICKS_DOC = DOCUMENT.named(
                    "databricks-doc", "Databricks, LLM inference performance engineering")
            .with(FirstToken.ANY_TEXT, Tpot.DECODE_N, Itl.NONE, Percentile.NONE, Window.NONE, GoodputForm.NONE);

    static final Dialect NEURON_DOC = DATABRICKS_DOC.named("neuron-doc", "AWS Neuron, LLM inference benchmarking");

    static final Dialect OTEL_SERVER = DOCUMENT.named("otel-server", "OpenTelemetry GenAI server metrics 1.41.1")
            .with(
                    TimeZero.SERVER_RECEIVE,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.SERVER_FINISH,
                    TokenSources.of(Source.IDS),
                    Tpot.DECODE_AFTER_FIRST,
                    Itl.NONE,
                    CutStream.OK,
                    Percentile.BUCKETS,
                    Window.NONE,
                    GoodputForm.NONE);

    static final Dialect OTEL_CLIENT = DOCUMENT.named("otel-client", "OpenTelemetry GenAI client metrics 1.41.1")
            .with(
                    FirstToken.ANY_CHOICES,
                    RequestEnd.LAST_DATA,
                    Tpot.NONE,
                    Itl.POOLED_CHUNK,
                    Percentile.BUCKETS,
                    Window.NONE,
                    GoodputForm.NONE);

    static final Dialect VLLM_SERVER = DOCUMENT.named("vllm-server", "vLLM Prometheus metrics")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.SERVER_RECEIVE,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.IDS),
                    PromptTokens.SERVER,
                    Tpot.SPAN_N_MINUS_1,
                    Itl.ITERATION,
                    OneToken.ZERO_AVERAGED,
                    CutStream.OK,
                    Percentile.BUCKETS,
                    Window.NONE,
                    GoodputForm.NONE)
            .withDefects("a one-token answer is observed with TPOT 0");

    static final Dialect TGI_SERVER = DOCUMENT.named("tgi-server", "Text Generation Inference metrics")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.ENGINE_START,
                    StampPoint.ENGINE,
                    FirstToken.NONE,
                    RequestEnd.SERVER_FINISH,
                    TokenSources.of(Source.IDS),
                    Tpot.INFERENCE_N,
                    Itl.NONE,
                    OneToken.TOTAL,
                    CutStream.OK,
                    Percentile.BUCKETS,
                    Window.NONE,
                    GoodputForm.NONE);

    static final List<Dialect> ALL = List.of(
            NIM_DOC,
            ANYSCALE_DOC,
            ANYSCALE_2023,
            BENTOML_DOC,
            DATABRICKS_DOC,
            NEURON_DOC,
            OTEL_SERVER,
            OTEL_CLIENT,
            VLLM_SERVER,
            TGI_SERVER);
}
