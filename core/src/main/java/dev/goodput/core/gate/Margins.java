package dev.goodput.core.gate;

import java.math.BigDecimal;

/// How much worse a candidate may be and still count as no worse: below this nobody would notice.
///
/// @param goodput in share of requests, such as 0.02 for two points
/// @param ttft as a share of the baseline's median, such as 0.05; so `tpot` and `e2e`
public record Margins(BigDecimal goodput, BigDecimal ttft, BigDecimal tpot, BigDecimal e2e) {
    public static final Margins DEFAULT =
            new Margins(new BigDecimal("0.02"), new BigDecimal("0.05"), new BigDecimal("0.05"), new BigDecimal("0.05"));

    public Margins {
        for (BigDecimal margin : new BigDecimal[] {goodput, ttft, tpot, e2e}) {
            if (margin.signum() <= 0 || margin.compareTo(BigDecimal.ONE) >= 0) {
                throw new IllegalArgumentException("a margin lies between 0% and 100%, but is "
                        + margin.movePointRight(2).stripTrailingZeros().toPlainString() + "%");
            }
        }
    }
}
