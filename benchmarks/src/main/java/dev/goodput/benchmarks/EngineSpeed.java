package dev.goodput.benchmarks;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.spec.EngineSpec;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// How fast a modelled engine is: a million requests on one core, each token stamped. Beside it, as the reference, what
/// a plain discrete-event simulation does at the least: take an event out of `java.util.PriorityQueue`, and put the
/// next
/// one in, for every token of as many requests in flight.
///
/// Arguments: requests, output tokens, prompt tokens, arrivals a second, engine, settings of the engine.
public final class EngineSpeed {
    private EngineSpeed() {}

    public static void main(String[] args) {
        int requests = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int outputTokens = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        int promptTokens = args.length > 2 ? Integer.parseInt(args[2]) : 256;
        double rate = args.length > 3 ? Double.parseDouble(args[3]) : 40;
        EngineSpec spec = EngineSpec.load(args.length > 4 ? args[4] : "h100-llama3.1-8b");
        for (int i = 5; i < args.length; i++) {
            spec = spec.with(args[i], "argument");
        }
        // The first round warms the compiler up.
        for (int round = 0; round < 3; round++) {
            Simulated simulated = new Simulated(spec, requests, outputTokens);
            long startNs = cpuNs();
            simulated.run(promptTokens, rate);
            long tookNs = cpuNs() - startNs;
            // By Little's law.
            int inFlight = (int) Math.max(1, Math.round(rate * simulated.meanE2eSeconds()));
            long referenceNs = reference(requests, outputTokens, inFlight);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,d requests × %d tokens in %.2f s of CPU, %,.0f tokens/s, %.2f times the reference (%.2f s);"
                            + " %,d steps, %,.0f times real time; TTFT P50 %.1f P99 %.1f ms, longest gap %.1f ms%n",
                    spec.name(),
                    requests,
                    outputTokens,
                    tookNs / 1e9,
                    (double) requests * outputTokens / (tookNs / 1e9),
                    (double) tookNs / referenceNs,
                    referenceNs / 1e9,
                    simulated.engine.stats().steps(),
                    (double) simulated.lastNs / tookNs,
                    simulated.ttftNs(.5) / 1e6,
                    simulated.ttftNs(.99) / 1e6,
                    simulated.longestGapNs / 1e6);
        }
    }

    /// CPU time of this thread: what others do on the machine does not count.
    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /// One event a token, nothing computed.
    private static long reference(int requests, int outputTokens, int inFlight) {
        long startNs = cpuNs();
        PriorityQueue<long[]> events = new PriorityQueue<>(Comparator.comparingLong(event -> event[0]));
        int begun = 0;
        for (; begun < Math.min(inFlight, requests); begun++) {
            events.add(new long[] {begun, 0});
        }
        while (!events.isEmpty()) {
            long[] event = events.remove();
            event[0] += 10_000_000 + (event[1] & 7);
            if (++event[1] < outputTokens) {
                events.add(event);
            } else if (begun < requests) {
                begun++;
                events.add(new long[] {event[0], 0});
            }
        }
        return cpuNs() - startNs;
    }

    private static final class Simulated {
        private final ServingEngine engine;
        private final long[] ttft;
        private final int outputTokens;
        private long lastNs;
        private double e2eNs;
        private long longestGapNs;

        Simulated(EngineSpec spec, int requests, int outputTokens) {
            this.engine = spec.build().start(1, null);
            this.ttft = new long[requests];
            this.outputTokens = outputTokens;
        }

        void run(int promptTokens, double rate) {
            SplittableRandom random = new SplittableRandom(1);
            double atNs = 0;
            for (int i = 0; i < ttft.length; i++) {
                atNs -= Math.log1p(-random.nextDouble()) / rate * 1e9;
                long nowNs = Math.round(atNs);
                EngineRequest request = EngineRequest.of(Prompt.of(i, promptTokens), outputTokens, -1L - i);
                engine.submit(nowNs, request, new Request(i, nowNs));
            }
            engine.advanceTo(ServingEngine.NEVER - 1);
        }

        double meanE2eSeconds() {
            return e2eNs / ttft.length / 1e9;
        }

        double ttftNs(double share) {
            long[] sorted = ttft.clone();
            Arrays.sort(sorted);
            return sorted[(int) (share * (sorted.length - 1))];
        }

        private final class Request implements RequestListener {
            private final int index;
            private final long startNs;
            private final long[] stamps = new long[outputTokens];
            private int tokens;

            Request(int index, long startNs) {
                this.index = index;
                this.startNs = startNs;
            }

            @Override
            public void admitted(long atNs, int cachedTokens) {
                // Its first token says enough.
            }

            @Override
            public void tokens(int count, boolean last, long atNs) {
                for (int i = 0; i < count; i++) {
                    stamps[tokens++] = atNs;
                }
                if (last) {
                    ttft[index] = stamps[0] - startNs;
                    for (int i = 1; i < stamps.length; i++) {
                        longestGapNs = Math.max(longestGapNs, stamps[i] - stamps[i - 1]);
                    }
                    lastNs = atNs;
                    e2eNs += (double) (atNs - startNs);
                }
            }

            @Override
            public void rejected(Rejection reason, long atNs) {
                throw new IllegalStateException("rejected: " + reason);
            }
        }
    }
}
