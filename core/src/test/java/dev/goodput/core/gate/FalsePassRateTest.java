package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The promise of the whole gate for independent requests, from traces to verdict: an endpoint exactly at its target is
/// passed in at most 5 % of
/// runs, and failed in at most 5 %.
class FalsePassRateTest {
    private static final RequestTrace GOOD = request(0).text(400).usage(1).completed();
    private static final RequestTrace BAD = request(0).text(600).usage(1).completed();

    /// Exact: the verdict of every possible count of misses, weighted by its binomial probability. The rates of a false
    /// PASS were computed independently.
    @ParameterizedTest
    @CsvSource({"60, 0.90, 0.0138", "100, 0.90, 0.0237", "200, 0.95, 0.0264", "300, 0.95, 0.0341", "300, 0.99, 0.0490"})
    void atTheBoundaryNeitherVerdictIsGivenTooOften(int requests, BigDecimal target, double falsePass) {
        double passes = 0;
        double fails = 0;
        for (int misses = 0; misses <= requests; misses++) {
            double probability = probability(misses, requests, 1 - target.doubleValue());
            switch (verdict(traces(requests, misses), target)) {
                case PASS -> passes += probability;
                case FAIL -> fails += probability;
                case INCONCLUSIVE -> {}
                case INVALID -> throw new AssertionError(misses + " misses");
            }
        }
        assertThat(passes).isCloseTo(falsePass, within(5e-5)).isLessThanOrEqualTo(0.05);
        assertThat(fails).isGreaterThan(0.001).isLessThanOrEqualTo(0.05);
    }

    /// Drawn: endpoints a little worse than the target over seeds, requests in random order. At 94 % and 300 requests a
    /// PASS has a chance of under 1 %: of 300 runs at most a dozen, with any luck at all.
    @Test
    void aWorseEndpointHardlyEverPasses() {
        int passes = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<RequestTrace> traces = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                traces.add(random.nextDouble() < 0.94 ? GOOD : BAD);
            }
            passes += verdict(traces, new BigDecimal("0.95")) == Verdict.PASS ? 1 : 0;
        }
        assertThat(passes).isLessThanOrEqualTo(12);
    }

    private static List<RequestTrace> traces(int requests, int misses) {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            traces.add(i < requests - misses ? GOOD : BAD);
        }
        return traces;
    }

    private static Verdict verdict(List<RequestTrace> traces, BigDecimal target) {
        Slo slo = SloParser.inline("ttft<=500ms", "test").withTarget(target).withDependence(Dependence.INDEPENDENT);
        Run run = Runs.of(traces);
        return Gate.judge(run, RunMetrics.of(run), slo).verdict();
    }

    /// P(Bin(n, p) = k), as a difference of two tails.
    private static double probability(int k, int n, double p) {
        double atLeast = k == 0 ? 1 : RegularizedBeta.value(p, k, n - k + 1);
        double above = k == n ? 0 : RegularizedBeta.value(p, k + 1, n - k);
        return atLeast - above;
    }
}
