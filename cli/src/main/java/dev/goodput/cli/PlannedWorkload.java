package dev.goodput.cli;

import dev.goodput.core.trace.Asked;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.workload.Workload;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.load.ArrivalTimes;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Lengths;
import dev.goodput.load.PlannedRequests;
import java.util.Iterator;
import java.util.stream.LongStream;

/// What `run` would send with the same flags and seed, for an engine on a virtual clock: the same lengths at the same
/// times, prompts that share nothing.
record PlannedWorkload(Lengths lengths, Arrivals arrivals) implements Workload {
    @Override
    public String description() {
        return LoadManifest.describe(lengths);
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    @Override
    public Iterator<WorkloadRequest> requests(long seed) {
        PlannedRequests planned = new PlannedRequests(lengths, seed);
        WorkloadRequest.WhenFree whenFree = new WorkloadRequest.WhenFree();
        return switch (arrivals) {
            case Arrivals.ClosedLoop _ ->
                LongStream.range(0, Long.MAX_VALUE)
                        .mapToObj(index -> request(planned, index, whenFree))
                        .iterator();
            case Arrivals.Poisson poisson -> {
                ArrivalTimes times = planned.arrivals(poisson.ratePerSecond());
                yield LongStream.range(0, Long.MAX_VALUE)
                        .mapToObj(index -> request(planned, index, new WorkloadRequest.At(times.nextNs())))
                        .iterator();
            }
        };
    }

    private static WorkloadRequest request(PlannedRequests planned, long index, WorkloadRequest.Start start) {
        Asked asked = planned.asked(index);
        Prompt prompt = Prompt.of(index, asked.promptTokens());
        // Answers are numbered from the other end: no answer's content is a prompt's.
        EngineRequest request = EngineRequest.of(prompt, asked.maxOutputTokens(), -1 - index);
        return new WorkloadRequest(index, request, null, start);
    }
}
