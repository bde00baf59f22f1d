package dev.goodput.core.gate;

import dev.goodput.core.stat.GoodShare;
import dev.goodput.core.stat.Interval;
import org.jspecify.annotations.Nullable;

/// The goodput of some of a run's requests: of one class, or of one range of lengths. To look at, not to decide by: of
/// many groups some look bad by chance.
///
/// @param by what they were grouped by, such as `class`
/// @param label the group, such as `agent` or `101–300 tokens`
/// @param shown null where the group is empty
public record Group(
        String by,
        String label,
        long good,
        long total,
        @Nullable GoodShare shown) {

    public double share() {
        return total == 0 ? Double.NaN : (double) good / total;
    }

    /// Bounds on the group's true share, each with the SLO's confidence.
    public Interval bounds() {
        return shown == null ? new Interval(0, 1) : shown.corrected();
    }
}
