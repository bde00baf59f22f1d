package dev.goodput.core.stat;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/// The exact distribution of the count of misses among independent requests as a run goes on, with the runs
/// taken out that stopped at a look (P. Armitage, C. K. McPherson and B. C. Rowe, JRSS A 132, 1969).
final class Propagation {
    /// Terms beyond this many standard deviations are below 1e-17.
    private static final int DEVIATIONS = 9;

    private final double missRate;
    private long requests;
    private double passed;
    private double failed;
    private double stoppedAt;

    /// Chance of `fewest + i` misses in a run that has not stopped.
    private double[] going = {1};

    private long fewest;

    Propagation(double missRate) {
        this.missRate = missRate;
    }

    double passed() {
        return passed;
    }

    double failed() {
        return failed;
    }

    /// The mean number of requests of a run; complete after the last look.
    double meanRequests() {
        return stoppedAt + sum(going) * requests;
    }

    void advanceTo(long n) {
        int step = Math.toIntExact(n - requests);
        BinomialDistribution further = BinomialDistribution.of(step, missRate);
        double spread = DEVIATIONS * Math.sqrt(step * missRate * (1 - missRate)) + 20;
        int low = (int) Math.max(0, step * missRate - spread);
        int high = (int) Math.min(step, step * missRate + spread);
        double[] next = new double[going.length + high - low];
        for (int k = low; k <= high; k++) {
            double probability = further.probability(k);
            for (int i = 0; i < going.length; i++) {
                next[i + k - low] += probability * going[i];
            }
        }
        going = next;
        fewest += low;
        requests = n;
    }

    /// The most misses that may pass now so that the passes so far keep within `error`, or -1.
    long lastWithin(double error) {
        double sum = passed;
        int i = 0;
        while (i < going.length && sum + going[i] <= error) {
            sum += going[i++];
        }
        return fewest + i - 1;
    }

    /// The fewest misses that may fail now so that the failures so far keep within `error`.
    long firstWithin(double error) {
        double sum = failed;
        int i = going.length;
        while (i > 0 && sum + going[i - 1] <= error) {
            sum += going[--i];
        }
        return fewest + i;
    }

    /// Takes out the runs that stop at a look.
    void absorb(SequentialPlan.Look look) {
        double before = passed + failed;
        int from = Math.clamp(look.passUpTo() + 1 - fewest, 0, going.length);
        int to = Math.clamp(look.failFrom() - fewest, from, going.length);
        for (int i = 0; i < from; i++) {
            passed += going[i];
        }
        for (int i = to; i < going.length; i++) {
            failed += going[i];
        }
        stoppedAt += (passed + failed - before) * requests;
        going = Arrays.copyOfRange(going, from, to);
        fewest += from;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
