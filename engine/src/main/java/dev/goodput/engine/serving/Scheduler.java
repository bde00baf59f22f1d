package dev.goodput.engine.serving;

import dev.goodput.engine.cost.StepLoad;
import dev.goodput.engine.serving.EngineConfig.Batching;
import dev.goodput.engine.serving.EngineConfig.Speculation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides what each step of one engine computes, by the rule of vLLM's v1 scheduler: first the running
/// requests in order of admission, then the waiting ones with what is left of the budget. A request
/// without memory for its next tokens takes it from the one that is served last, which starts over.
final class Scheduler {
    private final EngineConfig config;
    private final KvBlocks cache;
    private final WaitingQueue waiting;
    private final Comparator<Sequence> order;
    private final List<Sequence> running = new ArrayList<>();
    private final int watermarkBlocks;
    private boolean lastStepWasPrefill;
    private int budget;
    private int preemptedNow;

    long prefixQueryTokens;
    long prefixHitTokens;
    long preemptions;

    /// What a step may take up.
    private enum Part {
        ALL,
        PREFILLS,
        DECODES
    }

    Scheduler(EngineConfig config) {
        this.config = config;
        this.cache = new KvBlocks(config.kvBlocks(), config.prefixCaching());
        this.waiting = new WaitingQueue(config.policy());
        this.order = WaitingQueue.order(config.policy());
        this.watermarkBlocks = (int) Math.ceil(config.watermark() * config.kvBlocks());
    }

    KvBlocks cache() {
        return cache;
    }

    WaitingQueue waiting() {
        return waiting;
    }

    /// The batch in order of admission. With static batching, those that are answered stay until all
    /// are.
    List<Sequence> running() {
        return running;
    }

    /// Requests that lost their memory in the latest scheduling.
    int preemptedNow() {
        return preemptedNow;
    }

    boolean hasWork() {
        return !running.isEmpty() || waiting.size() > 0;
    }

    /// Plans the next step: sets how many tokens each request computes in it.
    ///
    /// @param load filled with what the step computes; empty when there is nothing to do
    void schedule(long nowNs, StepLoad load) {
        preemptedNow = 0;
        if (config.batching() != Batching.SEPARATE) {
            plan(Part.ALL, nowNs);
            count(load);
        } else {
            plan(lastStepWasPrefill ? Part.DECODES : Part.PREFILLS, nowNs);
            count(load);
            if (load.sequences() == 0) {
                plan(lastStepWasPrefill ? Part.PREFILLS : Part.DECODES, nowNs);
                count(load);
            }
        }
        lastStepWasPrefill = load.prefills() > 0;
    }

    private void plan(Part part, long nowNs) {
        budget = config.maxBatchedTokens();
        continueRunning(part, nowNs);
        boolean full = config.batching() == Batching.STATIC && !running.isEmpty();
        if (preemptedNow == 0 && part != Part.DECODES && !full) {
            admit(nowNs);
        }
    }

    private void count(StepLoad load) {
        load.clear();
        for (int i = 0; i < running.size(); i++) {
            Sequence sequence = running.get(i);
            int tokens = sequence.scheduled;
            if (tokens == 0) {
                continue;
            }
            if (sequence.isPrefilling()) {
                load.addPrefill(sequence.computed, tokens, sequence.computed + tokens == sequence.prefillEnd);
            } else {
                load.addDecode(sequence.computed, tokens);
            }
        }
    }

    private void continueRunning(Part part, long nowNs) {
        for (int i = 0; i < running.size() && budget > 0; i++) {
            Sequence sequence = running.get(i);
            boolean prefilling = sequence.isPrefilling();
            if (part != Part.ALL && prefilling != (part == Part.PREFILLS)) {
                continue;
            }
            if (sequence.state == Sequence.State.OVER) {
                // A slot of a static batch whose answer is whole computes on, for nothing.
                sequence.scheduled = 1;
                budget--;
                continue;
            }
            int need = prefilling ? prefillNeed(sequence, running.size() == 1 && waiting.size() == 0) : 1;
            sequence.drafts = prefilling ? 0 : drafts(sequence);
            need = Math.min(need + sequence.drafts, budget);
            sequence.drafts = prefilling ? 0 : need - 1;
            i = makeRoom(sequence, need, i, nowNs);
            if (i < 0) {
                // It lost its own memory: nobody after it has any claim to some either.
                return;
            }
            allocate(sequence, sequence.computed + need);
            sequence.scheduled = need;
            budget -= need;
        }
    }

    private int prefillNeed(Sequence sequence, boolean alone) {
        int need = sequence.prefillEnd - sequence.computed;
        int threshold = config.chunkedPrefill() && !alone ? config.longPrefillThreshold() : 0;
        return threshold > 0 ? Math.min(need, threshold) : need;
    }

    private int drafts(Sequence sequence) {
        Speculation speculation = config.speculation();
        if (speculation == null) {
            return 0;
        }
        int room = config.maxModelLen() - 1 - sequence.computed - 1;
        return Math.clamp(room, 0, speculation.draftTokens());
    }

    /// Takes memory from the requests served last until `sequence` can go on.
    ///
    /// @return where the sequence stands now, or -1 if it was its own turn to give way
    private int makeRoom(Sequence sequence, int need, int position, long nowNs) {
        int at = position;
        int tokens = sequence.computed + need;
        while (tokens > sequence.room && blocksFor(tokens) - sequence.blockCount() > cache.free()) {
            int victim = victim();
            Sequence lost = running.remove(victim);
            budget += lost.scheduled;
            preempt(lost, nowNs);
            if (lost == sequence) {
                return -1;
            }
            if (victim < at) {
                at--;
            }
        }
        return at;
    }

    private int victim() {
        int last = running.size() - 1;
        return switch (config.policy()) {
            case FCFS -> last;
            case PRIORITY -> {
                for (int i = last - 1; i >= 0; i--) {
                    last = order.compare(running.get(i), running.get(last)) > 0 ? i : last;
                }
                yield last;
            }
        };
    }

    private void preempt(Sequence sequence, long nowNs) {
        sequence.withdraw(cache, config.blockSize());
        sequence.release(cache);
        sequence.computed = 0;
        sequence.received = 0;
        sequence.scheduled = 0;
        sequence.drafts = 0;
        preemptedNow++;
        if (sequence.state != Sequence.State.OVER && !sequence.cancelled) {
            preemptions++;
            waiting.add(sequence);
            sequence.listener.preempted(nowNs);
        }
    }

    private void admit(long nowNs) {
        while (budget > 0 && running.size() < config.maxSequences()) {
            Sequence sequence = waiting.first();
            if (sequence == null || !admit(sequence, nowNs)) {
                return;
            }
        }
    }

    private boolean admit(Sequence sequence, long nowNs) {
        int shared = sharedBlocks(sequence);
        int held = sequence.received > 0 ? sequence.received : shared * config.blockSize();
        sequence.prefillEnd = sequence.received > 0 ? sequence.received : sequence.tokens();
        sequence.computed = held;
        boolean alone = running.isEmpty() && waiting.size() == 1;
        int need = sequence.isPrefilling() ? prefillNeed(sequence, alone) : 1;
        if (!config.chunkedPrefill() && need > budget) {
            return false;
        }
        need = Math.min(need, budget);
        if (!fits(sequence, shared, need)) {
            return false;
        }
        for (int i = 0; i < shared; i++) {
            int block = cache.find(contents(sequence, i));
            cache.share(block);
            sequence.addBlock(block, config.blockSize());
        }
        allocate(sequence, held + need);
        sequence.scheduled = need;
        budget -= need;
        waiting.remove(sequence);
        sequence.state = Sequence.State.RUNNING;
        running.add(sequence);
        if (config.prefixCaching() && sequence.received == 0 && !sequence.admittedBefore) {
            prefixQueryTokens += sequence.tokens();
            prefixHitTokens += held;
        }
        if (!sequence.admittedBefore) {
            sequence.admittedBefore = true;
            if (!sequence.cancelled) {
                sequence.listener.admitted(nowNs, held);
            }
        }
        return true;
    }

    /// Whether there is memory for it: for its next tokens, and for all of it where that is asked.
    private boolean fits(Sequence sequence, int shared, int need) {
        int idle = 0;
        for (int i = 0; i < shared; i++) {
            if (cache.references(cache.find(contents(sequence, i))) == 0) {
                idle++;
            }
        }
        int whole = config.reserveFullPrompt() ? sequence.tokens() : sequence.computed + need;
        int fresh = blocksFor(Math.max(whole, sequence.computed + need)) - shared;
        // An idle engine admits whatever it can hold: there is nobody to leave room for.
        int keep = running.isEmpty() ? 0 : watermarkBlocks;
        return fresh + keep <= cache.free() - idle;
    }

    /// Blocks of its beginning that the cache holds. The last token is always computed: there would be
    /// nothing to sample from.
    private int sharedBlocks(Sequence sequence) {
        return sequence.received > 0 ? 0 : sharedBlocks(sequence, sequence.tokens());
    }

    private int sharedBlocks(Sequence sequence, int tokens) {
        if (sequence.contents == null) {
            return 0;
        }
        int most = (tokens - 1) / config.blockSize();
        int shared = 0;
        while (shared < most && cache.find(contents(sequence, shared)) != KvBlocks.NONE) {
            shared++;
        }
        return shared;
    }

    /// Prompt tokens that the cache holds, for a router to ask.
    int cachedTokens(Sequence sequence) {
        return sharedBlocks(sequence, sequence.request.promptTokens()) * config.blockSize();
    }

    private static long contents(Sequence sequence, int index) {
        @Nullable BlockContents contents = sequence.contents;
        if (contents == null) {
            throw new IllegalStateException("a request without contents shares nothing");
        }
        return contents.of(index);
    }

    private int blocksFor(int tokens) {
        return Math.ceilDiv(tokens, config.blockSize());
    }

    private void allocate(Sequence sequence, int tokens) {
        while (tokens > sequence.room) {
            sequence.addBlock(cache.take(), config.blockSize());
        }
        // What the step computes can be found from now on: it is there before anyone attends to it.
        // Drafts may be wrong.
        sequence.publish(cache, Math.min(tokens, sequence.tokens()), config.blockSize());
    }
}
