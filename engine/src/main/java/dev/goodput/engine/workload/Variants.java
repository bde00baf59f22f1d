package dev.goodput.engine.workload;

import dev.goodput.engine.RandomStream;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.Start;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The same workload timed otherwise, cut or repeated. Later turns of conversations always start after
/// the answer before them.
public final class Variants {
    private Variants() {}

    /// The same requests with all recorded gaps divided by `factor`: 2 is twice the rate. Requests without
    /// a time, and the pauses inside conversations, stay as they are.
    ///
    /// @throws IllegalArgumentException when the factor is not above 0
    public static Workload timeScale(Workload workload, double factor) {
        require(factor > 0 && factor < Double.POSITIVE_INFINITY, "a time scale is a factor above 0, not " + factor);
        return retimed(
                workload,
                "; time scaled by " + Quantities.plain(factor),
                _ -> start -> start instanceof At(long ns) ? new At(Math.round((double) ns / factor)) : start);
    }

    /// The same requests as a Poisson process, the first at time 0; a conversation counts once.
    ///
    /// @throws IllegalArgumentException when the rate is not above 0
    public static Workload atRate(Workload workload, double perSecond) {
        require(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY, "a rate is above 0, not " + perSecond);
        return retimed(workload, "; Poisson at " + Quantities.plain(perSecond) + "/s", seed -> {
            PrimitiveIterator.OfLong timesNs =
                    new Arrivals.Poisson(perSecond).timesNs(RandomStream.ARRIVALS.from(seed));
            return _ -> new At(timesNs.nextLong());
        });
    }

    /// The same requests without times: each starts as soon as a user is free (closed loop).
    public static Workload whenFree(Workload workload) {
        return retimed(workload, "; each when a user is free", _ -> _ -> new WhenFree());
    }

    /// The first `requests` of them.
    ///
    /// @throws IllegalArgumentException when that is negative
    public static Workload limit(Workload workload, long requests) {
        require(requests >= 0, "cannot take " + requests + " requests");
        return new Variant(
                workload.description() + "; the first " + requests,
                false,
                seed -> stream(workload, seed).limit(requests).iterator());
    }

    /// The requests `rounds` times, one round after the other a mean gap apart. A round shares no text with
    /// those before it, or a prefix cache would know all of it.
    ///
    /// @throws IllegalArgumentException when that is less than 1 or more than a million
    public static Workload repeat(Workload workload, int rounds) {
        require(rounds >= 1 && rounds <= 1_000_000, "rounds must be 1 to 1000000, not " + rounds);
        return new Variant(
                workload.description() + "; " + rounds + " rounds",
                workload.isEndless(),
                seed -> new Rounds(workload, seed, rounds));
    }

    private static Workload retimed(Workload workload, String how, LongFunction<UnaryOperator<Start>> clocks) {
        return new Variant(workload.description() + how, workload.isEndless(), seed -> {
            UnaryOperator<Start> clock = clocks.apply(seed);
            return stream(workload, seed)
                    .map(request -> new WorkloadRequest(
                            request.index(),
                            request.request(),
                            request.requestClass(),
                            request.start() instanceof After ? request.start() : clock.apply(request.start())))
                    .iterator();
        });
    }

    private static Stream<WorkloadRequest> stream(Workload workload, long seed) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(workload.requests(seed), Spliterator.ORDERED), false);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    private record Variant(String description, boolean isEndless, LongFunction<Iterator<WorkloadRequest>> source)
            implements Workload {
        @Override
        public Iterator<WorkloadRequest> requests(long seed) {
            return source.apply(seed);
        }
    }
}
