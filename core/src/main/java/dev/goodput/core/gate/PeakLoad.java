package dev.goodput.core.gate;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The load at the expected peak: 100 % of the policy.
public sealed interface PeakLoad {

    /// A closed loop.
    ///
    /// @param requests in flight, at least 1
    record Concurrency(int requests) implements PeakLoad {}

    /// An open loop.
    ///
    /// @param perSecond arrivals, above 0
    record Rate(BigDecimal perSecond) implements PeakLoad {}

    /// The load at a share of the peak; at least one request in flight.
    default PeakLoad at(int percent) {
        BigDecimal share = new BigDecimal(percent).movePointLeft(2);
        return switch (this) {
            case Concurrency(int requests) ->
                new Concurrency(Math.max(
                        1,
                        new BigDecimal(requests)
                                .multiply(share)
                                .setScale(0, RoundingMode.CEILING)
                                .intValueExact()));
            case Rate(BigDecimal perSecond) -> new Rate(perSecond.multiply(share));
        };
    }

    /// For people, such as `16 in flight`.
    default String words() {
        return switch (this) {
            case Concurrency(int requests) -> requests + " in flight";
            case Rate(BigDecimal perSecond) -> plain(perSecond) + " requests/s";
        };
    }

    /// As an option of `goodput run`.
    default String option() {
        return switch (this) {
            case Concurrency(int requests) -> "--concurrency " + requests;
            case Rate(BigDecimal perSecond) -> "--rate " + plain(perSecond) + "/s";
        };
    }

    /// As an entry of the policy file.
    default String entry() {
        return switch (this) {
            case Concurrency(int requests) -> "concurrency: " + requests;
            case Rate(BigDecimal perSecond) -> "rate: " + plain(perSecond) + "/s";
        };
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
