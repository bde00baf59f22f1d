package dev.goodput.engine.cost;

/// Step time from coefficients that were fitted to a run: stepMs + prefillMsPerToken · P +
/// decodeMsPerSequence · D + contextMsPerToken · C + prefillMsPerTokenPair · A, with P prompt tokens, D
/// generating requests, C tokens attended to and A pairs of tokens that
/// attention works out for prompts.
///
/// It describes the engine, the model and the machine of that run, and loads like those of that run.
public record Calibrated(
        double stepMs,
        double prefillMsPerToken,
        double decodeMsPerSequence,
        double contextMsPerToken,
        double prefillMsPerTokenPair)
        implements StepCost {
    private static final double NS_PER_MS = 1e6;

    public Calibrated {
        double[] all = {stepMs, prefillMsPerToken, decodeMsPerSequence, contextMsPerToken, prefillMsPerTokenPair};
        for (double coefficient : all) {
            if (!(coefficient >= 0 && coefficient < 1e9)) {
                throw new IllegalArgumentException(
                        "a coefficient of the step time is a number of milliseconds from 0 up, not " + coefficient);
            }
        }
    }

    /// With the two terms that most runs can tell, besides the constant.
    public Calibrated(double stepMs, double prefillMsPerToken, double contextMsPerToken) {
        this(stepMs, prefillMsPerToken, 0, contextMsPerToken, 0);
    }

    /// The step time before it is rounded to nanoseconds.
    public double stepMs(StepLoad load) {
        return stepMs
                + prefillMsPerToken * load.prefillTokens()
                + decodeMsPerSequence * load.decodes()
                + contextMsPerToken * load.contextTokens()
                + prefillMsPerTokenPair * (load.attendedPairs() - load.decodePairs());
    }

    /// The same engine on a machine that is slower by `factor`.
    public Calibrated slowedBy(double factor) {
        return new Calibrated(
                stepMs * factor,
                prefillMsPerToken * factor,
                decodeMsPerSequence * factor,
                contextMsPerToken * factor,
                prefillMsPerTokenPair * factor);
    }

    @Override
    public long stepNs(StepLoad load, long startNs) {
        return Math.max(1, Math.round(stepMs(load) * NS_PER_MS));
    }
}
