package dev.goodput.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is drawn from a seed: arrivals, prompts, lengths, ids.
class ScheduleTest {
    private static final double RATE = 50;
    private static final int ARRIVALS = 20_000;

    private static long[] arrivals(long seed) {
        ArrivalTimes times = new ArrivalTimes(RATE, seed);
        return LongStream.generate(times::nextNs).limit(ARRIVALS).toArray();
    }

    /// The mean gap of n exponential gaps has a relative standard error of 1/sqrt(n), their coefficient of
    /// variation about the same; counts of a Poisson process have dispersion 1 with standard error
    /// sqrt(2/windows).
    /// Five of each.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 42, -7, Long.MAX_VALUE})
    void arrivalsAreAPoissonProcess(long seed) {
        long[] at = arrivals(seed);
        double[] gaps = new double[ARRIVALS];
        for (int i = 0; i < ARRIVALS; i++) {
            gaps[i] = (at[i] - (i == 0 ? 0 : at[i - 1])) / 1e9;
        }
        double mean = LongStream.of(at).max().orElseThrow() / 1e9 / ARRIVALS;
        double variance = 0;
        for (double gap : gaps) {
            variance += (gap - mean) * (gap - mean) / ARRIVALS;
        }
        double fiveErrors = 5 / Math.sqrt(ARRIVALS);
        assertThat(mean * RATE).isCloseTo(1, within(fiveErrors));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(fiveErrors));

        int windows = (int) (at[ARRIVALS - 1] / 1_000_000_000L);
        double[] counts = new double[windows];
        for (long t : at) {
            if (t / 1_000_000_000L < windows) {
                counts[(int) (t / 1_000_000_000L)]++;
            }
        }
        double dispersion = 0;
        for (double count : counts) {
            dispersion += (count - RATE) * (count - RATE) / windows / RATE;
        }
        assertThat(dispersion).isCloseTo(1, within(5 * Math.sqrt(2.0 / windows)));
    }

    @Test
    void theSameSeedDrawsTheSameAndAnotherSeedDoesNot() {
        assertThat(arrivals(3)).isEqualTo(arrivals(3)).isNotEqualTo(arrivals(4)).isSorted();
        assertThat(request(3, 17))
                .isEqualTo(request(3, 17))
                .isNotEqualTo(request(4, 17))
                .isNotEqualTo(request(3, 18));
    }

    private static String request(long seed, long index) {
        Prepared request = requests(seed, new Lengths(30, 10, 20, 5)).request(index);
        return new String(request.message(), UTF_8);
    }

    private static Requests requests(long seed, Lengths lengths) {
        return new Requests(Plans.target(1), lengths, seed, false, null);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 99, -1})
    void promptsDifferFromTheirFirstWordsOn(long seed) {
        Set<String> firstWords = new HashSet<>();
        Set<String> firstTwoWords = new HashSet<>();
        for (int i = 0; i < 65_536; i++) {
            String[] words = Prompts.prompt(seed, i, 2).split(" ", -1);
            if (i >= 1000 && i < 1256) {
                firstWords.add(words[0]);
            }
            firstTwoWords.add(words[0] + " " + words[1]);
        }
        assertThat(firstWords).hasSize(256);
        assertThat(firstTwoWords).hasSize(65_536);
    }

    @Test
    void promptsHaveTheWordsAskedFor() {
        assertThat(Prompts.vocabulary()).isEqualTo(256);
        for (int words : List.of(1, 3, 4, 5, 1000)) {
            assertThat(Prompts.prompt(5, 9, words).split(" ", -1)).hasSize(words);
        }
    }

    @Test
    void lengthsFollowTheirDistributionAndAreAtLeastOne() {
        Requests requests = requests(11, new Lengths(100, 20, 3, 10));
        int n = 4000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            Prepared request = requests.request(i);
            int tokens = request.asked().promptTokens();
            sum += tokens;
            squares += (double) tokens * tokens;
            assertThat(request.asked().maxOutputTokens()).isPositive();
        }
        double mean = sum / n;
        assertThat(mean).isCloseTo(100, within(5 * 20 / Math.sqrt(n)));
        assertThat(Math.sqrt(squares / n - mean * mean)).isCloseTo(20, within(5 * 20 / Math.sqrt(2.0 * n)));
    }

    @Test
    void idsAreDistinctRandomUuids() {
        Requests requests = requests(1, new Lengths(1, 0, 1, 0));
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            UUID id = UUID.fromString(requests.request(i).id());
            assertThat(id.version()).isEqualTo(4);
            assertThat(id.variant()).isEqualTo(2);
            ids.add(id.toString());
        }
        assertThat(ids).hasSize(1000);
    }

    @Test
    void ignoreEosIsSentOnlyWhenAskedFor() {
        Lengths lengths = new Lengths(1, 0, 1, 0);
        assertThat(new String(
                        new Requests(Plans.target(1), lengths, 1, true, null)
                                .request(0)
                                .message(),
                        UTF_8))
                .endsWith(",\"ignore_eos\":true}");
        assertThat(request(1, 0)).doesNotContain("ignore_eos");
    }
}
