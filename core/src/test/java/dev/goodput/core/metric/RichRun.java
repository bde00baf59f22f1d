package dev.goodput.core.metric;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.TraceBuilder;
import dev.goodput.core.trace.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A run in which every axis finds something to differ on, made from a seed: late sends, early role chunks, reasoning,
/// tool calls, several tokens a chunk, chunks read together, one-token answers, whole answers in one chunk, tails,
/// answers without usage and
/// every kind of failure.
final class RichRun {
    private static final FailureCategory[] FAILURES = {
        FailureCategory.ERROR_IN_STREAM,
        FailureCategory.CUT,
        FailureCategory.BROKEN,
        FailureCategory.EMPTY,
        FailureCategory.HTTP_STATUS,
        FailureCategory.CANCELLED,
        FailureCategory.NOT_SENT
    };

    private RichRun() {}

    static Run of(long seed, int requests) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestTrace> traces = new ArrayList<>();
        double lastMs = 0;
        for (int i = 0; i < requests; i++) {
            RequestTrace trace = request(random, i);
            traces.add(trace);
            if (trace.timeline().endNs() > 0) {
                lastMs = Math.max(lastMs, trace.timeline().endNs() / 1e6);
            }
        }
        return Runs.of(
                Manifest.Status.COMPLETE, Runs.POISSON, requests + 1L, TraceBuilder.ns(lastMs + 777), null, traces);
    }

    private static RequestTrace request(SplittableRandom random, int i) {
        double intendedMs = i * 40 + random.nextDouble(20);
        double startMs = intendedMs + (i % 3 == 0 ? random.nextDouble(15) : 0.01);
        double headMs = startMs + 5 + random.nextDouble(10);
        TraceBuilder request = TraceBuilder.request(i)
                .intended(intendedMs)
                .started(startMs)
                .sent(startMs + 0.7, startMs + 0.8, headMs)
                .asked(50 + random.nextInt(500));
        if (i % 5 == 4) {
            FailureCategory category = FAILURES[i / 5 % FAILURES.length];
            return category == FailureCategory.NOT_SENT
                    ? TraceBuilder.neverSent(i)
                    : failed(random, request, category, headMs);
        }
        return answer(random, request, i, headMs);
    }

    private static RequestTrace failed(
            SplittableRandom random, TraceBuilder request, FailureCategory category, double headMs) {
        double ms = headMs + 3;
        boolean hasOutput = switch (category) {
            case ERROR_IN_STREAM -> random.nextBoolean();
            case CUT, BROKEN -> true;
            default -> false;
        };
        request.role(ms);
        for (int k = 0; hasOutput && k < 3 + random.nextInt(9); k++) {
            request.text(ms += 4 + random.nextDouble(9));
        }
        if (category == FailureCategory.ERROR_IN_STREAM) {
            request.error(ms += 2);
        }
        return request.ended(ms + 1).failed(category);
    }

    private static RequestTrace answer(SplittableRandom random, TraceBuilder request, int i, double headMs) {
        double ms = headMs + 1;
        request.comment(ms);
        int n = 0;
        int reasoned = 0;
        if (i % 2 == 0) {
            request.role(ms += 1);
        }
        ms += 30 + random.nextDouble(60);
        int perChunk = i % 4 == 3 ? 4 : 1;
        int chunks = i % 7 == 0 ? 1 : 5 + random.nextInt(40);
        int told = i % 8 == 3 ? perChunk : Chunks.TOKENS_UNKNOWN;
        for (int k = 0; k < chunks; k++) {
            n += perChunk;
            if (i % 6 == 1 && k < chunks / 2) {
                request.reasoning(ms, told, 4 * perChunk);
                reasoned += perChunk;
            } else if (i % 11 == 2) {
                request.toolCall(ms);
            } else {
                request.text(ms, told, 3 * perChunk + random.nextInt(3));
            }
            boolean readTogether = i % 9 == 5 && k == 2;
            ms += readTogether ? 0 : 5 + random.nextDouble(12);
        }
        request.finish(ms += random.nextDouble(3));
        boolean hasUsage = i % 10 != 5;
        if (hasUsage) {
            request.usageChunk(ms += random.nextDouble(3));
            request.usage(new Usage(60, n, i % 12 == 1 ? reasoned : Usage.UNKNOWN, Usage.UNKNOWN));
        }
        request.done(ms += random.nextDouble(5));
        return request.ended(ms + random.nextDouble(2)).completed();
    }
}
