package dev.goodput.engine;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Decides when each token of each request is due. It has no clock and no threads: a server advances it with the real
/// time, a simulation with a virtual one, and both see the same schedule. Not thread-safe: one owner.
///
/// **Healthy**, requests do not touch each other: each waits, prefills and decodes as its draws say.
///
/// **Degraded**, they share an engine that prefills long prompts in one piece: while a prompt of more than
/// [#LONG_PROMPT_TOKENS] tokens prefills, nothing else moves, no queue, no prefill, no decode. Such prompts come with
/// requests, and every few seconds from another tenant (see [LongPrompts]).
///
/// Schedules are kept in *work time*, which stands still while the engine is stalled: a stall shifts all that is in
/// flight by moving one number, the distance between work time and real time.
public final class TokenEngine {
    /// Prompts up to this length prefill beside the decodes of others even on a degraded engine.
    public static final int LONG_PROMPT_TOKENS = 4_096;

    /// What [#nextDueNs()] says when nothing is due at all.
    public static final long NEVER = Long.MAX_VALUE;

    private final LatencyProfile profile;
    private final RequestSampler sampler;
    private final @Nullable LongPrompts otherTenant;
    private final PriorityQueue<Generation> steps = new PriorityQueue<>(
            Comparator.<Generation>comparingLong(step -> step.workNs).thenComparingLong(step -> step.sequence));
    private long otherTenantWorkNs = NEVER;
    private long submitted;
    /// Real time is work time plus this.
    private long stalledNs;
    /// The real time at which the latest stall ends.
    private long stallEndNs = Long.MIN_VALUE;

    private TokenEngine(LatencyProfile profile, RequestSampler sampler, @Nullable LongPrompts otherTenant) {
        this.profile = profile;
        this.sampler = sampler;
        this.otherTenant = otherTenant;
    }

    /// An engine on which requests do not touch each other. Several may share a sampler, as replicas of one endpoint
    /// do.
    public static TokenEngine healthy(LatencyProfile profile, RequestSampler sampler) {
        return new TokenEngine(profile, sampler, null);
    }

    /// An engine on which long prefills stall everything else.
    ///
    /// @param startNs the time from which the other tenant's prompts are scheduled
    public static TokenEngine degraded(LatencyProfile profile, RequestSampler sampler, long seed, long startNs) {
        LongPrompts otherTenant = new LongPrompts(seed);
        TokenEngine engine = new TokenEngine(profile, sampler, otherTenant);
        engine.otherTenantWorkNs = startNs + otherTenant.nextGapNs();
        return engine;
    }

    /// Takes in a request that arrived now.
    ///
    /// @param nowNs not before any time given earlier
    /// @param promptTokens at least 1
    /// @param outputTokens tokens to generate, or 0 to let the profile decide
    public Generation submit(long nowNs, int promptTokens, int outputTokens, TokenListener listener) {
        advanceTo(nowNs);
        RequestDraw draw = sampler.next();
        long arrivalWorkNs = Math.max(nowNs, stallEndNs) - stalledNs;
        Generation generation = new Generation(
                promptTokens,
                outputTokens > 0 ? outputTokens : draw.outputTokens(),
                draw.gaps(),
                listener,
                submitted++,
                arrivalWorkNs + draw.queueNs());
        steps.add(generation);
        return generation;
    }

    /// Stops a request: its listener hears nothing more. Stopping it twice, or after its end, does nothing.
    public void cancel(Generation generation) {
        generation.cancelled = true;
    }

    /// When the engine next has something to do, or [#NEVER].
    public long nextDueNs() {
        long workNs = nextWorkNs();
        return workNs == NEVER ? NEVER : workNs + stalledNs;
    }

    /// Does everything that is due up to and including `nowNs`, in the order in which it is due.
    public void advanceTo(long nowNs) {
        for (long dueNs = nextDueNs(); dueNs <= nowNs && dueNs != NEVER; dueNs = nextDueNs()) {
            if (otherTenant != null && otherTenantWorkNs == nextWorkNs()) {
                stall(dueNs, profile.prefillNs(otherTenant.nextTokens()));
                otherTenantWorkNs += otherTenant.nextGapNs();
            } else {
                step(steps.remove(), dueNs);
            }
        }
    }

    private long nextWorkNs() {
        Generation first = steps.peek();
        return first == null ? otherTenantWorkNs : Math.min(first.workNs, otherTenantWorkNs);
    }

    private void step(Generation generation, long dueNs) {
        if (generation.cancelled) {
            return;
        }
        if (!generation.prefillStarted) {
            generation.prefillStarted = true;
            generation.listener.prefillStarted(dueNs);
            long prefillNs = profile.prefillNs(generation.promptTokens);
            if (otherTenant != null && generation.promptTokens > LONG_PROMPT_TOKENS) {
                stall(dueNs, prefillNs);
            } else {
                generation.workNs += prefillNs;
            }
            steps.add(generation);
            return;
        }
        int index = generation.produced++;
        boolean last = generation.produced == generation.outputTokens();
        if (!last) {
            generation.workNs += generation.gaps.nextNs();
            steps.add(generation);
        }
        generation.listener.token(index, last, dueNs);
    }

    private void stall(long nowNs, long stallNs) {
        stalledNs += stallNs;
        stallEndNs = nowNs + stallNs;
    }
}
