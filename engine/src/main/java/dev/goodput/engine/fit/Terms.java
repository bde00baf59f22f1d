package dev.goodput.engine.fit;

import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.StepLoad;

/// Which terms a fit has besides the constant and the time of a prompt token.
///
/// @param context time of a token attended to
/// @param perSequence time of a generating request; beside the context it is seldom identifiable,
///     because the two go together
/// @param pairs time of a pair of tokens that attention works out, quadratic in the prompt
public record Terms(boolean context, boolean perSequence, boolean pairs) {
    public static final Terms USUAL = new Terms(true, false, false);

    int count() {
        return 2 + (context ? 1 : 0) + (perSequence ? 1 : 0) + (pairs ? 1 : 0);
    }

    double[] row(StepLoad load) {
        double[] row = new double[count()];
        row[0] = 1;
        row[1] = load.prefillTokens();
        int next = 2;
        if (context) {
            row[next++] = load.contextTokens();
        }
        if (perSequence) {
            row[next++] = load.decodes();
        }
        if (pairs) {
            row[next++] = load.attendedPairs();
        }
        return row;
    }

    /// @param solution in the order of a row; what came out negative counts as 0
    Calibrated calibrated(double[] solution) {
        int next = 2;
        double ofContext = context ? solution[next++] : 0;
        double ofSequence = perSequence ? solution[next++] : 0;
        double ofPair = pairs ? solution[next] : 0;
        return new Calibrated(
                Math.max(solution[0], 0),
                Math.max(solution[1], 0),
                Math.max(ofSequence, 0),
                Math.max(ofContext, 0),
                Math.max(ofPair, 0));
    }
}
