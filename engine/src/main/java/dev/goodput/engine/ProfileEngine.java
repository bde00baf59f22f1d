package dev.goodput.engine;

import dev.goodput.engine.ProfiledRequest.State;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import java.util.Comparator;
import java.util.PriorityQueue;

/// An endpoint whose latency is drawn from a profile. It takes every request, has no batch, no steps
/// and no KV cache: requests do not touch each other, each waits, prefills and decodes as its draws
/// say.
public final class ProfileEngine implements ServingEngine {
    private final LatencyProfile profile;
    private final RequestSampler sampler;
    private final PriorityQueue<ProfiledRequest> steps = new PriorityQueue<>(
            Comparator.<ProfiledRequest>comparingLong(step -> step.dueNs).thenComparingLong(step -> step.sequence));
    private long submitted;
    private int waiting;
    private int running;

    public ProfileEngine(LatencyProfile profile, long seed) {
        this.profile = profile;
        this.sampler = new RequestSampler(profile, seed);
    }

    @Override
    public Ticket submit(long nowNs, EngineRequest request, RequestListener listener) {
        advanceTo(nowNs);
        RequestDraw draw = sampler.next();
        ProfiledRequest profiled =
                new ProfiledRequest(request, draw.gaps(), listener, submitted++, nowNs + draw.queueNs());
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
        ProfiledRequest first = steps.peek();
        return first == null ? NEVER : first.dueNs;
    }

    @Override
    public void advanceTo(long nowNs) {
        for (long dueNs = nextDueNs(); dueNs <= nowNs && dueNs != NEVER; dueNs = nextDueNs()) {
            step(steps.remove(), dueNs);
        }
    }

    @Override
    public EngineStats stats() {
        return new EngineStats(running, waiting, 0, 0, 0, 0, 0, 0, 0);
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
        profiled.dueNs += profile.prefillNs(profiled.request.promptTokens());
        steps.add(profiled);
        profiled.listener.admitted(dueNs, 0);
    }

    private void decode(ProfiledRequest profiled, long dueNs) {
        boolean last = ++profiled.produced == profiled.request.outputTokens();
        if (last) {
            end(profiled);
        } else {
            profiled.dueNs += profiled.gaps.nextNs();
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
}
