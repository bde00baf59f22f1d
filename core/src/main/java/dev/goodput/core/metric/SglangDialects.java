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

/// SGLang's benchmarks.
final class SglangDialects {
    private SglangDialects() {}

    static final Dialect SGLANG_OAI = Dialects.TOOL
            .named("sglang-oai", "SGLang bench_serving 0.5.23, OpenAI")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.EXCLUDED,
                    Connection.NEW_PER_REQUEST,
                    StampPoint.LINE_PARSED,
                    FirstToken.ANY_TEXT,
                    RequestEnd.LAST_LINE,
                    TokenSources.of(Source.USAGE_ANY, Source.REQUESTED),
                    PromptTokens.CLIENT,
                    Tpot.DECODE_N_MINUS_1,
                    Itl.POOLED_CHUNK,
                    OneToken.ABSENT_ZERO_PRINTED,
                    SingleChunk.ZERO,
                    InbandError.OK,
                    CutStream.OK,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.ZEROS_IN_LISTS,
                    Percentile.LINEAR,
                    StdDev.POPULATION,
                    Window.DISPATCH_TO_GATHER,
                    GoodputForm.RATE_AND_FRACTION,
                    MissingMetric.GOOD_AS_ZERO,
                    GoodputBase.ATTEMPTED)
            .withDefects(
                    "chat asks for no usage and credits the requested length to answers that stopped early",
                    "E2E and TPOT run to the last line, [DONE] included");

    static final Dialect SGLANG_OAI_COMPLETIONS = SGLANG_OAI
            .named("sglang-oai-completions", "SGLang bench_serving 0.5.23, OpenAI completions")
            .established(Provenance.SOURCE)
            .with(TokenSources.of(Source.USAGE_WITH_TEXT, Source.REQUESTED), InbandError.FAILS)
            .withDefects("E2E and TPOT run to the last line, [DONE] included");

    static final Dialect SGLANG_NATIVE = SGLANG_OAI
            .named("sglang-native", "SGLang bench_serving 0.5.23, /generate")
            .established(Provenance.RUN)
            .with(FirstToken.CONTENT_ONLY, TokenSources.of(Source.USAGE_ANY), Itl.POOLED_TOKEN_SPLIT, InbandError.FAILS)
            .withDefects("the tokens of the first chunk have no ITL entry");

    static final Dialect SGLANG_RS = SGLANG_OAI
            .named("sglang-rs", "SGLang bench_serving 0.5.23 (Rust)")
            .established(Provenance.RUN)
            .with(StampPoint.UNSTATED, InbandError.UNKNOWN, EmptyAnswer.UNKNOWN)
            .withDefects("a failed request has TTFT 0 even when its gaps are kept");

    static final Dialect SGLANG_RS_NATIVE = SGLANG_RS
            .named("sglang-rs-native", "SGLang bench_serving 0.5.23 (Rust), /generate")
            .with(FirstToken.CONTENT_ONLY, TokenSources.of(Source.USAGE_ANY), Itl.POOLED_TOKEN_SPLIT)
            .withDefects(
                    "a failed request has TTFT 0 even when its gaps are kept",
                    "the tokens of the first chunk have no ITL entry");

    static final Dialect GENAI_BENCH = Dialects.TOOL
            .named("genai-bench", "genai-bench 0.0.5")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.CLOSED_LOOP,
                    Connection.NEW_PER_REQUEST,
                    StampPoint.LINE_PARSED,
                    FirstToken.ANY_TEXT,
                    RequestEnd.USAGE_OR_DONE,
                    TokenSources.of(Source.USAGE_BARE, Source.TOK_TEXT),
                    Tpot.DECODE_N_MINUS_1,
                    Itl.NONE,
                    OneToken.DROPPED,
                    SingleChunk.ABSENT_BELOW_1_MS,
                    InbandError.FAILS,
                    CutStream.OK,
                    EmptyAnswer.LOST,
                    FailuresInLatency.EXCLUDED,
                    Percentile.LINEAR,
                    StdDev.POPULATION,
                    Window.START_TO_STOP,
                    GoodputForm.NONE)
            .withDefects(
                    "error_rate is always 0: it is computed before the total is known; errors / requests would be right",
                    "one-token answers are dropped, neither completed nor failed",
                    "with warm-up, tokens are trimmed and the time is not");

    static final List<Dialect> ALL =
            List.of(SGLANG_OAI, SGLANG_OAI_COMPLETIONS, SGLANG_NATIVE, SGLANG_RS, SGLANG_RS_NATIVE, GENAI_BENCH);
}
