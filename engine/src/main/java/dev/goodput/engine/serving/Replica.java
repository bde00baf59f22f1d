package dev.goodput.engine.serving;

import dev.goodput.core.trace.EngineStep;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.cost.StepLoad;
import dev.goodput.engine.serving.EngineConfig.Batching;
import dev.goodput.engine.serving.EngineConfig.Speculation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One engine: a scheduler and the step that is under way.
final class Replica {
    private final int index;
    private final EngineConfig config;
    private final StepCost cost;
    private final Scheduler scheduler;
    private final @Nullable StepListener steps;
    private final StepLoad load;
    private final List<Sequence> ended = new ArrayList<>();
    private long stepEndNs = ServingEngine.NEVER;
    private long stepsDone;
    private long scheduledTokens;

    Replica(int index, EngineConfig config, StepCost cost, @Nullable StepListener steps) {
        this.index = index;
        this.config = config;
        this.cost = cost;
        this.scheduler = new Scheduler(config);
        this.load = cost.newLoad();
        this.steps = steps;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /// When the step that is under way ends, or [ServingEngine#NEVER].
    long stepEndNs() {
        return stepEndNs;
    }

    int load() {
        return scheduler.running().size() + scheduler.waiting().size();
    }

    long stepsDone() {
        return stepsDone;
    }

    long scheduledTokens() {
        return scheduledTokens;
    }

    /// Begins the next step, if there is anything to do and none is under way.
    void start(long nowNs) {
        if (stepEndNs != ServingEngine.NEVER || !scheduler.hasWork()) {
            return;
        }
        scheduler.schedule(nowNs, load);
        int preempted = scheduler.preemptedNow();
        // A plan can end with its first request giving up its own memory; the next plan has that memory
        // to give.
        while (load.sequences() == 0 && scheduler.preemptedNow() > 0) {
            scheduler.schedule(nowNs, load);
            preempted += scheduler.preemptedNow();
        }
        if (load.sequences() == 0) {
            return;
        }
        stepEndNs = nowNs + Math.max(1, cost.stepNs(load, nowNs)) + draftsNs();
        stepsDone++;
        scheduledTokens += load.newTokens();
        if (steps != null) {
            steps.step(new EngineStep(
                    index,
                    nowNs,
                    stepEndNs,
                    load.prefills(),
                    load.prefillTokens(),
                    load.decodes(),
                    load.contextTokens(),
                    scheduler.waiting().size(),
                    scheduler.cache().total() - scheduler.cache().free(),
                    scheduler.cache().total(),
                    preempted));
        }
    }

    private long draftsNs() {
        Speculation speculation = config.speculation();
        return speculation == null || load.decodes() == 0 ? 0 : speculation.draftTokens() * speculation.draftNs();
    }

    /// Ends the step: what was scheduled is computed, and tokens leave.
    ///
    /// @return requests that this engine is done with, answered or to be continued by another; they
    ///     still hold their memory
    List<Sequence> finish() {
        long nowNs = stepEndNs;
        stepEndNs = ServingEngine.NEVER;
        ended.clear();
        List<Sequence> batch = scheduler.running();
        int over = 0;
        for (int i = 0; i < batch.size(); i++) {
            Sequence sequence = batch.get(i);
            if (sequence.cancelled) {
                sequence.state = Sequence.State.OVER;
            } else if (sequence.scheduled > 0 && sequence.state == Sequence.State.RUNNING) {
                advance(sequence, nowNs);
            }
            sequence.scheduled = 0;
            over += sequence.state == Sequence.State.OVER ? 1 : 0;
        }
        if (over == batch.size() || (over > 0 && config.batching() != Batching.STATIC)) {
            leave(batch);
        }
        return ended;
    }

    private void advance(Sequence sequence, long nowNs) {
        if (sequence.isPrefilling()) {
            sequence.computed += sequence.scheduled;
            if (!sequence.isPrefilling()) {
                emit(sequence, 1, nowNs);
            }
            return;
        }
        Speculation speculation = config.speculation();
        int right = speculation == null ? 0 : sequence.accepted(speculation.acceptance());
        int missing = sequence.request.outputTokens() - sequence.produced;
        int count = Math.min(1 + right, missing);
        sequence.computed += count;
        emit(sequence, count, nowNs);
    }

    private static void emit(Sequence sequence, int count, long nowNs) {
        sequence.produced += count;
        boolean last = sequence.isAnswered();
        if (last || sequence.prefillOnly) {
            sequence.state = Sequence.State.OVER;
        }
        sequence.listener.tokens(count, last, nowNs);
    }

    /// Takes out of the batch who is done.
    private void leave(List<Sequence> batch) {
        int kept = 0;
        for (int i = 0; i < batch.size(); i++) {
            Sequence sequence = batch.get(i);
            if (sequence.state == Sequence.State.OVER) {
                ended.add(sequence);
            } else {
                batch.set(kept++, sequence);
            }
        }
        batch.subList(kept, batch.size()).clear();
    }
}
