package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.StepCost;
import dev.goodput.engine.serving.EngineConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The engine model fitted to a measured run.
///
/// Steps are recovered from the stamps of tokens, what each of them computed from the scheduler's rule,
/// and the coefficients of the step time by least absolute deviation, alternating with a factor for the
/// machine's speed in each second. The front-end constant comes from TTFT.
public final class EngineFit {
    /// How long a factor of the machine's speed holds.
    public static final long WINDOW_NS = 1_000_000_000L;

    private static final int JITTER_QUANTILES = 100;
    private static final double LEAST_JITTER = 0.05;

    private final ObservedRun run;
    private final StepFit steps;
    private final Calibrated coefficients;
    private final double frontEndNs;
    private final List<String> warnings;

    private EngineFit(ObservedRun run, StepFit steps, double frontEndNs, List<String> warnings) {
        this.run = run;
        this.steps = steps;
        this.coefficients = steps.calibrated();
        this.frontEndNs = frontEndNs;
        this.warnings = List.copyOf(warnings);
    }

    /// One engine step.
    ///
    /// @param startNs from the run's first request
    /// @param predictedMs by the coefficients and the machine's speed in its window
    public record Step(double startNs, boolean pureDecode, double measuredMs, double predictedMs) {}

    /// @throws FitException when nothing can be fitted to this run, saying why
    public static EngineFit of(Run run, FitSettings settings, Terms terms) {
        ObservedRun observed = ObservedRun.of(run, settings);
        List<String> left = new ArrayList<>();
        StepFit first = StepFit.rough(observed.steps(), WINDOW_NS);
        double guess = FrontEnd.fit(observed, replayed(first));
        // Whether a remnant of a step's budget went to a prompt depends on when the engine saw it.
        ObservedRun seen = observed.withFrontEnd(guess);
        StepFit steps = physical(seen.steps(), terms, left);
        double frontEndNs = FrontEnd.fit(seen, replayed(steps));
        List<String> warnings = new ArrayList<>(left);
        warnings.addAll(FitWarnings.of(seen, steps, settings));
        return new EngineFit(seen, steps, frontEndNs, warnings);
    }

    /// The fit without terms that come out negative: no step gets shorter by work.
    private static StepFit physical(List<ObservedStep> steps, Terms asked, List<String> left) {
        Terms terms = asked;
        while (true) {
            StepFit fit = StepFit.of(steps, terms, WINDOW_NS);
            int negative = firstNegative(fit.median());
            if (negative < 0) {
                return fit;
            }
            Terms fewer = terms.without(negative);
            if (fewer.equals(terms)) {
                throw new FitException(terms.words(negative) + " comes out negative, so this run does not tell it;"
                        + " a fit needs prompts and batches of different sizes");
            }
            left.add(terms.words(negative) + " came out negative, so that of " + terms.lostWith(fewer)
                    + " is not fitted");
            terms = fewer;
        }
    }

    private static int firstNegative(double[] solution) {
        for (int j = solution.length - 1; j >= 0; j--) {
            if (solution[j] < 0) {
                return j;
            }
        }
        return -1;
    }

    private static StepCost replayed(StepFit steps) {
        return new Calibration(
                        steps.calibrated(),
                        List.of(),
                        WINDOW_NS,
                        Arrays.stream(steps.speed()).boxed().toList())
                .cost(0, 0);
    }

    ObservedRun run() {
        return run;
    }

    /// Coefficients of the mean step, residuals as jitter and the speed of the machine over time.
    public Calibration calibration() {
        return new Calibration(coefficients, jitter(), WINDOW_NS, speed());
    }

    /// How the measured engine schedules, as far as the run tells.
    public EngineConfig engine() {
        return run.engine(Math.round(frontEndNs));
    }

    public double frontEndMs() {
        return frontEndNs / 1e6;
    }

    /// The constant first.
    public List<Coefficient> coefficients() {
        List<Coefficient> list = new ArrayList<>();
        double[] values = {
            coefficients.stepMs(),
            coefficients.prefillMsPerToken(),
            coefficients.contextMsPerToken(),
            coefficients.decodeMsPerSequence(),
            coefficients.prefillMsPerTokenPair()
        };
        int fitted = 0;
        for (int j = 0; j < values.length; j++) {
            if (steps.terms().has(j)) {
                list.add(new Coefficient(
                        Terms.KEYS.get(j),
                        Terms.WORDS.get(j),
                        values[j],
                        steps.standardErrors()[fitted++] * steps.mean()));
            }
        }
        return list;
    }

    /// How much longer the mean step takes than the one in the middle; the coefficients hold it.
    public double meanOverMedian() {
        return steps.mean();
    }

    /// Factors of the machine's speed, one a second; above 1 is slower.
    public List<Double> speed() {
        return Arrays.stream(steps.speed()).boxed().toList();
    }

    /// How far a step lies from its prediction, in the middle, as a share.
    public double medianResidual() {
        return steps.medianResidual();
    }

    /// Factors of a step as long as the constant, from quantiles of the residuals.
    private List<Double> jitter() {
        double[] residuals = steps.residuals();
        double[] scaled = new double[residuals.length];
        for (int k = 0; k < scaled.length; k++) {
            double predictedMs = run.steps().get(k).ms() / residuals[k];
            scaled[k] = (residuals[k] - 1) * Math.sqrt(predictedMs / coefficients.stepMs());
        }
        double mean = Arrays.stream(scaled).average().orElse(0);
        Arrays.sort(scaled);
        List<Double> factors = new ArrayList<>(JITTER_QUANTILES);
        for (int i = 0; i < JITTER_QUANTILES; i++) {
            int rank = (int) ((i + 0.5) / JITTER_QUANTILES * scaled.length);
            factors.add(Math.max(1 + scaled[rank] - mean, LEAST_JITTER));
        }
        return factors;
    }

    public int requests() {
        return run.requests().all().size();
    }

    /// Steps that gave a token.
    public int stepsFound() {
        return run.recovered().count();
    }

    /// Those whose length is known.
    public int stepsMeasured() {
        return run.steps().size();
    }

    /// How far the stamps of tokens lie from the end of their step, in nanoseconds.
    public Distribution offStepNs() {
        return run.recovered().offStepNs();
    }

    /// What was not told and was read off the run, in sentences.
    public List<String> inferred() {
        return run.inferred();
    }

    /// What makes the fit weak, in sentences.
    public List<String> warnings() {
        return warnings;
    }

    /// Every measured step beside its prediction.
    public List<Step> steps() {
        List<Step> list = new ArrayList<>();
        for (int k = 0; k < run.steps().size(); k++) {
            ObservedStep step = run.steps().get(k);
            list.add(new Step(step.startNs(), step.isPureDecode(), step.ms(), step.ms() / steps.residuals()[k]));
        }
        return list;
    }

    /// Time of a step without prefill at the run's usual batch and context. In units of it, two runs of
    /// one engine should agree, whatever the speed of the machine.
    public double usualDecodeMs() {
        return Distribution.of(run.steps().stream()
                        .filter(ObservedStep::isPureDecode)
                        .mapToDouble(step -> coefficients.stepMs(step.load())))
                .p50();
    }
}
