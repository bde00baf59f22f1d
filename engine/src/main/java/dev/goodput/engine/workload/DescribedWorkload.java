package dev.goodput.engine.workload;

import dev.goodput.engine.RandomStream;
import dev.goodput.engine.workload.WorkloadRequest.At;
import dev.goodput.engine.workload.WorkloadRequest.WhenFree;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.random.RandomGenerator.SplittableGenerator;
import org.jspecify.annotations.Nullable;

/// Endless requests drawn from a description.
///
/// @param arrivals null where the caller says when
record DescribedWorkload(
        String description,
        List<RequestClass> classes,
        @Nullable Arrivals arrivals) implements Workload {
    DescribedWorkload {
        classes = List.copyOf(classes);
        Shares.requireWhole(classes.stream().mapToDouble(RequestClass::share));
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    @Override
    public Iterator<WorkloadRequest> requests(long seed) {
        return new Requests(seed);
    }

    private final class Requests implements Iterator<WorkloadRequest> {
        private final long seed;
        private final SplittableGenerator callers;
        private final PrimitiveIterator.@Nullable OfLong timesNs;
        private Conversation conversation;
        private long index;

        Requests(long seed) {
            this.seed = seed;
            callers = RandomStream.CONVERSATIONS.from(seed);
            timesNs = arrivals == null ? null : arrivals.timesNs(RandomStream.ARRIVALS.from(seed));
            conversation = begin();
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public WorkloadRequest next() {
            if (!conversation.goesOn()) {
                conversation = begin();
            }
            return conversation.ask(index++, () -> timesNs == null ? new WhenFree() : new At(timesNs.nextLong()));
        }

        private Conversation begin() {
            SplittableGenerator own = callers.split();
            return new Conversation(choose(own.nextDouble()), own, seed);
        }

        private RequestClass choose(double rank) {
            double below = 0;
            for (RequestClass kind : classes) {
                below += kind.share();
                if (rank < below) {
                    return kind;
                }
            }
            return classes.getLast();
        }
    }
}
