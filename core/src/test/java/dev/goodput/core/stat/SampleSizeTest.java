package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class SampleSizeTest {
    private static final long LIMIT = 1_000_000;

    /// Exact enumeration in double precision.
    @ParameterizedTest
    @CsvFileSource(resources = "sample-size.csv", numLinesToSkip = 1)
    void plan(
            BigDecimal target,
            BigDecimal expected,
            double power,
            long first,
            long firstAllowedMisses,
            long safe,
            long safeAllowedMisses) {
        assertThat(SampleSize.plan(target, expected, Confidence.P95, power, LIMIT))
                .hasValue(new SampleSize(first, firstAllowedMisses, safe, safeAllowedMisses));
    }

    @ParameterizedTest
    @CsvSource({
        "0.95, 0.98, 234, 0.8091",
        "0.95, 0.98, 311, 0.9022",
        "0.99, 0.999, 473, 0.9179",
        "0.90, 0.95, 179, 0.8129",
        "0.99, 1, 298, 0",
        "0.99, 1, 299, 1"
    })
    void power(BigDecimal target, double truth, long n, double power) {
        assertThat(SampleSize.power(n, target, truth, Confidence.P95)).isCloseTo(power, within(5e-5));
    }

    /// The saw-tooth, tooth by tooth: no n before the first reaches the power, the one before the safe n does
    /// not, and none of the next thousand after it falls back.
    @ParameterizedTest
    @CsvSource({
        "0.9, 0.93, 0.8",
        "0.95, 0.98, 0.9",
        "0.99, 0.997, 0.8",
        "0.5, 0.6, 0.9",
        "0.99, 1, 0.9",
        "0.8, 0.95, 0.2"
    })
    void firstAndSafeAreWhatTheySay(BigDecimal target, BigDecimal expected, double power) {
        SampleSize plan =
                SampleSize.plan(target, expected, Confidence.P95, power, LIMIT).orElseThrow();
        double truth = expected.doubleValue();
        for (long n = 1; n < plan.first(); n++) {
            assertThat(SampleSize.power(n, target, truth, Confidence.P95)).isLessThan(power);
        }
        assertThat(SampleSize.power(plan.first(), target, truth, Confidence.P95))
                .isGreaterThanOrEqualTo(power);
        if (plan.safe() > plan.first()) {
            assertThat(SampleSize.power(plan.safe() - 1, target, truth, Confidence.P95))
                    .isLessThan(power);
        }
        for (long n = plan.safe(); n < plan.safe() + 1000; n++) {
            assertThat(SampleSize.power(n, target, truth, Confidence.P95)).isGreaterThanOrEqualTo(power);
        }
    }

    /// What a run of these shares needs if the share observed is the truth.
    @ParameterizedTest
    @CsvSource({"0.90, 0.95, 179, 203", "0.95, 0.96, 2698, 2869", "0.95, 0.955, 11266, 11618"})
    void whatInconclusiveRunsNeed(BigDecimal target, BigDecimal observed, long first, long safe) {
        SampleSize plan =
                SampleSize.plan(target, observed, Confidence.P95, 0.8, LIMIT).orElseThrow();
        assertThat(plan.first()).isEqualTo(first);
        assertThat(plan.safe()).isEqualTo(safe);
    }

    /// A tenth of a point above the target takes hundreds of thousands of requests, and is planned all the
    /// same.
    @Test
    void largePlans() {
        SampleSize plan = SampleSize.plan(new BigDecimal("0.9"), new BigDecimal("0.901"), Confidence.P95, 0.8, LIMIT)
                .orElseThrow();
        assertThat(plan.first()).isCloseTo(SampleSize.normalHint(0.9, 0.901, Confidence.P95, 0.8), within(3_000L));
        assertThat(SampleSize.power(plan.first(), new BigDecimal("0.9"), 0.901, Confidence.P95))
                .isGreaterThanOrEqualTo(0.8);
        assertThat(SampleSize.power(plan.first() - 1, new BigDecimal("0.9"), 0.901, Confidence.P95))
                .isLessThan(0.8);
    }

    /// Drawn: of runs as long as planned for nine passes in ten, that many pass by the rule for correlated
    /// requests (less three standard errors), whether they are correlated or not, in one run or in rounds.
    @ParameterizedTest
    @CsvSource({
        "0.9, 0.95, 0, 1", "0.9, 0.95, 0, 30", "0.9, 0.99, 0, 1", "0.9, 0.97, 0, 30",
        "0.95, 0.98, 0, 1", "0.95, 0.98, 0, 30", "0.95, 0.99, 0.5, 1", "0.95, 0.99, 0.5, 30",
        "0.99, 0.995, 0, 1", "0.99, 0.995, 0, 30", "0.99, 0.998, 0, 1", "0.99, 0.998, 0, 30",
        "0.99, 1, 0, 1", "0.99, 1, 0, 30"
    })
    void planForCorrelatedRequests(BigDecimal target, BigDecimal expected, double rho, int rounds) {
        double designEffect = (1 + rho) / (1 - rho);
        int n = (int) SampleSize.planMeasured(target, expected, Confidence.P95, 0.9, designEffect, rounds, LIMIT)
                .orElseThrow();
        Streams streams = new Streams(n);
        int passes = 0;
        for (int run = 0; run < 400; run++) {
            GoodSeries series = streams.rounds(rounds, Math.ceilDiv(n, rounds), expected.doubleValue(), rho);
            Decision decision = GoodShare.judge(series, target, Confidence.P95, Dependence.MEASURED)
                    .decision();
            passes += decision == Decision.PASS ? 1 : 0;
        }
        assertThat(passes).isGreaterThanOrEqualTo(360 - 18);
    }

    @Test
    void aCleanRunNeedsNoMoreThanTheExpectedMisses() {
        assertThat(SampleSize.planMeasured(new BigDecimal("0.99"), BigDecimal.ONE, Confidence.P95, 0.9, 1, 1, LIMIT))
                .hasValue(3_500);
        assertThat(SampleSize.planMeasured(new BigDecimal("0.99"), BigDecimal.ONE, Confidence.P95, 0.9, 1, 1, 3_499))
                .isEmpty();
        assertThatThrownBy(() -> SampleSize.planMeasured(
                        new BigDecimal("0.99"), BigDecimal.ONE, Confidence.P95, 0.9, 0.5, 1, LIMIT))
                .hasMessageContaining("design effect of 0.5");
    }

    @Test
    void neverAndOutOfSight() {
        BigDecimal target = new BigDecimal("0.95");
        assertThat(SampleSize.plan(target, target, Confidence.P95, 0.8, LIMIT)).isEmpty();
        assertThat(SampleSize.plan(target, new BigDecimal("0.94"), Confidence.P95, 0.8, LIMIT))
                .isEmpty();
        assertThat(SampleSize.plan(target, new BigDecimal("0.9501"), Confidence.P95, 0.8, LIMIT))
                .isEmpty();
        assertThat(SampleSize.plan(target, new BigDecimal("0.98"), Confidence.P95, 0.8, 233))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.95, 0.98, 0.8, 253", "0.99, 0.995, 0.8, 1990", "0.99, 0.999, 0.8, 447"})
    void normalHint(double target, double expected, double power, long n) {
        assertThat(SampleSize.normalHint(target, expected, Confidence.P95, power))
                .isEqualTo(n);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "per-arm.csv", numLinesToSkip = 1)
    void perArmNonInferiority(double share, double margin, long at80, long at90) {
        assertThat(SampleSize.perArmNonInferiority(share, margin, Confidence.P95, 0.8))
                .isEqualTo(at80);
        assertThat(SampleSize.perArmNonInferiority(share, margin, Confidence.P95, 0.9))
                .isEqualTo(at90);
    }

    @ParameterizedTest
    @CsvSource({
        "0.99, 0.98, 1826, 2529",
        "0.99, 0.97, 605, 838",
        "0.99, 0.95, 224, 310",
        "0.98, 0.96, 899, 1245",
        "0.97, 0.95, 1187, 1643",
        "0.95, 0.93, 1743, 2414",
        "0.95, 0.90, 343, 474"
    })
    void perArmToDetect(double before, double after, long at80, long at90) {
        assertThat(SampleSize.perArmToDetect(before, after, Confidence.P95, 0.8))
                .isEqualTo(at80);
        assertThat(SampleSize.perArmToDetect(before, after, Confidence.P95, 0.9))
                .isEqualTo(at90);
    }

    @Test
    void refusals() {
        assertThatThrownBy(
                        () -> SampleSize.plan(new BigDecimal("0.9"), new BigDecimal("0.95"), Confidence.P95, 1, LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power");
        assertThatThrownBy(() -> SampleSize.normalHint(0.9, 0.9, Confidence.P95, 0.8))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SampleSize.perArmNonInferiority(0.9, 0, Confidence.P95, 0.8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("margin");
        assertThatThrownBy(() -> SampleSize.perArmToDetect(0.9, 0.9, Confidence.P95, 0.8))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
