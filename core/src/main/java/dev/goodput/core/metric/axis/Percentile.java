package dev.goodput.core.metric.axis;

/// How a percentile is estimated from a sorted sample x[0..N−1].
public enum Percentile implements Axis {
    LINEAR("linear", "interpolates linearly at (N−1)p (type 7)"),
    FLOOR_INDEX("floor-index", "takes x[⌊N·p⌋]"),
    LOWER("lower", "takes x[⌊(N−1)p⌋]"),
    HALF_UP_INDEX("half-up-index", "takes x[⌊(N−1)p + 0.5⌋]"),
    NEAREST("nearest", "takes x[round((N−1)p)], halves to even"),
    NEAREST_RANK("nearest-rank", "takes x[⌈N·p⌉ − 1] (type 1)"),
    CDF_LOWER("cdf-lower", "takes the smallest value whose weighted cumulative share reaches p"),
    EXCLUSIVE("exclusive", "interpolates and extrapolates at (N+1)p − 1, so it can exceed the maximum"),
    NEAREST_INF("nearest-inf", "takes x[round((N−1)p)] after one infinity a failed request was appended"),
    R8("r8", "interpolates at (N + 1/3)p + 1/3 (type 8)"),
    HDR("hdr", "reads a histogram of logarithmic buckets"),
    BUCKETS("buckets", "reads a histogram with fixed edges"),
    ORDER_BOUND("order-bound", "takes the order statistic that bounds the percentile with confidence"),
    NONE("none", "is not given");

    private final Choice choice;

    Percentile(String id, String words) {
        choice = new Choice("percentile", id, words);
    }

    @Override
    public Choice choice() {
        return choice;
    }
}
