package dev.goodput.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutocorrelationTest {

    /// By hand: ρ₁ = .45, ρ₂ = −.1, ρ₃ = −.316667; Γ₀ = 1.45, Γ₁ < 0; τ = 1.9.
    @Test
    void twentyRequests() {
        assertThat(Autocorrelation.integratedTime(series("11110011111111100011")))
                .isCloseTo(1.9, within(1e-12));
    }

    /// Against the definition, term by term.
    @Test
    void agreesWithTheDefinition() {
        Streams streams = new Streams(1);
        for (int n : new int[] {2, 3, 50, 63, 64, 65, 500}) {
            for (double rho : new double[] {0, 0.5, 0.9}) {
                boolean[] good = streams.chain(n, 0.7, rho);
                assertThat(Autocorrelation.integratedTime(GoodSeries.of(good)))
                        .as("%d requests, rho %s", n, rho)
                        .isCloseTo(definition(good), within(1e-9));
            }
        }
    }

    /// A two-state chain has τ = (1 + ρ)/(1 − ρ).
    @ParameterizedTest
    @CsvSource({"0, 1", "0.2, 1.5", "0.5, 3", "0.8, 9", "0.9, 19"})
    void findsTheTimeOfAChain(double rho, double tau) {
        Streams streams = new Streams(2);
        double sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += Autocorrelation.integratedTime(GoodSeries.of(streams.chain(50_000, 0.9, rho)));
        }
        assertThat(sum / 20).isBetween(0.93 * tau, 1.07 * tau);
    }

    /// Two halves, one good and one bad, are one long correlation; as two rounds they show none within.
    @Test
    void nothingIsCorrelatedAcrossRounds() {
        boolean[] good = new boolean[50];
        Arrays.fill(good, true);
        List<boolean[]> rounds = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rounds.add(i % 2 == 0 ? new boolean[] {true} : new boolean[] {false});
        }
        assertThat(Autocorrelation.integratedTime(GoodSeries.ofRounds(rounds))).isEqualTo(1);
        assertThat(Autocorrelation.integratedTime(GoodSeries.ofRounds(List.of(good, new boolean[50]))))
                .isBetween(25.0, 50.0);
    }

    @Test
    void neverBelowOneAndOneWithoutVariance() {
        assertThat(Autocorrelation.integratedTime(series("10101010101010101010")))
                .isEqualTo(1);
        assertThat(Autocorrelation.integratedTime(series("1111111111"))).isEqualTo(1);
        assertThat(Autocorrelation.integratedTime(series("0000000000"))).isEqualTo(1);
        assertThat(Autocorrelation.integratedTime(series("1"))).isEqualTo(1);
    }

    private static GoodSeries series(String digits) {
        boolean[] good = new boolean[digits.length()];
        for (int i = 0; i < good.length; i++) {
            good[i] = digits.charAt(i) == '1';
        }
        return GoodSeries.of(good);
    }

    private static double definition(boolean[] good) {
        int n = good.length;
        double mean = 0;
        for (boolean one : good) {
            mean += one ? 1.0 / n : 0;
        }
        double[] covariance = new double[n / 2 + 1];
        for (int lag = 0; lag <= n / 2 && lag < n; lag++) {
            for (int i = 0; i + lag < n; i++) {
                covariance[lag] += ((good[i] ? 1 : 0) - mean) * ((good[i + lag] ? 1 : 0) - mean) / n;
            }
        }
        double tau = -1;
        for (int lag = 0; lag <= n / 2; lag += 2) {
            double pair = covariance[lag] + (lag + 1 <= n / 2 ? covariance[lag + 1] : 0);
            if (covariance[0] == 0 || pair <= 0) {
                break;
            }
            tau += 2 * pair / covariance[0];
        }
        return Math.max(1, tau);
    }
}
