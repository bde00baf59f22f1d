package dev.goodput.engine.fit;

import dev.goodput.engine.cost.StepLoad;
import java.util.ArrayList;
import java.util.List;

/// One engine step whose length was seen: the engine was busy before it, because a request that
/// generates was in the step before as well.
///
/// @param load only read
record ObservedStep(double startNs, double endNs, StepLoad load) {
    double ms() {
        return (endNs - startNs) / 1e6;
    }

    boolean isPureDecode() {
        return load.prefills() == 0;
    }

    /// Those of the steps whose length is known.
    static List<ObservedStep> measured(RecoveredSteps steps, Scheduling scheduling) {
        List<ObservedStep> measured = new ArrayList<>();
        for (int k = 1; k < steps.count(); k++) {
            double startNs = steps.endNs()[k - 1];
            double endNs = steps.endNs()[k];
            StepLoad load = scheduling.loads().get(k);
            if (load.decodes() > 0 && endNs > startNs) {
                measured.add(new ObservedStep(startNs, endNs, load));
            }
        }
        return measured;
    }
}
