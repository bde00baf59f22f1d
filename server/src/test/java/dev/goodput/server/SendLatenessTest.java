package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendLatenessTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 8, 9, 15, 16, 17, 255, 1_000, 123_456_789, Long.MAX_VALUE / 2})
    void quantileOfOneValueIsItsBucket(long value) {
        SendLateness lateness = new SendLateness();
        lateness.record(value);
        assertThat(lateness.quantileNs(500)).isBetween(value, value + value / 8);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void quantilesAreAtMostAnEighthTooHigh(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        long[] sorted = LongStream.generate(() -> (long) (random.nextExponential() * 200_000))
                .limit(5_000)
                .sorted()
                .toArray();
        SendLateness lateness = new SendLateness();
        LongStream.of(sorted).forEach(lateness::record);
        assertThat(lateness.count()).isEqualTo(5_000);
        for (int perMille : new int[] {1, 10, 500, 900, 990, 999, 1000}) {
            long exact = sorted[(int) Math.ceilDiv(5_000L * perMille, 1000) - 1];
            assertThat(lateness.quantileNs(perMille)).isBetween(exact, exact + exact / 8);
        }
    }

    @Test
    void nothingSentAndNegativeLateness() {
        SendLateness lateness = new SendLateness();
        assertThat(lateness.quantileNs(990)).isZero();
        lateness.record(-5);
        assertThat(lateness.count()).isEqualTo(1);
        assertThat(lateness.quantileNs(990)).isZero();
    }

    @Test
    void serverCountsEveryToken() throws IOException {
        try (GoodputServer server = TestServers.fast();
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 40}");
            connection.readUntil("\r\n0\r\n\r\n");
            assertThat(server.lateness().count()).isEqualTo(40);
            assertThat(server.lateness().quantileNs(500))
                    .isLessThanOrEqualTo(server.lateness().quantileNs(1000));
        }
    }
}
