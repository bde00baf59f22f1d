package dev.goodput.core.metric;

/// What is taken of a sample.
public sealed interface Statistic {
    record Mean() implements Statistic {}

    record Std() implements Statistic {}

    record Min() implements Statistic {}

    record Max() implements Statistic {}

    record Sum() implements Statistic {}

    /// Of values, or of weights where the dialect weighs.
    record Count() implements Statistic {}

    /// @param perMille such as 990 for P99
    record Percentile(int perMille) implements Statistic {
        public Percentile {
            if (perMille < 0 || perMille > 1000) {
                throw new IllegalArgumentException("percentile outside 0 to 1000 per mille: " + perMille);
            }
        }
    }

    Statistic MEAN = new Mean();
    Statistic STD = new Std();
    Statistic MIN = new Min();
    Statistic MAX = new Max();
    Statistic SUM = new Sum();
    Statistic COUNT = new Count();
    Statistic MEDIAN = new Percentile(500);

    static Statistic p(double percent) {
        return new Percentile((int) Math.round(percent * 10));
    }

    /// Such as `mean` or `p99`.
    default String id() {
        return switch (this) {
            case Mean _ -> "mean";
            case Std _ -> "std";
            case Min _ -> "min";
            case Max _ -> "max";
            case Sum _ -> "sum";
            case Count _ -> "count";
            case Percentile(int perMille) ->
                "p" + (perMille % 10 == 0 ? String.valueOf(perMille / 10) : String.valueOf(perMille / 10.0));
        };
    }
}
