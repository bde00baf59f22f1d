package dev.goodput.report;

import dev.goodput.core.trace.Manifest;
import dev.goodput.engine.fit.EngineFit;
import dev.goodput.engine.fit.Prediction;
import java.util.List;

/// What a report on a fitted engine is about.
///
/// @param run names the run that it was fitted to, as its directory does
/// @param manifest of that run
/// @param predictions first of the run itself, then of others
public record FitInput(String run, Manifest manifest, EngineFit fit, List<Predicted> predictions) {
    /// A prediction and the name of its run.
    public record Predicted(String run, Prediction prediction) {}

    public FitInput {
        predictions = List.copyOf(predictions);
    }

    String subject() {
        return PlainText.clean(run) + " · " + Headline.subject(manifest);
    }

    String tool() {
        return PlainText.clean(manifest.tool());
    }

    Predicted inSample() {
        return predictions.getFirst();
    }
}
