package dev.goodput.runs.imports;

/// How a tool makes each of its statistics from its records.
interface RecipeBook {
    /// @param metric the tool's identifier of the metric
    /// @param statistic the tool's name of the statistic, such as `avg` or `p99`
    /// @param unit nanoseconds in the unit in which it is told, 1 for what is no time
    Recipe of(String metric, String statistic, double unit);
}
