package dev.goodput.core.gate;

import dev.goodput.core.slo.Objective;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.SampleSize;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// How many requests a PASS takes of an endpoint that misses half as often as it may.
final class VerdictSize {
    /// The chance of a PASS to plan for.
    private static final double POWER = 0.9;

    /// Who needs more than this has to ask for it.
    private static final long LIMIT = 500_000;

    private VerdictSize() {}

    /// Requests in all; 0 where no number of them up to the limit would do, or where only a part of the requests is
    /// spoken of, whose share is not known before.
    static long requests(Slo slo, int rounds) {
        return Stream.concat(
                        Stream.of(slo.target()),
                        slo.objectives().stream()
                                .filter(objective -> objective.conditions().isEmpty())
                                .flatMap(VerdictSize::share))
                .mapToLong(target -> requests(target, slo, rounds).orElse(0))
                .max()
                .orElse(0);
    }

    /// The share of requests that an objective speaks of.
    private static Stream<BigDecimal> share(Objective objective) {
        return switch (objective) {
            case Objective.Percentile percentile -> Stream.of(BigDecimal.valueOf(percentile.perMille(), 3));
            case Objective.ErrorRate errors -> Stream.of(BigDecimal.ONE.subtract(errors.share()));
            case Objective.GoodputShare goodput -> Stream.of(goodput.share());
            case Objective.GoodputRate _ -> Stream.of();
        };
    }

    private static OptionalLong requests(BigDecimal target, Slo slo, int rounds) {
        BigDecimal expected = target.add(BigDecimal.ONE).divide(BigDecimal.TWO);
        if (target.signum() <= 0 || expected.compareTo(BigDecimal.ONE) >= 0) {
            return OptionalLong.empty();
        }
        return switch (slo.dependence()) {
            case INDEPENDENT ->
                SampleSize.plan(target, expected, slo.confidence(), POWER, LIMIT).stream()
                        .mapToLong(SampleSize::safe)
                        .findFirst();
            case MEASURED ->
                SampleSize.planMeasured(target, expected, slo.confidence(), POWER, 1, Math.max(1, rounds), LIMIT);
        };
    }
}
