package dev.goodput.engine.fit;

import dev.goodput.core.stat.Distribution;
import dev.goodput.core.trace.Stamp;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The engine steps behind a run's token stamps.
///
/// In continuous batching every request that generates gets one token of every step. So the tokens of
/// an answer are consecutive steps, and two answers that overlap share their steps at a fixed distance:
/// each answer is laid over those before it where its stamps fit best. No tolerance decides which
/// tokens belong together, and a stamp that comes late (a busy client, a paused process) does not split
/// a step.
///
/// @param firstStep for each request, in the order given, the step that gave its first token; its
///     others follow one by one
/// @param endNs when each step's tokens came, in the middle of them; unknown for a step of which no
///     token has a stamp
/// @param offStepNs how far each stamp lies from the end of its step
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record RecoveredSteps(int[] firstStep, double[] endNs, Distribution offStepNs) {
    /// How many steps before and after the nearest one an answer may begin.
    private static final int REACH = 8;

    /// An answer whose stamps lie farther from the steps than this share of its own gap belongs to none
    /// of them.
    private static final double FITS = 0.5;

    /// Stamps of one engine lie within a few per cent of a step of each other. Those of two engines lie
    /// anywhere.
    private static final double SEPARATES = 0.25;

    /// @throws FitException when the stamps are not those of one engine's steps
    static RecoveredSteps of(List<ServedRequest> requests) {
        Overlay overlay = new Overlay(requests);
        int[] order = IntStream.range(0, requests.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer i) -> requests.get(i).firstNs()))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int request : order) {
            overlay.lay(request);
        }
        RecoveredSteps steps = overlay.steps();
        double offNs = steps.offStepNs.p90();
        double stepNs = steps.medianNs();
        if (offNs > SEPARATES * stepNs) {
            throw new FitException(String.format(
                    java.util.Locale.ROOT,
                    "tokens do not fall into steps of one engine: a tenth of them lies %.1f ms or more off steps of %.1f"
                            + " ms; fit a run against a single replica, with a client that is not late",
                    offNs / 1e6,
                    stepNs / 1e6));
        }
        return steps;
    }

    int count() {
        return endNs.length;
    }

    private double medianNs() {
        double[] lengths = new double[Math.max(endNs.length - 1, 0)];
        for (int k = 0; k < lengths.length; k++) {
            lengths[k] = endNs[k + 1] - endNs[k];
        }
        return Distribution.owning(lengths).p50();
    }

    /// Answers laid over each other so far.
    private static final class Overlay {
        private final List<ServedRequest> requests;
        private final int[] firstStep;
        private double[] sumNs = new double[1024];
        private int[] stamps = new int[1024];
        private int count;

        Overlay(List<ServedRequest> requests) {
            this.requests = requests;
            this.firstStep = new int[requests.size()];
        }

        void lay(int index) {
            ServedRequest request = requests.get(index);
            int first = first(request);
            firstStep[index] = first;
            grow(first + request.outputTokens());
            for (int k = 0; k < request.outputTokens(); k++) {
                double stamp = request.tokenNs()[k];
                if (Stamp.isKnown(stamp)) {
                    sumNs[first + k] += stamp;
                    stamps[first + k]++;
                }
            }
        }

        private void grow(int steps) {
            if (steps > sumNs.length) {
                int capacity = Math.max(steps, sumNs.length * 2);
                sumNs = Arrays.copyOf(sumNs, capacity);
                stamps = Arrays.copyOf(stamps, capacity);
            }
            count = Math.max(count, steps);
        }

        private double at(int step) {
            return stamps[step] == 0 ? Stamp.UNKNOWN : sumNs[step] / stamps[step];
        }

        /// The step of the first token: where the answer lies best over those before it, or a new one.
        private int first(ServedRequest request) {
            int nearest = count;
            while (nearest > 0 && !(at(nearest - 1) <= request.firstNs())) {
                nearest--;
            }
            int best = count;
            double bestNs = Double.POSITIVE_INFINITY;
            for (int step = Math.max(nearest - REACH, 0); step < Math.min(nearest + REACH, count); step++) {
                double offNs = offNs(request, step);
                if (offNs < bestNs) {
                    bestNs = offNs;
                    best = step;
                }
            }
            double gapNs = request.outputTokens() > 1
                    ? (request.lastNs() - request.firstNs()) / (request.outputTokens() - 1)
                    : Double.POSITIVE_INFINITY;
            boolean fits = bestNs <= FITS * gapNs || (count > 0 && request.firstNs() < at(count - 1));
            return fits ? best : count;
        }

        /// Mean distance of the answer's stamps from the steps when it begins at `step`; infinite
        /// without any in common.
        private double offNs(ServedRequest request, int step) {
            double sum = 0;
            int common = 0;
            for (int k = 0; k < request.outputTokens() && step + k < count; k++) {
                double offNs = Math.abs(request.tokenNs()[k] - at(step + k));
                if (Stamp.isKnown(offNs)) {
                    sum += offNs;
                    common++;
                }
            }
            return common == 0 ? Double.POSITIVE_INFINITY : sum / common;
        }

        RecoveredSteps steps() {
            double[][] byStep = new double[count][];
            for (int k = 0; k < count; k++) {
                byStep[k] = new double[stamps[k]];
            }
            int[] filled = new int[count];
            for (int i = 0; i < requests.size(); i++) {
                double[] tokenNs = requests.get(i).tokenNs();
                for (int k = 0; k < tokenNs.length; k++) {
                    int step = firstStep[i] + k;
                    if (Stamp.isKnown(tokenNs[k])) {
                        byStep[step][filled[step]++] = tokenNs[k];
                    }
                }
            }
            double[] endNs = new double[count];
            double[] off = new double[Arrays.stream(stamps, 0, count).sum()];
            int next = 0;
            for (int k = 0; k < count; k++) {
                endNs[k] = Distribution.of(byStep[k]).p50();
                for (double stamp : byStep[k]) {
                    off[next++] = Math.abs(stamp - endNs[k]);
                }
            }
            return new RecoveredSteps(firstStep, endNs, Distribution.owning(off));
        }
    }
}
