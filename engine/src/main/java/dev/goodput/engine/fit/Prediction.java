package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.EngineConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// The requests of a measured run on the modelled engine, beside what was measured.
///
/// @param sameRun whether it is the run that the model was fitted to
/// @param chunkedPrefill how the target schedules; so is `maxBatchedTokens`
/// @param measured figures of the target, times in nanoseconds
/// @param pureDecodeFactor how much longer the target's pure-decode steps take than the fit says; NaN
///     where it has too few of them
/// @param variants what was predicted, without C where the factor is not known
/// @param inferred what was not told of the target and was read off it, in sentences
public record Prediction(
        boolean sameRun,
        int requests,
        boolean chunkedPrefill,
        int maxBatchedTokens,
        Map<Figure, Double> measured,
        double pureDecodeFactor,
        Map<Variant, Predicted> variants,
        List<String> inferred) {
    private static final int OFFSETS = 20;
    private static final int LEAST_PURE_DECODES = 50;

    /// One variant: means over its simulations.
    ///
    /// @param values figures, times in nanoseconds
    /// @param e2eError median over requests of the absolute error of E2E, as a share; so is `ttftError`.
    ///     What is predicted of a request is its mean too
    public record Predicted(Map<Figure, Double> values, double e2eError, double ttftError) {}

    public Prediction {
        variants = Map.copyOf(variants);
    }

    /// How well the fit reproduces the run that it was made from.
    public static Prediction inSample(EngineFit fit) {
        return of(fit, fit.run(), true);
    }

    /// @param settings of the target's engine
    /// @throws FitException when the target does not hold what a comparison needs, or the engine cannot
    ///     serve it
    public static Prediction of(EngineFit fit, Run target, FitSettings settings) {
        return of(fit, ObservedRun.of(target, settings).withFrontEnd(fit.frontEndMs() * 1e6), false);
    }

    private static Prediction of(EngineFit fit, ObservedRun target, boolean sameRun) {
        RunFigures measured = target.figures();
        EngineConfig engine = target.engine(Math.round(fit.frontEndMs() * 1e6));
        Calibrated coefficients = fit.calibration().coefficients();
        double factor = pureDecodeFactor(target, coefficients);
        Map<Variant, Predicted> variants = new EnumMap<>(Variant.class);
        for (Variant variant : Variant.values()) {
            List<StepCost> costs = switch (variant) {
                case CONSTANT -> List.<StepCost>of(coefficients);
                case REPLAYED -> replayed(fit.calibration(), 1);
                case RESCALED -> Double.isNaN(factor) ? List.<StepCost>of() : replayed(fit.calibration(), factor);
                case OWN_SPEED -> List.of(ownSpeed(target, coefficients));
            };
            if (!costs.isEmpty()) {
                variants.put(variant, predicted(target, engine, costs, measured));
            }
        }
        return new Prediction(
                sameRun,
                target.requests().all().size(),
                target.rule().chunked(),
                target.rule().budget(),
                measured.values(),
                factor,
                variants,
                target.inferred());
    }

    private static double pureDecodeFactor(ObservedRun target, Calibrated coefficients) {
        List<ObservedStep> decodes =
                target.steps().stream().filter(ObservedStep::isPureDecode).toList();
        double predicted = decodes.stream()
                .mapToDouble(step -> coefficients.stepMs(step.load()))
                .sum();
        return decodes.size() < LEAST_PURE_DECODES
                ? Double.NaN
                : decodes.stream().mapToDouble(ObservedStep::ms).sum() / predicted;
    }

    private static List<StepCost> replayed(Calibration calibration, double factor) {
        Calibration slowed = new Calibration(
                calibration.coefficients().slowedBy(factor),
                calibration.jitter(),
                calibration.speedWindowNs(),
                calibration.speed());
        long lengthNs = calibration.speedWindowNs() * calibration.speed().size();
        List<StepCost> costs = new ArrayList<>(OFFSETS);
        for (int i = 0; i < OFFSETS; i++) {
            costs.add(slowed.cost(i, lengthNs * i / OFFSETS));
        }
        return costs;
    }

    private static StepCost ownSpeed(ObservedRun target, Calibrated coefficients) {
        double[] measuredMs =
                target.steps().stream().mapToDouble(ObservedStep::ms).toArray();
        double[] predictedMs = target.steps().stream()
                .mapToDouble(step -> coefficients.stepMs(step.load()))
                .toArray();
        double[] factors = SpeedWindows.of(target.steps(), EngineFit.WINDOW_NS).totals(measuredMs, predictedMs);
        return new Calibration(
                        coefficients,
                        List.of(),
                        EngineFit.WINDOW_NS,
                        Arrays.stream(factors).boxed().toList())
                .cost(0, 0);
    }

    private static Predicted predicted(
            ObservedRun target, EngineConfig engine, List<StepCost> costs, RunFigures measured) {
        List<RunFigures> simulated = costs.stream()
                .map(cost -> Simulator.figures(target, engine, cost))
                .toList();
        Map<Figure, Double> means = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            means.put(
                    figure,
                    simulated.stream()
                            .mapToDouble(figures -> figures.value(figure))
                            .average()
                            .orElseThrow());
        }
        return new Predicted(
                means,
                medianError(mean(simulated, RunFigures::e2eNs), measured.e2eNs()),
                medianError(mean(simulated, RunFigures::ttftNs), measured.ttftNs()));
    }

    /// What is predicted of each request.
    private static double[] mean(List<RunFigures> simulated, Function<RunFigures, double[]> values) {
        double[] mean = new double[values.apply(simulated.getFirst()).length];
        for (RunFigures figures : simulated) {
            double[] one = values.apply(figures);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += one[i] / simulated.size();
            }
        }
        return mean;
    }

    private static double medianError(double[] predicted, double[] measured) {
        double[] errors = new double[measured.length];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = Math.abs(predicted[i] / measured[i] - 1);
        }
        return Distribution.owning(errors).p50();
    }

    /// Error of a figure as a share of what was measured; NaN where the variant is missing.
    public double error(Variant variant, Figure figure) {
        Predicted predicted = variants.get(variant);
        return predicted == null
                ? Double.NaN
                : Objects.requireNonNull(predicted.values().get(figure)) / Objects.requireNonNull(measured.get(figure))
                        - 1;
    }
}
