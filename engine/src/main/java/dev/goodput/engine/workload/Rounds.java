package dev.goodput.engine.workload;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.Start;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// One workload several times in a row.
final class Rounds implements Iterator<WorkloadRequest> {
    /// Contents of one round stay closer to 0 than this.
    private static final long CONTENTS = 1L << 43;

    private final Workload workload;
    private final long seed;
    private final int rounds;
    private Iterator<WorkloadRequest> round;
    private int number;
    private long index;
    private long firstIndex;
    private long firstNs;
    private long arrivals;
    private long lastNs;

    Rounds(Workload workload, long seed, int rounds) {
        this.workload = workload;
        this.seed = seed;
        this.rounds = rounds;
        round = workload.requests(seed);
    }

    @Override
    public boolean hasNext() {
        while (!round.hasNext() && number + 1 < rounds && index > 0) {
            number++;
            firstIndex = index;
            // The mean gap between n arrivals of a round, once more behind the last of them.
            firstNs = lastNs + (arrivals > 1 ? (lastNs - firstNs) / (arrivals - 1) : 0);
            arrivals = 0;
            round = workload.requests(seed);
        }
        return round.hasNext();
    }

    @Override
    public WorkloadRequest next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        WorkloadRequest request = round.next();
        return new WorkloadRequest(
                index++, inRound(request.request()), request.requestClass(), inRound(request.start()));
    }

    private Start inRound(Start start) {
        return switch (start) {
            case At(long ns) -> {
                arrivals++;
                lastNs = firstNs + ns;
                yield new At(lastNs);
            }
            case WhenFree _ -> start;
            case After(long earlier, long thinkNs) -> new After(firstIndex + earlier, thinkNs);
        };
    }

    private EngineRequest inRound(EngineRequest request) {
        return new EngineRequest(
                new Prompt(request.prompt().spans().stream()
                        .map(span -> new Span(inRound(span.content()), span.tokens()))
                        .toList()),
                request.promptTokens(),
                request.outputTokens(),
                request.maxOutputTokens(),
                inRound(request.outputContent()),
                request.priority());
    }

    private long inRound(long content) {
        return content < 0 ? content - number * CONTENTS : content + number * CONTENTS;
    }
}
