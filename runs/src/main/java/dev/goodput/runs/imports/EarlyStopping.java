package dev.goodput.runs.imports;

import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;

/// MLPerf's early stopping: how many requests over a limit a run may hold and still show, with 99 % confidence, that a
/// share of all requests keeps it. Passing with t over in N is the same as the exact lower bound reaching the share.
final class EarlyStopping {
    private static final Confidence CONFIDENCE = Confidence.of("0.99");
    private static final long MOST_REQUESTS = 1L << 40;

    private EarlyStopping() {}

    /// The requests a run with `over` of them over the limit needs at least.
    static long requestsNeeded(long over, BigDecimal share) {
        long low = over + 1;
        long high = low;
        while (!passes(over, high, share) && high < MOST_REQUESTS) {
            high *= 2;
        }
        while (low < high) {
            long middle = (low + high) / 2;
            if (passes(over, middle, share)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// The most requests over the limit with which a run of `n` passes, or -1 when none does.
    static long mostOver(long n, BigDecimal share) {
        if (n == 0 || !passes(0, n, share)) {
            return -1;
        }
        long low = 0;
        long high = n - 1;
        while (low < high) {
            long middle = (low + high + 1) / 2;
            if (passes(middle, n, share)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static boolean passes(long over, long n, BigDecimal share) {
        return BinomialBounds.lowerReaches(n - over, n, share, CONFIDENCE);
    }
}
