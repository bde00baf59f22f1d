package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequentialPlanTest {
    private static final BigDecimal P95 = new BigDecimal("0.95");
    private static final BigDecimal P99 = new BigDecimal("0.99");

    /// The price of looking with the plain 95 % bound, by exact propagation: false PASS at the target.
    @ParameterizedTest
    @CsvSource({
        "0.95, 1000, 1000, 0.043",
        "0.95, 500, 1000, 0.064",
        "0.95, 250, 1000, 0.092",
        "0.95, 100, 1000, 0.138",
        "0.95, 10, 1000, 0.211",
        "0.95, 1, 300, 0.148",
        "0.95, 1, 1000, 0.231",
        "0.90, 1, 1000, 0.272",
        "0.99, 1, 1000, 0.118"
    })
    void peekingIsExpensive(BigDecimal target, long every, long upTo, double falsePass) {
        long[] looks =
                LongStream.rangeClosed(1, upTo / every).map(i -> i * every).toArray();
        assertThat(passOnly(SequentialPlan.atLooks(looks, target, Confidence.P95))
                        .falsePass())
                .isCloseTo(falsePass, within(5.1e-4));
    }

    /// Four planned plans: misses that pass, and both errors, by exact propagation.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.95 | 250,500,750,1000 | 0.975 | 5,15,25,36 | 21,36,51,65 | 0.0471 | 0.0464",
                "0.95 | 500,1000 | 0.97 | 15,36 | 36,64 | 0.0347 | 0.0399",
                "0.99 | 500,1000,1500,2000 | 0.97 | 0,4,7,11 | 11,17,24,30 | 0.0491 | 0.0496",
                "0.90 | 100,200,300,400 | 0.98 | 3,11,19,27 | 18,30,42,54 | 0.0374 | 0.0369",
            })
    void plannedLooks(
            BigDecimal target,
            String looks,
            String perLook,
            String passUpTo,
            String failFrom,
            double falsePass,
            double falseFail) {
        SequentialPlan plan = SequentialPlan.atLooks(longs(looks), target, Confidence.of(perLook));
        assertThat(plan.looks()).extracting(SequentialPlan.Look::passUpTo).containsExactly(boxed(passUpTo));
        assertThat(plan.looks()).extracting(SequentialPlan.Look::failFrom).containsExactly(boxed(failFrom));
        assertThat(plan.falsePass()).isCloseTo(falsePass, within(5.1e-5));
        assertThat(plan.falseFail()).isCloseTo(falseFail, within(5.1e-5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.95 | 250,500,750,1000 | 0.975 | 0.92 | 0 | 0.9746 | 463.9",
                "0.95 | 250,500,750,1000 | 0.975 | 0.97 | 0.9048 | 0 | 597.6",
                "0.95 | 500,1000 | 0.97 | 0.97 | 0.8954 | 0 | 716.0",
                "0.99 | 500,1000,1500,2000 | 0.97 | 0.98 | 0.0001 | 0.9678 | 940.3",
                "0.99 | 500,1000,1500,2000 | 0.97 | 0.995 | 0.7469 | 0.0001 | 1439.0",
                "0.90 | 100,200,300,400 | 0.98 | 0.85 | 0.0001 | 0.8533 | 246.7",
            })
    void outcomesElsewhere(
            BigDecimal target, String looks, String perLook, double truth, double pass, double fail, double mean) {
        SequentialPlan.Outcomes outcomes = SequentialPlan.atLooks(longs(looks), target, Confidence.of(perLook))
                .outcomes(truth);
        assertThat(outcomes.pass()).isCloseTo(pass, within(5.1e-5));
        assertThat(outcomes.fail()).isCloseTo(fail, within(5.1e-5));
        assertThat(outcomes.pass() + outcomes.fail() + outcomes.inconclusive()).isCloseTo(1, within(1e-12));
        assertThat(outcomes.meanRequests()).isCloseTo(mean, within(0.051));
    }

    /// O'Brien–Fleming-shaped looks.
    @Test
    void looksOfOneShape() {
        SequentialPlan plan = new SequentialPlan(
                P95,
                Confidence.P95,
                List.of(
                        new SequentialPlan.Look(250, 2, 251),
                        new SequentialPlan.Look(500, 13, 501),
                        new SequentialPlan.Look(750, 25, 751),
                        new SequentialPlan.Look(1000, 38, 1001)),
                0,
                0);
        assertThat(plan.outcomes(0.95).pass()).isCloseTo(0.0496, within(5.1e-5));
        assertThat(plan.outcomes(0.97).pass()).isCloseTo(0.941, within(5.1e-4));
    }

    /// The certificate: whatever the size, target and confidence, neither error exceeds what was asked for, at
    /// the target or on the wrong side of it.
    @ParameterizedTest
    @CsvSource({"50", "300", "1000", "3500", "20000"})
    void plansKeepTheirErrors(long maxRequests) {
        for (String target : new String[] {"0.5", "0.9", "0.95", "0.99", "0.999"}) {
            for (String level : new String[] {"0.9", "0.95", "0.99"}) {
                Confidence confidence = Confidence.of(level);
                SequentialPlan plan = SequentialPlan.of(maxRequests, new BigDecimal(target), confidence);
                assertThat(plan.maxRequests()).isEqualTo(maxRequests);
                assertThat(plan.falsePass()).isLessThanOrEqualTo(confidence.complement());
                assertThat(plan.falseFail()).isLessThanOrEqualTo(confidence.complement());
                double share = Double.parseDouble(target);
                SequentialPlan.Outcomes at = plan.outcomes(share);
                assertThat(at.pass()).isCloseTo(plan.falsePass(), within(1e-12));
                assertThat(at.fail()).isCloseTo(plan.falseFail(), within(1e-12));
                assertThat(plan.outcomes(share - 0.01 * (1 - share)).pass()).isLessThanOrEqualTo(at.pass());
                assertThat(plan.outcomes(share + 0.01 * (1 - share)).fail()).isLessThanOrEqualTo(at.fail());
            }
        }
    }

    /// What looking costs, and what it saves, for 99 % in at most 5,000 requests: power against that of a run
    /// without looks, and the mean length.
    @ParameterizedTest
    @CsvSource({"0.998, 0.99, 0.7", "0.999, 0.99, 0.5", "0.995, 0.75, 1"})
    void goodEndpointsPassAlmostAsOften(double truth, double power, double length) {
        SequentialPlan.Outcomes outcomes =
                SequentialPlan.of(5_000, P99, Confidence.P95).outcomes(truth);
        assertThat(outcomes.pass()).isGreaterThan(power);
        assertThat(outcomes.pass()).isGreaterThan(SampleSize.power(5_000, P99, truth, Confidence.P95) - 0.05);
        assertThat(outcomes.meanRequests()).isLessThan(length * 5_000);
    }

    /// A broken endpoint is found out within tens of requests.
    @ParameterizedTest
    @CsvSource({"0, 5", "0.3, 10", "0.7, 30", "0.9, 100"})
    void brokenEndpointsEndAtOnce(double truth, double meanRequests) {
        SequentialPlan.Outcomes outcomes =
                SequentialPlan.of(5_000, P99, Confidence.P95).outcomes(truth);
        assertThat(outcomes.fail()).isGreaterThan(0.9999);
        assertThat(outcomes.meanRequests()).isLessThanOrEqualTo(meanRequests + 1e-9);
    }

    /// With 1,000 requests against 95 % at most 38 misses pass: the 39th ends the hope.
    @Test
    void futility() {
        SequentialPlan plan = SequentialPlan.atLooks(new long[] {1000}, P95, Confidence.P95);
        assertThat(plan.passImpossible(38)).isFalse();
        assertThat(plan.passImpossible(39)).isTrue();
    }

    @Test
    void decidesByCountsWhenRequestsAreIndependent() {
        SequentialPlan plan = SequentialPlan.atLooks(new long[] {500, 1000}, P95, Confidence.of("0.97"));
        int look = plan.lookAt(500).orElseThrow();
        assertThat(plan.lookAt(501)).isEmpty();
        assertThat(plan.at(look, misses(500, 15), misses(500, 15), Dependence.INDEPENDENT))
                .isEqualTo(Decision.PASS);
        assertThat(plan.at(look, misses(500, 16), misses(500, 16), Dependence.INDEPENDENT))
                .isEqualTo(Decision.INCONCLUSIVE);
        assertThat(plan.at(look, misses(500, 36), misses(500, 36), Dependence.INDEPENDENT))
                .isEqualTo(Decision.FAIL);
        // Open fates are misses for PASS and good for FAIL.
        assertThat(plan.at(look, misses(500, 36), misses(500, 15), Dependence.INDEPENDENT))
                .isEqualTo(Decision.INCONCLUSIVE);
        assertThatThrownBy(() -> plan.at(look, misses(499, 0), misses(499, 0), Dependence.INDEPENDENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("500");
    }

    /// Drawn: runs of correlated requests at the target, stopped at the first look that decides.
    @ParameterizedTest
    @CsvSource({"0.9, 2000, 0", "0.9, 2000, 0.5", "0.9, 4000, 0.9", "0.99, 8000, 0.5"})
    void correlatedRunsKeepTheErrorsToo(BigDecimal target, int maxRequests, double rho) {
        SequentialPlan plan = SequentialPlan.of(maxRequests, target, Confidence.P95);
        Streams streams = new Streams(11);
        int runs = 1_500;
        int passes = 0;
        int fails = 0;
        for (int run = 0; run < runs; run++) {
            switch (outcome(plan, GoodSeries.of(streams.chain(maxRequests, target.doubleValue(), rho)))) {
                case PASS -> passes++;
                case FAIL -> fails++;
                case INCONCLUSIVE -> {}
            }
        }
        double limit = runs * (0.05 + 3 * Math.sqrt(0.05 * 0.95 / runs));
        assertThat((double) passes).isLessThanOrEqualTo(limit);
        assertThat((double) fails).isLessThanOrEqualTo(limit);
    }

    /// Drawn: 70 % good against 99 %, nothing assumed of dependence: FAIL after tens of requests.
    @Test
    void aBrokenEndpointFailsEarlyWithoutAssumptions() {
        SequentialPlan plan = SequentialPlan.of(5_000, P99, Confidence.P95);
        Streams streams = new Streams(12);
        for (int run = 0; run < 100; run++) {
            GoodSeries series = GoodSeries.of(streams.chain(500, 0.7, 0));
            Decision decision = Decision.INCONCLUSIVE;
            for (int i = 0; decision == Decision.INCONCLUSIVE; i++) {
                GoodSeries soFar = series.first((int) plan.looks().get(i).requests());
                decision = plan.at(i, soFar, soFar, Dependence.MEASURED);
                assertThat(soFar.size()).isLessThanOrEqualTo(120);
            }
            assertThat(decision).isEqualTo(Decision.FAIL);
        }
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> SequentialPlan.of(0, P95, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 requests");
        assertThatThrownBy(() -> SequentialPlan.atLooks(new long[] {10, 10}, P95, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("out of order");
        assertThatThrownBy(() -> SequentialPlan.atLooks(new long[0], P95, Confidence.P95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without a look");
        assertThatThrownBy(() -> SequentialPlan.of(100, P95, Confidence.P95).outcomes(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Decision outcome(SequentialPlan plan, GoodSeries series) {
        for (int i = 0; i < plan.looks().size(); i++) {
            GoodSeries soFar = series.first((int) plan.looks().get(i).requests());
            Decision decision = plan.at(i, soFar, soFar, Dependence.MEASURED);
            if (decision != Decision.INCONCLUSIVE) {
                return decision;
            }
        }
        return Decision.INCONCLUSIVE;
    }

    /// The plan without its FAIL limits.
    private static SequentialPlan passOnly(SequentialPlan plan) {
        List<SequentialPlan.Look> looks = plan.looks().stream()
                .map(look -> new SequentialPlan.Look(look.requests(), look.passUpTo(), look.requests() + 1))
                .toList();
        double falsePass = new SequentialPlan(plan.target(), plan.confidence(), looks, 0, 0)
                .outcomes(plan.target().doubleValue())
                .pass();
        return new SequentialPlan(plan.target(), plan.confidence(), looks, falsePass, 0);
    }

    private static GoodSeries misses(int n, int misses) {
        boolean[] good = new boolean[n];
        Arrays.fill(good, misses, n, true);
        return GoodSeries.of(good);
    }

    private static long[] longs(String list) {
        return Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
    }

    private static Long[] boxed(String list) {
        return Arrays.stream(longs(list)).boxed().toArray(Long[]::new);
    }
}
