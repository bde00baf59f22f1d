package dev.goodput.engine.spec;

import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.LognormalJitter;
import dev.goodput.engine.cost.Roofline;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.serving.StepListener;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// An engine whose every setting is known, to be started as often as one likes.
///
/// @param name how reports call it
/// @param timing where step times come from
/// @param neighbour long prompts of somebody else on the same engine; null for nobody
/// @param facts what a reader should know, in the order to print
public record ModelledEngine(
        String name,
        ClusterConfig config,
        Timing timing,
        @Nullable Neighbour neighbour,
        List<Fact> facts) {

    /// Where step times come from.
    public sealed interface Timing {}

    /// From data sheets.
    ///
    /// @param jitter coefficient of variation of a step's time
    public record FromRoofline(Roofline roofline, double jitter) implements Timing {}

    /// From a measured run.
    public record FromRun(Calibration calibration) implements Timing {}

    /// One line of a description.
    public record Fact(String name, String value) {}

    /// A new engine at rest, whose clock begins at 0.
    ///
    /// @param seed what jitter, and the luck of speculative decoding, are drawn from
    /// @param steps hears of every step; null for nobody
    public ServingEngine start(long seed, @Nullable StepListener steps) {
        Cluster cluster = new Cluster(config, costs(seed), seed, steps);
        return neighbour == null ? cluster : new SharedEngine(cluster, neighbour, seed);
    }

    private IntFunction<StepCost> costs(long seed) {
        return switch (timing) {
            case FromRoofline(Roofline roofline, double jitter) ->
                replica -> jitter == 0 ? roofline : new LognormalJitter(roofline, jitter, seed(seed, replica));
            case FromRun(Calibration calibration) -> replica -> calibration.cost(seed(seed, replica), 0);
        };
    }

    /// The first replica's is the engine's; no other is that of a neighbouring seed.
    private static long seed(long seed, int replica) {
        return seed ^ replica * 0x9E3779B97F4A7C15L;
    }
}
