package dev.goodput.engine.serving;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Requests that wait for a place in the batch, in the order in which they will get it.
final class WaitingQueue implements Iterable<Sequence> {
    /// First come, first served is the order of arrival too for those that come back after a
    /// preemption: all that wait behind them arrived later.
    private static final Comparator<Sequence> ARRIVAL = Comparator.comparingLong(sequence -> sequence.number);

    private static final Comparator<Sequence> PRIORITY = Comparator.<Sequence>comparingInt(
                    sequence -> sequence.request.priority())
            .thenComparing(ARRIVAL);

    private final TreeSet<Sequence> waiting;

    WaitingQueue(EngineConfig.Policy policy) {
        waiting = new TreeSet<>(order(policy));
    }

    static Comparator<Sequence> order(EngineConfig.Policy policy) {
        return switch (policy) {
            case FCFS -> ARRIVAL;
            case PRIORITY -> PRIORITY;
        };
    }

    void add(Sequence sequence) {
        sequence.state = Sequence.State.WAITING;
        waiting.add(sequence);
    }

    @Nullable
    Sequence first() {
        return waiting.isEmpty() ? null : waiting.first();
    }

    void remove(Sequence sequence) {
        waiting.remove(sequence);
    }

    int size() {
        return waiting.size();
    }

    @Override
    public Iterator<Sequence> iterator() {
        return waiting.iterator();
    }
}
