package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.EmptyAnswer;
import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.OneToken;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.Rounding;
import dev.goodput.core.metric.axis.SingleChunk;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.metric.axis.Tpot;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;

/// The numbers of one request under one dialect. A value that the request does not have is NaN, never 0: a one-token
/// answer has no TPOT, a failed request that sent nothing has no TTFT. (Dialects whose tool writes 0 there say so on
/// their one-token axis.)
///
/// @param ttftNs from time zero to the first output
/// @param ttatNs from time zero to the first answer text or tool call, reasoning skipped
/// @param ttstNs from the first to the second output chunk
/// @param e2eNs from time zero to the end of the request
/// @param perTokenNs time per output token as the dialect defines it
/// @param spanNs from the first to the last output chunk
/// @param longestGapNs the longest gap between two output chunks
/// @param outputTokens tokens generated on the channels that the dialect reads; 0 when nobody counted
/// @param tokenSource where `outputTokens` came from
public record Reading(
        double ttftNs,
        double ttatNs,
        double ttstNs,
        double e2eNs,
        double perTokenNs,
        double spanNs,
        double longestGapNs,
        int outputTokens,
        TokenSource tokenSource) {

    /// Reads a trace with the dialect's choices. Works on failed requests too: what came before the failure is there.
    public static Reading of(RequestTrace trace, Dialect dialect) {
        return of(trace, dialect, Outputs.of(trace.chunks(), dialect.on(FirstToken.class)));
    }

    static Reading of(RequestTrace trace, Dialect dialect, Outputs outputs) {
        Tokens tokens = Tokens.of(trace, outputs, dialect);
        double zeroNs = zeroNs(trace.timeline(), dialect.on(TimeZero.class));
        // A complete answer without a single chunk comes from a file that keeps the end by its tool's rule and no more.
        double endNs = trace.isCompleted() && trace.chunks().isEmpty()
                ? trace.timeline().endNs()
                : endNs(trace, outputs, dialect.on(RequestEnd.class));
        if (outputs.isEmpty()) {
            boolean asZero = dialect.on(EmptyAnswer.class) == EmptyAnswer.OK_AS_ZERO
                    && trace.outcome() instanceof Outcome.Failed failed
                    && failed.category() == FailureCategory.EMPTY;
            return new Reading(
                    asZero ? 0 : Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Stamp.between(zeroNs, endNs),
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    tokens.total(),
                    tokens.source());
        }
        double ttftNs = Stamp.between(zeroNs, outputs.firstNs());
        double e2eNs = Stamp.between(zeroNs, endNs);
        boolean hasTtft = dialect.on(OneToken.class) != OneToken.NO_TTFT || tokens.total() > 1;
        return new Reading(
                hasTtft ? ttftNs : Double.NaN,
                ttatNs(trace.chunks(), zeroNs),
                outputs.count() > 1 ? outputs.arrivalNs(1) - outputs.firstNs() : Double.NaN,
                e2eNs,
                rounded(perTokenNs(trace, outputs, tokens, zeroNs, endNs, dialect), dialect.on(Rounding.class)),
                outputs.lastNs() - outputs.firstNs(),
                longestGapNs(outputs),
                tokens.total(),
                tokens.source());
    }

    /// The stamp from which a time-zero rule counts, or [Stamp#UNKNOWN].
    public static double zeroNs(Timeline timeline, TimeZero rule) {
        return switch (rule) {
            case SCHEDULE -> timeline.intendedStartNs();
            case ISSUE, PRE_REQUEST, PRE_SETUP -> timeline.startNs();
            case POST_HEADERS -> timeline.headNs();
            case HEADERS_WRITE -> timeline.sendStartNs();
            // Seen by an engine or server only: a client's trace has no such stamp.
            case SUBMIT_INPROC, SERVER_RECEIVE, ENGINE_START -> Stamp.UNKNOWN;
        };
    }

    private static double endNs(RequestTrace trace, Outputs outputs, RequestEnd rule) {
        int row = endRow(trace.chunks(), outputs, rule);
        if (row >= 0) {
            return trace.chunks().arrivalNs(row);
        }
        return endsWithBody(rule) ? trace.timeline().endNs() : Stamp.UNKNOWN;
    }

    /// The chunk that ends the request, or −1 where none does: the request then ends with its body, or at no known
    /// time.
    static int endRow(Chunks chunks, Outputs outputs, RequestEnd rule) {
        return switch (rule) {
            case LAST_TEXT -> outputs.isEmpty() ? -1 : outputs.row(outputs.count() - 1);
            case LAST_CHOICES -> last(chunks, ChunkKind.CHOICES.bit(), 0);
            case LAST_DATA -> last(chunks, ~0, ChunkKind.DONE.bit() | ChunkKind.COMMENT.bit());
            case LAST_LINE -> last(chunks, ~0, ChunkKind.COMMENT.bit());
            case USAGE_OR_DONE -> {
                int usage = last(chunks, ChunkKind.USAGE.bit(), ChunkKind.CHOICES.bit());
                yield usage >= 0 ? usage : last(chunks, ChunkKind.DONE.bit(), 0);
            }
            case DONE_OR_EOF -> last(chunks, ChunkKind.DONE.bit(), 0);
            case EOF, BODY_PLUS_TOKENISE, ENGINE_END, CALLBACK_END, SERVER_FINISH -> -1;
        };
    }

    /// Whether a request of which no chunk is the end has the end of its body for it.
    private static boolean endsWithBody(RequestEnd rule) {
        return switch (rule) {
            case LAST_TEXT, LAST_CHOICES, LAST_DATA, LAST_LINE -> false;
            case USAGE_OR_DONE, DONE_OR_EOF, EOF, BODY_PLUS_TOKENISE, ENGINE_END, CALLBACK_END, SERVER_FINISH -> true;
        };
    }

    /// The last chunk that has one of the `wanted` kinds and none of the `unwanted`, or −1.
    private static int last(Chunks chunks, int wanted, int unwanted) {
        for (int i = chunks.size() - 1; i >= 0; i--) {
            if ((chunks.kinds(i) & wanted) != 0 && (chunks.kinds(i) & unwanted) == 0) {
                return i;
            }
        }
        return -1;
    }

    private static double ttatNs(Chunks chunks, double zeroNs) {
        int answer = ChunkKind.TEXT.bit() | ChunkKind.TOOL_CALL.bit();
        for (int i = 0; i < chunks.size(); i++) {
            if ((chunks.kinds(i) & answer) != 0) {
                return Stamp.between(zeroNs, chunks.arrivalNs(i));
            }
        }
        return Double.NaN;
    }

    private static double longestGapNs(Outputs outputs) {
        double longestNs = Double.NaN;
        for (int i = 1; i < outputs.count(); i++) {
            double gapNs = outputs.arrivalNs(i) - outputs.arrivalNs(i - 1);
            longestNs = Double.isNaN(longestNs) ? gapNs : Math.max(longestNs, gapNs);
        }
        return longestNs;
    }

    private static double perTokenNs(
            RequestTrace trace, Outputs outputs, Tokens tokens, double zeroNs, double endNs, Dialect dialect) {
        int n = tokens.total();
        boolean uncounted = n == 0 && trace.usage() == null && trace.clientTokens() < 0;
        if (uncounted && dialect.on(Tpot.class) != Tpot.SUM_CHUNKS) {
            return Double.NaN;
        }
        double firstNs = outputs.firstNs();
        double lastNs = outputs.lastNs();
        return switch (dialect.on(Tpot.class)) {
            case DECODE_N_MINUS_1 -> overRest(endNs - firstNs, n, n - 1, outputs, dialect);
            case SPAN_N_MINUS_1 -> overRest(lastNs - firstNs, n, n - 1, outputs, dialect);
            case DECODE_AFTER_FIRST -> overRest(endNs - firstNs, n, n - tokens.ofFirstChunk(), outputs, dialect);
            case DECODE_N -> over(endNs - firstNs, n);
            case TOTAL_N -> over(lastNs - zeroNs, n);
            case SUM_CHUNKS -> over(lastNs - zeroNs, dataLines(trace.chunks()));
            case INFERENCE_N -> over(endNs - zeroNs, n);
            case NONE -> Double.NaN;
        };
    }

    private static double over(double ns, int divisor) {
        return divisor > 0 ? ns / divisor : Double.NaN;
    }

    /// Decode time over the tokens after the first: what an answer without any has is for the dialect to say.
    private static double overRest(double ns, int n, int rest, Outputs outputs, Dialect dialect) {
        if (n <= 1) {
            return switch (dialect.on(OneToken.class)) {
                case ZERO_AVERAGED -> 0;
                case ERROR_NEGATIVE -> -ns;
                case ABSENT, ABSENT_ZERO_PRINTED, TTFT_LEAK, DROPPED, NO_TTFT, TOTAL -> Double.NaN;
            };
        }
        boolean absent = switch (dialect.on(SingleChunk.class)) {
            case ZERO -> false;
            case ABSENT -> outputs.count() == 1;
            case ABSENT_BELOW_1_MS -> ns < 1e6;
        };
        return absent ? Double.NaN : over(ns, rest);
    }

    private static double rounded(double ns, Rounding rule) {
        return switch (rule) {
            case NONE -> ns;
            case NS_ROUND -> Math.rint(ns);
            case NS_TRUNC -> ns < 0 ? Math.ceil(ns) : Math.floor(ns);
            case US_TRUNC -> Math.floor(ns / 1_000) * 1_000;
        };
    }

    /// Data lines as LLMPerf counts them: every event but `[DONE]`. A bare usage chunk is left out, because LLMPerf
    /// never asks for one.
    private static int dataLines(Chunks chunks) {
        int lines = 0;
        for (int i = 0; i < chunks.size(); i++) {
            boolean bareUsage = chunks.is(i, ChunkKind.USAGE) && !chunks.is(i, ChunkKind.CHOICES);
            if (!chunks.is(i, ChunkKind.DONE) && !chunks.is(i, ChunkKind.COMMENT) && !bareUsage) {
                lines++;
            }
        }
        return lines;
    }
}
