package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Connection;
import dev.goodput.core.metric.axis.CutStream;
import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FailuresInLatency;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.GoodputBase;
import dev.goodput.core.metric.axis.GoodputForm;
import dev.goodput.core.metric.axis.InbandError;
import dev.goodput.core.metric.axis.Itl;
import dev.goodput.core.metric.axis.MissingMetric;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.Percentile;
import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.StampPoint;
import dev.goodput.core.metric.axis.StdDev;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.TokenSources;
import dev.goodput.core.metric.axis.TokenSources.Source;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.metric.axis.Window;
import java.util.List;

/// vLLM's benchmarks and those that grew from them.
final class VllmDialects {
    private VllmDialects() {}

    static final Dialect VLLM_PY = Dialects.TOOL
            .named("vllm-py", "vllm bench serve (2026, before 0.33)")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.SEPARATE,
                    StampPoint.EVENT_DELIMITED,
                    FirstToken.ANY_CHOICES,
                    RequestEnd.LAST_CHOICES,
                    TokenSources.of(Source.USAGE_BARE, Source.TOK_CONTENT, Source.ONE),
                    Tpot.DECODE_N_MINUS_1,
                    Itl.POOLED_CHUNK,
                    OneToken.ABSENT_ZERO_PRINTED,
                    SingleChunk.ZERO,
                    InbandError.OK_AFTER_OUTPUT,
                    CutStream.OK,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.ZEROS_IN_LISTS,
                    Percentile.LINEAR,
                    StdDev.POPULATION,
                    Window.DISPATCH_TO_GATHER,
                    GoodputForm.RATE,
                    MissingMetric.GOOD_AS_ZERO,
                    GoodputBase.NONE)
            .withDefects(
                    "a role-only chunk is taken for the first token",
                    "an error object after the first chunk is not noticed");

    static final Dialect VLLM_PY_011 = VLLM_PY.named("vllm-py-011", "vllm bench serve 0.11.0")
            .established(Provenance.RUN)
            .with(
                    CapWait.EXCLUDED,
                    RequestEnd.LAST_DATA,
                    TokenSources.of(Source.USAGE_BARE, Source.TOK_CONTENT),
                    PromptTokens.CLIENT,
                    InbandError.OK,
                    EmptyAnswer.OK_AS_ZERO)
            .withDefects(
                    "a role-only chunk is taken for the first token",
                    "E2E ends at the usage chunk",
                    "an error object inside a stream is not noticed");

    static final Dialect VLLM_PY_011_COMPLETIONS = VLLM_PY_011
            .named("vllm-py-011-completions", "vllm bench serve 0.11.0, completions")
            .established(Provenance.SOURCE)
            .with(RequestEnd.LAST_CHOICES, EmptyAnswer.FAILS)
            .withDefects();

    static final Dialect VLLM_PY_033 = VLLM_PY.named("vllm-py-033", "vllm bench serve 0.33.0")
            .established(Provenance.RUN)
            .with(
                    FirstToken.OUTPUT_DELTA,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.USAGE_NO_OUTPUT, Source.TOK_CONTENT, Source.ONE))
            .withDefects(
                    "a one-token answer has TPOT 0 in the goodput test, so it is good",
                    "an error object after output is not noticed");

    static final Dialect VLLM_PY_033_COMPLETIONS = VLLM_PY_033
            .named("vllm-py-033-completions", "vllm bench serve 0.33.0, completions")
            .with(FirstToken.ANY_CHOICES, RequestEnd.LAST_CHOICES);

    static final Dialect VLLM_RS = VLLM_PY.named("vllm-rs", "vllm-bench 0.1.0 (Rust)")
            .established(Provenance.SOURCE)
            .with(
                    CapWait.EXCLUDED,
                    RequestEnd.LAST_DATA,
                    TokenSources.of(Source.USAGE_ANY, Source.CHUNKS),
                    PromptTokens.CLIENT,
                    InbandError.OK,
                    EmptyAnswer.OK_AS_ZERO,
                    FailuresInLatency.EXCLUDED)
            .withDefects("a role-only chunk is taken for the first token", "E2E ends at the usage chunk");

    static final Dialect VLLM_RS_033 = VLLM_RS.named("vllm-rs-033", "vllm-bench 0.33.0 (Rust)")
            .established(Provenance.RUN)
            .with(
                    RequestEnd.LAST_CHOICES,
                    InbandError.OK_AFTER_OUTPUT,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.ZEROS_IN_LISTS)
            .withDefects(
                    "a role-only chunk is taken for the first token: mean TTFT 1.4 ms was seen for a true 121",
                    "its steady-state throughput counts chunks, not tokens");

    static final Dialect TRT_SERVING = VLLM_PY.named("trt-serving", "TensorRT-LLM benchmark_serving")
            .established(Provenance.SOURCE)
            .with(
                    CapWait.EXCLUDED,
                    Connection.NEW_PER_REQUEST,
                    StampPoint.LINE,
                    RequestEnd.LAST_DATA,
                    TokenSources.of(Source.USAGE_BARE, Source.TOK_CONTENT),
                    PromptTokens.CLIENT,
                    InbandError.OK,
                    EmptyAnswer.OK_AS_ZERO,
                    FailuresInLatency.EXCLUDED)
            .withDefects(
                    "a role-only chunk is taken for the first token",
                    "without streaming TTFT is −1, which passes every bound");

    static final Dialect TRT_SERVING_COMPLETIONS = TRT_SERVING
            .named("trt-serving-completions", "TensorRT-LLM benchmark_serving, completions")
            .with(RequestEnd.LAST_CHOICES, EmptyAnswer.FAILS)
            .withDefects("without streaming TTFT is −1, which passes every bound");

    static final Dialect TRTLLM_BENCH = VLLM_PY.named("trtllm-bench", "trtllm-bench")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.SUBMIT_INPROC,
                    CapWait.EXCLUDED,
                    Connection.NOT_APPLICABLE,
                    StampPoint.ENGINE,
                    FirstToken.ENGINE_FIRST,
                    RequestEnd.ENGINE_END,
                    TokenSources.of(Source.IDS),
                    PromptTokens.CLIENT,
                    Itl.REQUEST_MEAN,
                    OneToken.ZERO_AVERAGED,
                    InbandError.UNKNOWN,
                    FailuresInLatency.EXCLUDED,
                    Percentile.FLOOR_INDEX,
                    StdDev.NONE,
                    Window.INPROC_SPAN,
                    GoodputForm.NONE,
                    MissingMetric.BAD)
            .withDefects("a one-token answer has TPOT 0, which is averaged in", "P99 of 100 requests is the maximum");

    static final List<Dialect> ALL = List.of(
            VLLM_PY,
            VLLM_PY_011,
            VLLM_PY_011_COMPLETIONS,
            VLLM_PY_033,
            VLLM_PY_033_COMPLETIONS,
            VLLM_RS,
            VLLM_RS_033,
            TRT_SERVING,
            TRT_SERVING_COMPLETIONS,
            TRTLLM_BENCH);
}
