package dev.goodput.cli;

import dev.goodput.core.trace.Asked;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.workload.Workload;
import dev.goodput.engine.workload.WorkloadRequest;
import dev.goodput.load.ArrivalTimes;
import dev.goodput.load.Lengths;
import dev.goodput.load.PlannedRequests;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/// Requests that stand in a list, whose order and times no seed changes.
record ListedWorkload(String description, List<WorkloadRequest> list) implements Workload {
    ListedWorkload {
        list = List.copyOf(list);
    }

    /// One kind of callers, who come independently of each other.
    record Kind(String name, double ratePerSecond, Lengths lengths) {}

    private record Arrival(long ns, Asked asked, String kind) {}

    /// Several kinds of callers at once.
    static ListedWorkload mixed(List<Kind> kinds, double seconds, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            Kind kind = kinds.get(i);
            PlannedRequests planned = new PlannedRequests(kind.lengths(), seed * kinds.size() + i);
            ArrivalTimes times = planned.arrivals(kind.ratePerSecond());
            int index = 0;
            for (long ns = times.nextNs(); ns < seconds * 1e9; ns = times.nextNs()) {
                arrivals.add(new Arrival(ns, planned.asked(index), kind.name()));
                index++;
            }
        }
        arrivals.sort(Comparator.comparingLong(Arrival::ns));
        List<WorkloadRequest> list = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            list.add(request(list.size(), arrival.asked(), arrival.kind(), new WorkloadRequest.At(arrival.ns())));
        }
        return new ListedWorkload("callers of " + kinds.size() + " kinds", list);
    }

    /// A request whose prompt shares nothing with another.
    static WorkloadRequest request(int index, Asked asked, String kind, WorkloadRequest.Start start) {
        Prompt prompt = Prompt.of(index, asked.promptTokens());
        EngineRequest request = EngineRequest.of(prompt, asked.maxOutputTokens(), -1 - index);
        return new WorkloadRequest(index, request, kind, start);
    }

    @Override
    public Iterator<WorkloadRequest> requests(long seed) {
        return list.iterator();
    }

    /// The list as a trace that can be replayed; of requests that have a time.
    String csv() {
        StringBuilder lines = new StringBuilder("arrival_s,prompt_tokens,output_tokens,class\n");
        for (WorkloadRequest asked : list) {
            if (asked.start() instanceof WorkloadRequest.At(long ns)) {
                lines.append(BigDecimal.valueOf(ns, 9).toPlainString())
                        .append(',')
                        .append(asked.request().promptTokens())
                        .append(',')
                        .append(asked.request().outputTokens())
                        .append(',')
                        .append(asked.requestClass())
                        .append('\n');
            }
        }
        return lines.toString();
    }
}
