package dev.goodput.core.trace;

import java.util.Comparator;
import java.util.List;

/// A set of request traces, in schedule order, and the manifest that says how they came about.
public record Run(Manifest manifest, List<RequestTrace> traces) {
    public Run {
        traces = traces.stream()
                .sorted(Comparator.comparingLong(RequestTrace::index))
                .toList();
    }

    /// Requests that should have been sent. A killed run did not live to say, so what it recorded stands in.
    public long scheduledRequests() {
        return Math.max(manifest.scheduledRequests(), traces.size());
    }
}
