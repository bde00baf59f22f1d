package dev.goodput.report;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Usage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Where the time of requests went, as only a modelled engine knows it; over completed requests.
///
/// @param all one a request
record EngineRequests(List<Parts> all) {

    /// One request. Network, queue and prefill add up to its TTFT.
    ///
    /// @param thereNs from the intended start until the request reached the engine
    /// @param backNs from a token's leaving the engine until the client had it
    /// @param queueNs in the front end and the queue
    /// @param prefillNs from the first step that computed some of its prompt to the first token
    /// @param decodeNs from the first token to the last
    /// @param e2eNs from the intended start until the client had the last token
    /// @param cachedTokens tokens of its prompt that the prefix cache held, and did not have to be
    ///     computed
    record Parts(
            long index,
            double thereNs,
            double backNs,
            double queueNs,
            double prefillNs,
            double decodeNs,
            double e2eNs,
            int preemptions,
            int promptTokens,
            int cachedTokens,
            int outputTokens) {

        double networkNs() {
            return thereNs + backNs;
        }

        double ttftNs() {
            return networkNs() + queueNs + prefillNs;
        }

        double queueShare() {
            return ttftNs() > 0 ? queueNs / ttftNs() : 0;
        }

        static Stream<Parts> of(RequestTrace trace) {
            EngineTimes engine = trace.engine();
            Usage usage = trace.usage();
            if (engine == null || !trace.isCompleted()) {
                return Stream.empty();
            }
            double firstSeenNs = firstOutputNs(trace.chunks());
            double startNs = trace.timeline().intendedStartNs();
            Parts parts = new Parts(
                    trace.index(),
                    engine.receivedNs() - startNs,
                    firstSeenNs - engine.firstTokenNs(),
                    engine.queueNs(),
                    engine.prefillNs(),
                    engine.decodeNs(),
                    trace.timeline().endNs() - startNs,
                    engine.preemptions(),
                    usage == null ? 0 : Math.max(usage.promptTokens(), 0),
                    usage == null ? 0 : Math.max(usage.cachedTokens(), 0),
                    usage == null ? 0 : Math.max(usage.completionTokens(), 0));
            return Double.isNaN(parts.ttftNs() + parts.decodeNs() + parts.e2eNs()) ? Stream.empty() : Stream.of(parts);
        }

        private static double firstOutputNs(Chunks chunks) {
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.isOutput(i)) {
                    return chunks.arrivalNs(i);
                }
            }
            return Stamp.UNKNOWN;
        }
    }

    /// Empty where no engine told anything.
    static Optional<EngineRequests> of(Run run) {
        List<Parts> all = run.traces().stream().flatMap(Parts::of).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(new EngineRequests(all));
    }

    /// TTFT in parts, in the order in which they pass.
    List<MetricSections.Part> ttftParts() {
        return List.of(
                new MetricSections.Part("queue", "front end and queue", values(Parts::queueNs)),
                new MetricSections.Part("prefill", "prefill", values(Parts::prefillNs)),
                new MetricSections.Part("network", "network, both ways", values(Parts::networkNs)));
    }

    Distribution values(ToDoubleFunction<Parts> value) {
        return Distribution.of(all.stream().mapToDouble(value));
    }

    double sum(ToDoubleFunction<Parts> value) {
        return all.stream().mapToDouble(value).sum();
    }

    /// Of all the time until first tokens, what was spent in queues.
    double queueShareOfTtft() {
        double ttftNs = sum(Parts::ttftNs);
        return ttftNs > 0 ? sum(Parts::queueNs) / ttftNs : 0;
    }

    long preemptions() {
        return all.stream().mapToLong(Parts::preemptions).sum();
    }

    long preemptedRequests() {
        return all.stream().filter(parts -> parts.preemptions() > 0).count();
    }

    /// Of all prompt tokens, those that the prefix cache held; NaN without any.
    double cachedShare() {
        return sum(Parts::cachedTokens) / sum(Parts::promptTokens);
    }

    /// Those that took longest, the longest first.
    List<Parts> slowest(int most) {
        return all.stream()
                .sorted(Comparator.comparingDouble(Parts::e2eNs).reversed().thenComparingLong(Parts::index))
                .limit(most)
                .toList();
    }
}
