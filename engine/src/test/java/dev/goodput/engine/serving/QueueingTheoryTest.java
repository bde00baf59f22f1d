package dev.goodput.engine.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.cost.StepCost;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An engine that does one request at a time, or several at one speed, is a queue that textbooks solve.
class QueueingTheoryTest {
    private static final int REQUESTS = 400_000;
    private static final double SECOND = 1e9;

    @ParameterizedTest
    @CsvSource({
        ".3, 1.4286, .4286, .9902, 6.5788",
        ".5, 2, 1, 1.3863, 9.2103",
        ".8, 5, 4, 3.4657, 23.0259",
    })
    void aSingleServerOfExponentialServiceIsMM1(double rho, double sojourn, double wait, double p50, double p99) {
        SplittableRandom random = new SplittableRandom(5);
        Served served = serve(rho, (load, startNs) -> Math.round(exponential(random)), 1, 1);
        // The standard error of the mean of a queue at ρ is about √(2(1 + ρ))/(1 − ρ)²/√(λn); five of
        // them.
        double tolerance = 5 * Math.sqrt(2 * (1 + rho)) / Math.pow(1 - rho, 2) / Math.sqrt(rho * REQUESTS);
        assertThat(served.meanSojourn()).isCloseTo(sojourn, within(tolerance));
        assertThat(served.meanWait()).isCloseTo(wait, within(tolerance));
        assertThat(served.quantileSojourn(.5)).isCloseTo(p50, within(3 * tolerance));
        assertThat(served.quantileSojourn(.99)).isCloseTo(p99, within(15 * tolerance));
        assertThat(served.meanInSystem()).isCloseTo(rho * served.meanSojourn(), within(tolerance));
    }

    @ParameterizedTest
    @CsvSource({".3, .2143", ".5, .5", ".8, 2"})
    void aSingleServerOfConstantServiceIsMD1(double rho, double wait) {
        Served served = serve(rho, (load, startNs) -> Math.round(SECOND), 1, 1);
        double tolerance = 3 * Math.sqrt(2 * (1 + rho)) / Math.pow(1 - rho, 2) / Math.sqrt(rho * REQUESTS);
        assertThat(served.meanWait()).isCloseTo(wait, within(tolerance));
    }

    /// Erlang C with 4 servers at ρ = 0.8: W_q = 0.745541 service times. Steps are short against the
    /// service, whose length is geometric; admission waits for the step under way.
    @Test
    void aBatchOfOneSpeedIsMMc() {
        int servers = 4;
        int meanTokens = 200;
        double stepNs = SECOND / meanTokens;
        Served served = serve(.8 * servers, (load, startNs) -> Math.round(stepNs), servers, meanTokens);
        assertThat(served.meanWait()).isCloseTo(.745541, within(.06));
    }

    @Test
    void requestsInTheSystemAreArrivalRateTimesTimeInIt() {
        Served served = serve(.7, (load, startNs) -> Math.round(SECOND / 40 * load.sequences()), 8, 10);
        // Both sides are counted in one run, so what is left is the run's two ends.
        assertThat(served.meanInSystem()).isCloseTo(served.rate() * served.meanSojourn(), within(1e-3));
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log1p(-random.nextDouble()) * SECOND;
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Served(double[] arrivals, double[] admitted, double[] ends, double inSystemNs, double spanNs) {
        double meanSojourn() {
            return mean(ends, arrivals);
        }

        double meanWait() {
            return mean(admitted, arrivals);
        }

        double rate() {
            return (double) arrivals.length / (spanNs / SECOND);
        }

        double meanInSystem() {
            return inSystemNs / spanNs;
        }

        double quantileSojourn(double share) {
            double[] sojourns = new double[ends.length];
            Arrays.setAll(sojourns, i -> ends[i] - arrivals[i]);
            Arrays.sort(sojourns);
            return sojourns[(int) (share * ends.length)] / SECOND;
        }

        private static double mean(double[] to, double[] from) {
            double sum = 0;
            for (int i = 0; i < to.length; i++) {
                sum += to[i] - from[i];
            }
            return sum / to.length / SECOND;
        }
    }

    /// Poisson arrivals at `rate` a second on one engine; answers of one token, or of a geometric
    /// number.
    private static Served serve(double rate, StepCost cost, int sequences, int meanTokens) {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.maxSequences = sequences;
        config.maxModelLen = 1 << 20;
        Cluster engine = new Cluster(ClusterConfig.single(config.build()), _ -> cost, 1, null);
        SplittableRandom random = new SplittableRandom(11);
        double[] arrivals = new double[REQUESTS];
        double[] admitted = new double[REQUESTS];
        double[] ends = new double[REQUESTS];
        long[] inSystem = {0, 0};
        double[] area = {0};
        double atNs = 0;
        for (int i = 0; i < REQUESTS; i++) {
            atNs += exponential(random) / rate;
            int request = i;
            long nowNs = Math.round(atNs);
            engine.advanceTo(nowNs);
            arrivals[i] = nowNs;
            count(inSystem, area, nowNs, 1);
            double uniform = random.nextDouble();
            int tokens = meanTokens == 1 ? 1 : 1 + (int) (Math.log1p(-uniform) / Math.log1p(-1.0 / meanTokens));
            engine.submit(nowNs, EngineRequest.of(Prompt.of(i, 1), tokens, -i), new RequestListener() {
                @Override
                public void admitted(long at, int cachedTokens) {
                    admitted[request] = at;
                }

                @Override
                public void tokens(int count, boolean last, long at) {
                    if (last) {
                        ends[request] = at;
                        count(inSystem, area, at, -1);
                    }
                }

                @Override
                public void rejected(Rejection reason, long at) {
                    throw new AssertionError(reason);
                }
            });
        }
        engine.advanceTo(ServingEngine.NEVER - 1);
        assertThat(inSystem[0]).isZero();
        return new Served(arrivals, admitted, ends, area[0], inSystem[1]);
    }

    /// Adds up requests in the system over time.
    private static void count(long[] inSystem, double[] area, long nowNs, int change) {
        area[0] += (double) inSystem[0] * (double) (nowNs - inSystem[1]);
        inSystem[0] += change;
        inSystem[1] = nowNs;
    }
}
