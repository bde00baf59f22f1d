package dev.goodput.core.metric;

import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;

/// The numbers of one request under one dialect. A value that the request does not have is NaN, never 0: a one-token
/// answer has no TPOT, a failed request that sent nothing has no TTFT.
///
/// @param ttftNs from time zero to the first output
/// @param ttatNs from time zero to the first answer text or tool call, reasoning skipped
/// @param e2eNs from time zero to the last output
/// @param perTokenNs time per output token as the dialect defines it
/// @param longestGapNs the longest gap between two output chunks
/// @param outputTokens tokens generated on the channels that are output; without any chunk, as the server told, else 0
/// @param tokenSource where `outputTokens` came from
public record Reading(
        double ttftNs,
        double ttatNs,
        double e2eNs,
        double perTokenNs,
        double longestGapNs,
        int outputTokens,
        TokenSource tokenSource) {

    /// Reads a trace with the dialect's choices. Works on failed requests too: what came before the failure is there.
    public static Reading of(RequestTrace trace, Dialect dialect) {
        Chunks chunks = trace.chunks();
        int output = switch (dialect.firstToken()) {
            case ANY_TEXT_OR_TOOL -> ChunkKind.OUTPUT;
            case CONTENT_ONLY -> ChunkKind.TEXT.bit();
        };
        int answer = ChunkKind.TEXT.bit() | ChunkKind.TOOL_CALL.bit();
        int first = -1;
        int last = -1;
        int firstAnswer = -1;
        int outputChunks = 0;
        double longestGapNs = Double.NaN;
        for (int i = 0; i < chunks.size(); i++) {
            int kinds = chunks.kinds(i);
            if ((kinds & answer) != 0 && firstAnswer < 0) {
                firstAnswer = i;
            }
            if ((kinds & output) == 0) {
                continue;
            }
            if (first < 0) {
                first = i;
            } else {
                double gapNs = chunks.arrivalNs(i) - chunks.arrivalNs(last);
                longestGapNs = Double.isNaN(longestGapNs) ? gapNs : Math.max(longestGapNs, gapNs);
            }
            last = i;
            outputChunks++;
        }
        long zeroNs = switch (dialect.timeZero()) {
            case SCHEDULE -> trace.timeline().intendedStartNs();
            case PRE_REQUEST -> trace.timeline().startNs();
        };
        if (first < 0) {
            int told = Tokens.fromUsage(trace, output);
            TokenSource source = told > 0 ? TokenSource.USAGE : TokenSource.CHUNKS;
            return new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, told, source);
        }
        Tokens tokens = Tokens.of(trace, output, outputChunks, first);
        long firstNs = chunks.arrivalNs(first);
        long lastNs = chunks.arrivalNs(last);
        double perTokenNs = switch (dialect.perToken()) {
            case DECODE_AFTER_FIRST ->
                outputChunks > 1 && tokens.total() > tokens.ofFirstChunk()
                        ? (double) (lastNs - firstNs) / (tokens.total() - tokens.ofFirstChunk())
                        : Double.NaN;
            case DECODE_N_MINUS_1 ->
                outputChunks > 1 && tokens.total() > 1
                        ? Math.rint((double) (lastNs - firstNs) / (tokens.total() - 1))
                        : Double.NaN;
            case SUM_CHUNKS -> Stamp.between(zeroNs, lastNs) / dataLines(chunks);
        };
        return new Reading(
                Stamp.between(zeroNs, firstNs),
                firstAnswer < 0 ? Double.NaN : Stamp.between(zeroNs, chunks.arrivalNs(firstAnswer)),
                Stamp.between(zeroNs, lastNs),
                perTokenNs,
                longestGapNs,
                tokens.total(),
                tokens.source());
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
