package dev.goodput.runs.imports;

/// One aggregate that a tool wrote beside its raw data.
///
/// @param name as the tool calls it, with a path where it is nested, such as `request_latency.p99`
/// @param told the value in the file; NaN or infinite where the tool wrote that
/// @param unit how many nanoseconds (or plain units) one unit of the value is, such as 1e6 for ms
/// @param decimals digits after the point to which the tool rounds, or [#DOUBLE] where it prints doubles
public record ToldAggregate(String name, double told, double unit, int decimals, Recipe recipe) {
    /// The tool prints all digits of a double.
    public static final int DOUBLE = -1;

    public static final double NS = 1;
    public static final double US = 1e3;
    public static final double MS = 1e6;
    public static final double S = 1e9;
    /// A number without a time unit.
    public static final double PLAIN = 1;

    public static ToldAggregate ofDouble(String name, double told, double unit, Recipe recipe) {
        return new ToldAggregate(name, told, unit, DOUBLE, recipe);
    }
}
