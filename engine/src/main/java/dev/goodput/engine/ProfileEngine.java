package dev.goodput.engine;

import dev.goodput.engine.ProfiledRequest.State;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// An endpoint whose latency is drawn from a profile. It takes every request, has no batch, no steps and
/// no KV cache.
///
/// **Healthy**, requests do not touch each other: each waits, prefills and decodes as its draws say.
///
/// **Degraded**, they share an engine that prefills long prompts in one piece: while a prompt of more
/// than [#LONG_PROMPT_TOKENS] tokens prefills, nothing else moves, no queue, no prefill, no decode. Such
/// prompts come with requests, and every few seconds from another tenant (see [LongPrompts]).
///
/// Schedules are kept in *work time*, which stands still while the engine is stalled: a stall shifts all
/// that is in flight by moving one number, the distance between work time and real time.
public final class ProfileEngine implements ServingEngine {
    /// Prompts up to this length prefill beside the decodes of others even on a degraded engine.
    public static final int LONG_PROMPT_TOKENS = 4_096;

    private final LatencyProfile profile;
    private final RequestSampler sampler;
    private final @Nullable LongPrompts otherTenant;
    private final PriorityQueue<ProfiledRequest> steps = new PriorityQueue<>(
            Comparator.<ProfiledRequest>comparingLong(step -> step.workNs).thenComparingLong(step -> step.sequence));
    private long otherTenantWorkNs = NEVER;
    private long submitted;
    private int waiting;
    private int running;
    /// Real time is work time plus this.
    private long stalledNs;
    /// The real time at which the latest stall ends.
    private long stallEndNs = Long.MIN_VALUE;

    private ProfileEngine(LatencyProfile profile, long seed, @Nullable LongPrompts otherTenant) {
        this.profile = profile;
        this.sampler = new RequestSampler(profile, seed);
        this.otherTenant = otherTenant;
    }

    /// An engine on which requests do not touch each other.
    public static ProfileEngine healthy(LatencyProfile profile, long seed) {
        return new ProfileEngine(profile, seed, null);
    }

    /// An engine on which long prefills stall everything else.
    ///
    /// @param startNs the time from which the other tenant's prompts are scheduled
    public static ProfileEngine degraded(LatencyProfile profile, long seed, long startNs) {
        LongPrompts otherTenant = new LongPrompts(seed);
        ProfileEngine engine = new ProfileEngine(profile, seed, otherTenant);
        engine.otherTenantWorkNs = startNs + otherTenant.nextGapNs();
        return engine;
    }

    @Override
    public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
        advanceTo(nowNs);
        RequestDraw draw = sampler.next();
        long arrivalWorkNs = Math.max(nowNs, stallEndNs) - stalledNs;
        ProfiledRequest profiled =
                new ProfiledRequest(request, draw.gaps(), listener, submitted++, arrivalWorkNs + draw.queueNs());
        waiting++;
        steps.add(profiled);
        return profiled;
    }

    @Override
    public void cancel(Ticket ticket) {
        end((ProfiledRequest) ticket);
    }

    @Override
    public long nextDueNs() {
        long workNs = nextWorkNs();
        return workNs == NEVER ? NEVER : workNs + stalledNs;
    }

    @Override
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

    @Override
    public EngineStats stats() {
        return new EngineStats(running, waiting, 0, 0, 0, 0, 0, 0, 0);
    }

    private long nextWorkNs() {
        ProfiledRequest first = steps.peek();
        return first == null ? otherTenantWorkNs : Math.min(first.workNs, otherTenantWorkNs);
    }

    private void step(ProfiledRequest profiled, long dueNs) {
        switch (profiled.state) {
            case WAITING -> prefill(profiled, dueNs);
            case RUNNING -> decode(profiled, dueNs);
            case ENDED -> {
                // Cancelled while its step was in the queue.
            }
        }
    }

    private void prefill(ProfiledRequest profiled, long dueNs) {
        profiled.state = State.RUNNING;
        waiting--;
        running++;
        int promptTokens = profiled.request.promptTokens();
        if (otherTenant != null && promptTokens > LONG_PROMPT_TOKENS) {
            stall(dueNs, profile.prefillNs(promptTokens));
        } else {
            profiled.workNs += profile.prefillNs(promptTokens);
        }
        steps.add(profiled);
        profiled.listener.admitted(dueNs, 0);
    }

    private void decode(ProfiledRequest profiled, long dueNs) {
        boolean last = ++profiled.produced == profiled.request.outputTokens();
        if (last) {
            end(profiled);
        } else {
            profiled.workNs += profiled.gaps.nextNs();
            steps.add(profiled);
        }
        profiled.listener.tokens(1, last, dueNs);
    }

    private void end(ProfiledRequest profiled) {
        switch (profiled.state) {
            case WAITING -> waiting--;
            case RUNNING -> running--;
            case ENDED -> {
                // Ended before.
            }
        }
        profiled.state = State.ENDED;
    }

    private void stall(long nowNs, long stallNs) {
        stalledNs += stallNs;
        stallEndNs = nowNs + stallNs;
    }
}
