package dev.goodput.core.metric;

import java.util.List;

/// A point in the space of all axes: the choices that one tool, in one version, makes.
///
/// @param id stable identifier, as used in output
/// @param tool the tool and version whose choices these are
/// @param perTokenName what the tool calls its per-request time between tokens
public record Dialect(
        String id,
        String tool,
        Axis.TimeZero timeZero,
        Axis.FirstToken firstToken,
        Axis.PerToken perToken,
        String perTokenName) {

    /// Ours: from the intended start to the first and last generated output of any channel.
    public static final Dialect GOODPUT = new Dialect(
            "goodput",
            "goodput",
            Axis.TimeZero.SCHEDULE,
            Axis.FirstToken.ANY_TEXT_OR_TOOL,
            Axis.PerToken.DECODE_AFTER_FIRST,
            "TPOT");

    /// Ours from the actual start: what the endpoint did, without what the client waited for.
    public static final Dialect GOODPUT_FROM_SEND = new Dialect(
            "goodput-from-send",
            "goodput",
            Axis.TimeZero.PRE_REQUEST,
            Axis.FirstToken.ANY_TEXT_OR_TOOL,
            Axis.PerToken.DECODE_AFTER_FIRST,
            "TPOT");

    /// GenAI-Perf 0.0.16: `inter_token_latency` leaves TTFT out. Read in its source and confirmed by running it.
    public static final Dialect GENAI_PERF = new Dialect(
            "genai-perf",
            "GenAI-Perf 0.0.16",
            Axis.TimeZero.PRE_REQUEST,
            Axis.FirstToken.CONTENT_ONLY,
            Axis.PerToken.DECODE_N_MINUS_1,
            "inter_token_latency");

    /// LLMPerf at its last commit (PR #59): `inter_token_latency_s` puts TTFT in. Confirmed by running it.
    public static final Dialect LLMPERF = new Dialect(
            "llmperf-head",
            "LLMPerf f1d6bed",
            Axis.TimeZero.PRE_REQUEST,
            Axis.FirstToken.CONTENT_ONLY,
            Axis.PerToken.SUM_CHUNKS,
            "inter_token_latency_s");

    public static final List<Dialect> ALL = List.of(GOODPUT, GOODPUT_FROM_SEND, GENAI_PERF, LLMPERF);
}
