package dev.goodput.core.metric.axis;

/// Whether failed requests are in the latency statistics.
public enum FailuresInLatency implements Axis {
    EXCLUDED("excluded", "are left out"),
    SEPARATE_BLOCK("separate-block", "have statistics of their own"),
    INCLUDED("included", "are in the statistics with the time they took"),
    ZEROS_IN_TOTAL("zeros-in-total", "are zeros in a total"),
    ZEROS_IN_LISTS("zeros-in-lists", "are zeros in the per-request lists and left out of the statistics"),
    COUNTED_TWICE("counted-twice", "are counted failed and completed, their time included"),
    ADJUSTED_INF("adjusted-inf", "are left out, and infinite in a second set of statistics"),
    LOST("lost", "are lost");

    private final Choice choice;

    FailuresInLatency(String id, String words) {
        choice = new Choice("failures-in-latency", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
