package dev.goodput.report.recipe;

import java.util.Locale;

/// A known weakness of serving systems: what to measure after the gate. Its text is the resource `weakness/ID.md`.
public enum Weakness {
    /// A long prefill holds up the decodes beside it.
    PREFILL_STALLS,
    /// Requests wait before anything computes.
    QUEUEING,
    /// The cost of prompts that grow.
    LONG_PROMPTS,
    /// Speed that comes from prompts seen before.
    COLD_CACHE,
    /// Arrivals in bunches.
    BURSTS,
    /// Answers that end early, or errors inside a stream that looks fine.
    CUT_ANSWERS,
    /// Speech that starts late or runs dry.
    FIRST_SENTENCE;

    /// As written on a command line.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
