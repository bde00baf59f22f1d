package dev.goodput.engine.serving;

import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.ClusterConfig.Disaggregation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Engines behind a router: discrete events on whatever clock advances them.
///
/// At one instant steps end first, then requests arrive, then steps begin: who arrives as a step ends
/// is in the next.
public final class Cluster implements ServingEngine {
    /// A KV cache on its way from the engine that prefilled to one that will decode.
    private record Transfer(Sequence sequence, Replica from, long endNs) {}

    private final ClusterConfig config;
    private final long seed;
    private final List<Replica> replicas = new ArrayList<>();
    private final Routing entrance;
    private final @Nullable Routing decoders;
    private final long[] linkFreeNs;
    private final Deque<Sequence> arriving = new ArrayDeque<>();
    private final PriorityQueue<Transfer> transfers = new PriorityQueue<>(
            Comparator.comparingLong(Transfer::endNs).thenComparingLong(transfer -> transfer.sequence().number));
    private long submitted;

    /// @param costs what a step takes on each replica, by its number; with disaggregation those that
    ///     decode come last
    /// @param seed what the luck of speculative decoding is drawn from
    /// @param steps hears of every step; null for nobody
    public Cluster(ClusterConfig config, IntFunction<StepCost> costs, long seed, @Nullable StepListener steps) {
        this.config = config;
        this.seed = seed;
        @Nullable Disaggregation disaggregation = config.disaggregation();
        int decoding = disaggregation == null ? 0 : disaggregation.decodeReplicas();
        for (int i = 0; i < config.replicas() + decoding; i++) {
            replicas.add(new Replica(i, config.engine(), costs.apply(i), steps));
        }
        entrance = new Routing(config.router(), replicas.subList(0, config.replicas()));
        decoders = decoding == 0
                ? null
                : new Routing(ClusterConfig.Router.LEAST_LOADED, replicas.subList(config.replicas(), replicas.size()));
        linkFreeNs = new long[replicas.size()];
    }

    @Override
    public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
        advanceBefore(nowNs);
        EngineConfig engine = config.engine();
        long number = submitted++;
        Sequence sequence = new Sequence(
                request,
                listener,
                number,
                engine.prefixCaching()
                        ? new BlockContents(request.prompt(), request.outputContent(), engine.blockSize())
                        : null,
                engine.speculation() == null ? null : new SplittableRandom(seed * 1_000_003 + number));
        sequence.visibleNs = nowNs + engine.frontEndNs();
        arriving.add(sequence);
        return sequence;
    }

    @Override
    public void cancel(Ticket ticket) {
        Sequence sequence = (Sequence) ticket;
        sequence.cancelled = true;
        if (sequence.state == Sequence.State.WAITING) {
            replicas.forEach(replica -> replica.scheduler().waiting().remove(sequence));
            sequence.state = Sequence.State.OVER;
        }
    }

    @Override
    public long nextDueNs() {
        long nextNs = NEVER;
        for (Replica replica : replicas) {
            nextNs = Math.min(nextNs, replica.stepEndNs());
        }
        if (!arriving.isEmpty()) {
            nextNs = Math.min(nextNs, arriving.getFirst().visibleNs);
        }
        if (!transfers.isEmpty()) {
            nextNs = Math.min(nextNs, transfers.element().endNs());
        }
        return nextNs;
    }

    @Override
    public void advanceTo(long nowNs) {
        for (long dueNs = nextDueNs(); dueNs <= nowNs && dueNs != NEVER; dueNs = nextDueNs()) {
            advance(dueNs);
        }
    }

    /// Requests that arrive at one instant are all there before it is worked on.
    private void advanceBefore(long nowNs) {
        if (nowNs > Long.MIN_VALUE) {
            advanceTo(nowNs - 1);
        }
    }

    private void advance(long nowNs) {
        for (Replica replica : replicas) {
            if (replica.stepEndNs() == nowNs) {
                replica.finish().forEach(sequence -> done(sequence, replica, nowNs));
            }
        }
        while (!transfers.isEmpty() && transfers.element().endNs() == nowNs) {
            received(transfers.remove());
        }
        while (!arriving.isEmpty() && arriving.getFirst().visibleNs == nowNs) {
            arrive(arriving.remove(), nowNs);
        }
        for (Replica replica : replicas) {
            replica.start(nowNs);
        }
    }

    private void arrive(Sequence sequence, long nowNs) {
        if (sequence.cancelled) {
            return;
        }
        EngineRequest request = sequence.request;
        if ((long) request.promptTokens() + request.maxOutputTokens()
                > config.engine().maxModelLen()) {
            reject(sequence, Rejection.TOO_LONG, nowNs);
            return;
        }
        Replica replica = entrance.choose(sequence);
        int mostQueued = config.engine().maxQueuedRequests();
        if (mostQueued > 0 && replica.scheduler().waiting().size() >= mostQueued) {
            reject(sequence, Rejection.QUEUE_FULL, nowNs);
            return;
        }
        sequence.prefillOnly = decoders != null;
        replica.scheduler().waiting().add(sequence);
    }

    private static void reject(Sequence sequence, Rejection reason, long nowNs) {
        sequence.state = Sequence.State.OVER;
        sequence.listener.rejected(reason, nowNs);
    }

    private void done(Sequence sequence, Replica replica, long nowNs) {
        @Nullable Disaggregation disaggregation = config.disaggregation();
        if (disaggregation == null || !sequence.prefillOnly || sequence.isAnswered() || sequence.cancelled) {
            sequence.release(replica.scheduler().cache());
            return;
        }
        int from = replicas.indexOf(replica);
        long startNs = Math.max(nowNs, linkFreeNs[from]);
        linkFreeNs[from] = startNs + disaggregation.transferNs(sequence.request.promptTokens());
        sequence.state = Sequence.State.OUTSIDE;
        transfers.add(new Transfer(sequence, replica, linkFreeNs[from]));
    }

    private void received(Transfer transfer) {
        Sequence sequence = transfer.sequence();
        sequence.release(transfer.from().scheduler().cache());
        if (decoders != null && !sequence.cancelled) {
            sequence.prefillOnly = false;
            sequence.received = sequence.request.promptTokens();
            decoders.choose(sequence).scheduler().waiting().add(sequence);
        }
    }

    @Override
    public EngineStats stats() {
        EngineStats sum = new EngineStats(0, 0, 0, 0, 0, 0, 0, 0, 0);
        for (Replica replica : replicas) {
            Scheduler scheduler = replica.scheduler();
            KvBlocks cache = scheduler.cache();
            sum = new EngineStats(
                    sum.running() + scheduler.running().size(),
                    sum.waiting() + scheduler.waiting().size(),
                    sum.kvBlocks() + cache.total(),
                    sum.kvBlocksUsed() + cache.total() - cache.free(),
                    sum.steps() + replica.stepsDone(),
                    sum.scheduledTokens() + replica.scheduledTokens(),
                    sum.prefixQueryTokens() + scheduler.prefixQueryTokens,
                    sum.prefixHitTokens() + scheduler.prefixHitTokens,
                    sum.preemptions() + scheduler.preemptions);
        }
        return sum;
    }
}
