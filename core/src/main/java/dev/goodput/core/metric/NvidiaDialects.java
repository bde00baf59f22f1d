package dev.goodput.core.metric;

import dev.goodput.core.metric.Dialect.Provenance;
import dev.goodput.core.metric.axis.CapWait;
import dev.goodput.core.metric.axis.Clock;
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

/// NVIDIA's tools.
final class NvidiaDialects {
    private NvidiaDialects() {}

    static final Dialect AIPERF_OLD = Dialects.TOOL
            .named("aiperf-old", "AIPerf 0.1.1")
            .established(Provenance.SOURCE)
            .with(
                    TimeZero.PRE_REQUEST,
                    CapWait.EXCLUDED,
                    StampPoint.EVENT_FIRST_BYTE,
                    FirstToken.ANY_TEXT,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.TOK_TEXT),
                    PromptTokens.CLIENT,
                    Tpot.DECODE_N_MINUS_1,
                    Itl.REQUEST_MEAN,
                    OneToken.ABSENT,
                    SingleChunk.ZERO,
                    Zeros.DROPS_GAPS,
                    InbandError.OK_AFTER_OUTPUT,
                    CutStream.OK,
                    EmptyAnswer.FAILS,
                    FailuresInLatency.EXCLUDED,
                    Percentile.LINEAR,
                    StdDev.POPULATION,
                    Window.VALID_SPAN,
                    GoodputForm.RATE,
                    MissingMetric.BAD_AS_IS_ZERO,
                    GoodputBase.NONE)
            .withDefects(
                    "in goodput a value of exactly 0 counts as missing, so a one-chunk answer is never good under an ITL bound",
                    "a gap of 0 between two chunks makes its whole list of gaps invalid, and it is dropped");

    static final Dialect AIPERF_NEW = AIPERF_OLD
            .named("aiperf-new", "AIPerf 2026 (main and branches)")
            .established(Provenance.SOURCE)
            .with(
                    CapWait.SEPARATE,
                    StampPoint.READ,
                    FirstToken.ANY_TEXT_OR_TOOL,
                    InbandError.FAILS,
                    CutStream.FAILS,
                    FailuresInLatency.ADJUSTED_INF,
                    Zeros.VALUE,
                    MissingMetric.BAD,
                    GoodputForm.RATE_AND_FRACTION,
                    GoodputBase.ATTEMPTED_LESS_CANCELLED)
            .withDefects();

    static final Dialect AIPERF_013 = AIPERF_NEW
            .named("aiperf-013", "AIPerf 0.13.0")
            .established(Provenance.RUN)
            .with(CutStream.OK, Window.PHASE, GoodputBase.ATTEMPTED)
            .withDefects(
                    "rates divide by the phase, idle head and tail inside, not by its own benchmark_duration; the span of the work would be right",
                    "effective_latency holds failed requests: one answered with an HTTP error enters with its wait for a slot alone, so failures make it look faster");

    static final Dialect AIPERF_013_SERVER_TOKENS = AIPERF_013
            .named("aiperf-013-server-tokens", "AIPerf 0.13.0 with --use-server-token-count")
            .with(TokenSources.of(Source.USAGE_LAST), PromptTokens.SERVER);

    static final Dialect AIPERF_013_CHUNK_USAGE = AIPERF_013
            .named("aiperf-013-chunk-usage", "AIPerf 0.13.0 with --per-chunk-usage")
            .with(Tpot.DECODE_AFTER_FIRST);

    static final Dialect AIPERF_013_SERVER_TOKENS_CHUNK_USAGE = AIPERF_013_SERVER_TOKENS
            .named(
                    "aiperf-013-server-tokens-chunk-usage",
                    "AIPerf 0.13.0 with --use-server-token-count and --per-chunk-usage")
            .with(Tpot.DECODE_AFTER_FIRST);

    static final Dialect GENAI_PERF = Dialects.TOOL
            .named("genai-perf", "GenAI-Perf 0.0.16")
            .established(Provenance.RUN)
            .with(
                    TimeZero.PRE_REQUEST,
                    Clock.WALL,
                    CapWait.EXCLUDED,
                    StampPoint.CALLBACK,
                    FirstToken.CONTENT_ONLY,
                    RequestEnd.LAST_TEXT,
                    TokenSources.of(Source.TOK_CONTENT),
                    PromptTokens.CLIENT,
                    Tpot.DECODE_N_MINUS_1,
                    Itl.REQUEST_MEAN,
                    OneToken.ABSENT,
                    SingleChunk.ABSENT,
                    Rounding.NS_ROUND,
                    InbandError.OK,
                    CutStream.OK,
                    EmptyAnswer.LOST,
                    FailuresInLatency.EXCLUDED,
                    Percentile.LINEAR,
                    StdDev.POPULATION,
                    Window.VALID_SPAN,
                    GoodputForm.RATE,
                    MissingMetric.MISALIGNED,
                    GoodputBase.NONE)
            .withDefects(
                    "goodput zips lists of different length: from the first one-token answer on, a request's TTFT is judged with its neighbour's ITL",
                    "reasoning is not read: TTFT is the time to the first answer token and the token count leaves reasoning out");

    static final Dialect PERF_ANALYZER = GENAI_PERF
            .named("perf-analyzer", "perf_analyzer (its own table)")
            .established(Provenance.SOURCE)
            .with(
                    FirstToken.NONE,
                    RequestEnd.LAST_DATA,
                    TokenSources.of(Source.CHUNKS),
                    PromptTokens.NONE,
                    Tpot.NONE,
                    Itl.NONE,
                    Rounding.US_TRUNC,
                    Percentile.HALF_UP_INDEX,
                    StdDev.SAMPLE,
                    Window.MEASURED,
                    GoodputForm.NONE,
                    MissingMetric.BAD)
            .withDefects();

    static final List<Dialect> ALL = List.of(
            AIPERF_OLD,
            AIPERF_NEW,
            AIPERF_013,
            AIPERF_013_SERVER_TOKENS,
            AIPERF_013_CHUNK_USAGE,
            AIPERF_013_SERVER_TOKENS_CHUNK_USAGE,
            GENAI_PERF,
            PERF_ANALYZER);
}
