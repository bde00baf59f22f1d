package dev.goodput.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.gate.CapacitySearch.Level;
import dev.goodput.core.gate.CapacitySearch.Settings;
import dev.goodput.core.gate.CapacitySearch.Step;
import dev.goodput.core.stat.BinomialBounds;
import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySearchTest {
    private static final BigDecimal TARGET = new BigDecimal("0.99");
    private static final Settings SETTINGS = new Settings(10, 0.5, 1000, 0.05, false, 100, 1000);

    /// An endpoint whose share of good requests is a function of the load; requests are independent.
    private static final class Endpoint {
        private final DoubleUnaryOperator share;
        private final SplittableRandom random;
        private final Map<Double, int[]> counts = new HashMap<>();
        private long requests;

        Endpoint(DoubleUnaryOperator share, long seed) {
            this.share = share;
            this.random = new SplittableRandom(seed);
        }

        Level measure(Step step) {
            int[] count = step.confirms() ? new int[2] : counts.computeIfAbsent(step.load(), _ -> new int[2]);
            double p = share.applyAsDouble(step.load());
            for (int i = 0; i < step.requests(); i++) {
                count[0] += random.nextDouble() < p ? 1 : 0;
            }
            count[1] += Math.toIntExact(step.requests());
            requests += step.requests();
            int good = count[0];
            int n = count[1];
            Verdict verdict = BinomialBounds.lowerReaches(good, n, TARGET, Confidence.P95)
                    ? Verdict.PASS
                    : BinomialBounds.upperMisses(good, n, TARGET, Confidence.P95) ? Verdict.FAIL : Verdict.INCONCLUSIVE;
            return new Level(
                    step.load(),
                    n,
                    good >= 0.99 * n,
                    good == n || verdict != Verdict.INCONCLUSIVE,
                    step.confirms(),
                    verdict);
        }

        CapacitySearch searched(Settings settings) {
            CapacitySearch search = new CapacitySearch(settings);
            int steps = 0;
            for (Optional<Step> step = search.next(); step.isPresent(); step = search.next()) {
                assertThat(step.get().requests()).isPositive();
                search.add(measure(step.get()));
                assertThat(++steps).as("steps").isLessThan(200);
            }
            return search;
        }
    }

    /// All requests are good up to a load of 37, then ever fewer: 0.99 is left at 37.37.
    private static double falling(double load) {
        return load <= 37 ? 0.9999 : Math.max(0, 1 - (load - 37) / 37);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void findsTheLoadAtWhichGoodputFalls(long seed) {
        Endpoint endpoint = new Endpoint(CapacitySearchTest::falling, seed);
        CapacitySearch search = endpoint.searched(SETTINGS);
        assertThat(CapacitySearch.capacity(search.levels())).isPresent();
        assertThat(CapacitySearch.capacity(search.levels()).get().load()).isBetween(37 * 0.8, 37.4);
        assertThat(CapacitySearch.shownTooMuch(search.levels())).isPresent();
        assertThat(CapacitySearch.shownTooMuch(search.levels()).get().load()).isBetween(37.0, 37 * 1.2);
        // A verdict at every one of the loads that it looked at would have cost over twice as much.
        assertThat(endpoint.requests).isLessThan(search.levels().size() * SETTINGS.verdictRequests() / 2);
    }

    @Test
    void anEndpointThatKeepsAllHasTheLargestLoadForCapacity() {
        CapacitySearch search = new Endpoint(_ -> 1, 1).searched(SETTINGS);
        assertThat(CapacitySearch.capacity(search.levels()).orElseThrow().load())
                .isEqualTo(1000);
        assertThat(CapacitySearch.shownTooMuch(search.levels())).isEmpty();
    }

    @Test
    void anEndpointThatKeepsNothingHasNone() {
        Endpoint endpoint = new Endpoint(_ -> 0.2, 1);
        CapacitySearch search = endpoint.searched(SETTINGS);
        assertThat(CapacitySearch.capacity(search.levels())).isEmpty();
        assertThat(CapacitySearch.shownTooMuch(search.levels()).orElseThrow().load())
                .isEqualTo(0.5);
        assertThat(endpoint.requests).isLessThanOrEqualTo(600);
    }

    @Test
    void requestsInFlightAreWholeNumbers() {
        CapacitySearch search =
                new Endpoint(load -> load <= 11 ? 1 : 0.5, 1).searched(new Settings(4, 1, 256, 0.05, true, 100, 1000));
        assertThat(search.levels()).allMatch(level -> level.load() == Math.rint(level.load()));
        assertThat(CapacitySearch.capacity(search.levels()).orElseThrow().load())
                .isEqualTo(11);
        assertThat(CapacitySearch.shownTooMuch(search.levels()).orElseThrow().load())
                .isEqualTo(12);
    }

    /// Near the limit no number of requests that a verdict takes shows the one or the other: the answer is a load a
    /// little below, not one far below that screening happened to have measured.
    @Test
    void stepsDownByLittleWhereTheVerdictIsOpen() {
        CapacitySearch search = new Endpoint(load -> load <= 20 ? 0.9995 : load < 26 ? 0.991 : 0.8, 3)
                .searched(new Settings(12, 0.5, 1000, 0.05, false, 200, 2000));
        assertThat(CapacitySearch.capacity(search.levels()).orElseThrow().load())
                .isBetween(15.0, 25.9);
    }

    @Test
    void aLoadThatCannotBeMeasuredIsTakenForTooMuch() {
        CapacitySearch search = new CapacitySearch(SETTINGS);
        for (Optional<Step> step = search.next(); step.isPresent(); step = search.next()) {
            double load = step.get().load();
            search.add(
                    load > 30
                            ? new Level(load, 100, true, true, step.get().confirms(), Verdict.INVALID)
                            : new Level(load, 1000, true, true, step.get().confirms(), Verdict.PASS));
        }
        assertThat(CapacitySearch.capacity(search.levels()).orElseThrow().load())
                .isBetween(28.0, 30.0);
    }

    /// What looked good in a small batch is measured anew: the verdict rests on a run of its own.
    @Test
    void theAnswerRestsOnARunOfItsOwn() {
        for (long seed = 1; seed <= 50; seed++) {
            CapacitySearch search = new Endpoint(CapacitySearchTest::falling, seed).searched(SETTINGS);
            assertThat(CapacitySearch.capacity(search.levels()).stream()).allMatch(Level::confirmed);
            assertThat(CapacitySearch.capacity(search.levels()).stream())
                    .allMatch(level -> level.requests() == SETTINGS.verdictRequests());
        }
    }

    /// The error of the whole search, not of one verdict, however many loads were asked. The worst endpoint for it is
    /// one that lies just short of its target at every load.
    @Test
    void theAnswerHardlyEverMissesTheTargetItself() {
        assertThat(wrongAnswers(CapacitySearchTest::falling)).isLessThanOrEqualTo(0.02);
        assertThat(wrongAnswers(load -> 1 - load / 4000)).isLessThanOrEqualTo(0.05);
        assertThat(wrongAnswers(load -> load < 30 ? 0.989 : 0.5)).isLessThanOrEqualTo(0.1);
    }

    /// The share of searches that name a load at which the true share misses 99 %.
    private static double wrongAnswers(DoubleUnaryOperator share) {
        int wrong = 0;
        for (int seed = 0; seed < SEARCHES; seed++) {
            Optional<Level> named = CapacitySearch.capacity(
                    new Endpoint(share, seed).searched(SETTINGS).levels());
            wrong += named.filter(level -> share.applyAsDouble(level.load()) < 0.99)
                            .isPresent()
                    ? 1
                    : 0;
        }
        return (double) wrong / SEARCHES;
    }

    private static final int SEARCHES = 400;
}
