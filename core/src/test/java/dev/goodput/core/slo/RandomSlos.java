package dev.goodput.core.slo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Every kind of SLO that can be written.
final class RandomSlos {
    private RandomSlos() {}

    static Slo next(Random random) {
        List<Constraint> constraints = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            constraints.add(constraint(random));
        }
        List<Objective> objectives = random.nextBoolean() ? List.of() : List.of(objective(random), objective(random));
        return Slo.of("random", new Clauses(constraints, objectives, share(random)));
    }

    private static Constraint constraint(Random random) {
        Metric metric = pick(
                random,
                pick(random, TimeMetric.values()),
                pick(random, TimeMetric.values()),
                new OutputSpeed(),
                new TokensOnTime(ns(random), ns(random)),
                new Fluidity(ns(random), ns(random)),
                new Underruns(1 + random.nextInt(999_999_999)));
        Limit limit = switch (metric.unit()) {
            case TIME -> pick(random, Limit.ofNs(ns(random)), perToken(random), multiple(random));
            case SHARE -> new Limit.Fixed(share(random));
            case PER_SECOND -> pick(random, new Limit.Fixed(decimal(random)), multiple(random));
            case COUNT -> new Limit.Fixed(BigDecimal.valueOf(random.nextInt(1_000_000_000)));
        };
        return new Constraint(metric, limit, conditions(random));
    }

    private static Objective objective(Random random) {
        Condition condition = condition(random);
        return switch (random.nextInt(4)) {
            case 0 -> new Objective.GoodputShare(share(random), List.of(condition));
            case 1 ->
                new Objective.Percentile(
                        10 + random.nextInt(990),
                        pick(random, TimeMetric.values()),
                        pick(random, Limit.ofNs(ns(random)), multiple(random)),
                        conditions(random));
            case 2 -> new Objective.ErrorRate(share(random), conditions(random));
            default -> new Objective.GoodputRate(decimal(random), conditions(random));
        };
    }

    private static Limit perToken(Random random) {
        return new Limit.PerToken(
                random.nextBoolean() ? 0 : ns(random), ns(random), pick(random, Condition.Size.values()));
    }

    private static Limit multiple(Random random) {
        return new Limit.TimesBaseline(decimal(random));
    }

    private static List<Condition> conditions(Random random) {
        return IntStream.range(0, random.nextInt(3))
                .mapToObj(_ -> condition(random))
                .toList();
    }

    private static Condition condition(Random random) {
        return random.nextInt(3) == 0
                ? new Condition.ClassIs(
                        pick(random, "agent", "chat", "long prompts, cold", "and", "when", "l'été", "{}"))
                : new Condition.Length(
                        pick(random, Condition.Size.values()),
                        pick(random, Condition.Comparison.values()),
                        random.nextInt(1_000_000_000));
    }

    /// Across all magnitudes, and now and then a round number.
    private static long ns(Random random) {
        long ns = 1 + (random.nextLong() >>> (2 + random.nextInt(60)));
        long scale = pick(random, 1L, 1_000L, 1_000_000L, 1_000_000_000L);
        return random.nextBoolean() || ns < scale ? ns : ns / scale * scale;
    }

    private static BigDecimal share(Random random) {
        return BigDecimal.valueOf(1 + random.nextInt(10_000), 4);
    }

    private static BigDecimal decimal(Random random) {
        return BigDecimal.valueOf(1 + random.nextInt(100_000), random.nextInt(4));
    }

    @SafeVarargs
    static <T> T pick(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }
}
