package dev.goodput.engine.workload;

import dev.goodput.engine.config.YamlFile;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Workloads written in the test.
final class Described {
    private Described() {}

    static Workload workload(String yaml) {
        return WorkloadReader.read(new YamlFile(yaml, "mine.yaml", "a workload"));
    }

    static List<WorkloadRequest> first(int count, Workload workload, long seed) {
        List<WorkloadRequest> requests = new ArrayList<>();
        Iterator<WorkloadRequest> all = workload.requests(seed);
        while (requests.size() < count && all.hasNext()) {
            requests.add(all.next());
        }
        return requests;
    }

    static double[] prompts(List<WorkloadRequest> requests) {
        return requests.stream()
                .mapToDouble(request -> request.request().promptTokens())
                .sorted()
                .toArray();
    }

    static double[] answers(List<WorkloadRequest> requests) {
        return requests.stream()
                .mapToDouble(request -> request.request().outputTokens())
                .sorted()
                .toArray();
    }
}
