package dev.goodput.engine.fit;

import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.Cluster;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.EngineConfig;

/// Figures of a run's requests on a modelled engine.
final class Simulator {
    private Simulator() {}

    /// @param engine how it schedules, from a run's configuration
    static RunFigures figures(ObservedRun run, EngineConfig engine, StepCost cost) {
        Cluster cluster = new Cluster(ClusterConfig.single(engine), _ -> cost, 0, null);
        return RunFigures.of(
                Replay.of(run.requests().all(), cluster, run.arrivals()),
                cluster.stats().steps());
    }
}
