package dev.goodput.report;

import dev.goodput.core.trace.EngineStep;
import dev.goodput.runs.StepFile;
import java.nio.file.Path;
import java.util.Optional;

/// What the steps of a modelled engine came to, gathered one by one in memory that does not grow with
/// them.
public final class EngineSteps {
    private final Samples decodeNs = new Samples();
    private final Samples mixedNs = new Samples();
    private final Samples decodes = new Samples();
    private final Samples tokens = new Samples();
    private final Samples waiting = new Samples();
    private final Samples kvShare = new Samples();
    private final StepTimeline timeline = new StepTimeline();
    private long preemptions;
    private int replicas;

    /// Those of a run directory; empty where it holds none.
    ///
    /// @throws dev.goodput.runs.RunDirectoryException when its file is damaged, with the line
    public static Optional<EngineSteps> read(Path directory) {
        EngineSteps steps = new EngineSteps();
        StepFile.read(directory, steps::add);
        return steps.count() == 0 ? Optional.empty() : Optional.of(steps);
    }

    /// @throws IllegalArgumentException when there can be no such step
    public void add(EngineStep step) {
        check(step);
        double ns = (double) (step.endNs() - step.startNs());
        (step.prefillTokens() > 0 ? mixedNs : decodeNs).add(ns);
        decodes.add(step.decodes());
        tokens.add((double) (step.prefillTokens() + step.decodes()));
        waiting.add(step.waiting());
        if (step.kvBlocks() > 0) {
            kvShare.add((double) step.kvBlocksUsed() / step.kvBlocks());
        }
        preemptions += step.preempted();
        replicas = Math.max(replicas, step.replica() + 1);
        timeline.add(step);
    }

    private static void check(EngineStep step) {
        if (step.startNs() < 0 || step.endNs() <= step.startNs()) {
            throw new IllegalArgumentException("a step from " + step.startNs() + " to " + step.endNs() + " ns");
        }
        boolean negative = step.replica() < 0
                || step.prefillTokens() < 0
                || step.decodes() < 0
                || step.waiting() < 0
                || step.kvBlocksUsed() < 0
                || step.kvBlocks() < 0
                || step.preempted() < 0;
        if (negative) {
            throw new IllegalArgumentException("a step with a count below 0");
        }
    }

    public long count() {
        return decodeNs.count() + mixedNs.count();
    }

    /// Times that a request lost its memory.
    public long preemptions() {
        return preemptions;
    }

    /// The most of a replica's KV cache that requests held, as a share; NaN without a cache.
    public double kvPeak() {
        return kvShare.max();
    }

    /// The longest queue of a replica that a step left behind; NaN without steps.
    public double waitingPeak() {
        return waiting.max();
    }

    int replicas() {
        return replicas;
    }

    /// Steps that generated and computed no prompt.
    Samples.Spread decodeNs() {
        return decodeNs.spread();
    }

    /// Steps that computed some of a prompt.
    Samples.Spread mixedNs() {
        return mixedNs.spread();
    }

    double shareWithPrefill() {
        return (double) mixedNs.count() / count();
    }

    /// Of the time in which a replica was computing, the share of steps with some of a prompt.
    double timeShareWithPrefill() {
        return mixedNs.sum() / (mixedNs.sum() + decodeNs.sum());
    }

    /// Generating requests in a step.
    Samples.Spread decodes() {
        return decodes.spread();
    }

    /// Tokens of a step: of prompts, and one for each generating request.
    Samples.Spread tokens() {
        return tokens.spread();
    }

    Samples.Spread waiting() {
        return waiting.spread();
    }

    Samples.Spread kvShare() {
        return kvShare.spread();
    }

    StepTimeline timeline() {
        return timeline;
    }
}
