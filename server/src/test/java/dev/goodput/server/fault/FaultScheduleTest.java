package dev.goodput.server.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultScheduleTest {
    private static final long SECOND = 1_000_000_000L;

    private static FaultSchedule of(long seed, String... rules) {
        return FaultSchedule.parse(List.of(rules), seed);
    }

    private static long count(FaultSchedule schedule, FaultWord word, int requests) {
        return LongStream.range(0, requests)
                .filter(index -> schedule.of(index, 0, "").has(word))
                .count();
    }

    /// Four standard deviations of a binomial count of 20,000 at 5 %.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, -7})
    void shareIsKept(long seed) {
        assertThat(count(of(seed, "drop@5%"), FaultWord.DROP, 20_000)).isBetween(1_000L - 124, 1_000L + 124);
        assertThat(count(of(seed, "drop@0%"), FaultWord.DROP, 1_000)).isZero();
        assertThat(count(of(seed, "drop"), FaultWord.DROP, 1_000)).isEqualTo(1_000);
    }

    @Test
    void sameSeedSameFaultsAndRulesAreIndependent() {
        FaultSchedule one = of(5, "drop@50%", "hang@50%");
        FaultSchedule again = of(5, "drop@50%", "hang@50%");
        FaultSchedule other = of(6, "drop@50%", "hang@50%");
        int both = 0;
        int different = 0;
        for (long index = 0; index < 4_000; index++) {
            Faults faults = one.of(index, 0, "");
            assertThat(again.of(index, 99, "").has(FaultWord.DROP)).isEqualTo(faults.has(FaultWord.DROP));
            assertThat(again.of(index, 99, "").has(FaultWord.HANG)).isEqualTo(faults.has(FaultWord.HANG));
            both += faults.has(FaultWord.DROP) && faults.has(FaultWord.HANG) ? 1 : 0;
            different += other.of(index, 0, "").has(FaultWord.DROP) != faults.has(FaultWord.DROP) ? 1 : 0;
        }
        // Four standard deviations around a quarter and around a half.
        assertThat(both).isBetween(1_000 - 110, 1_000 + 110);
        assertThat(different).isBetween(2_000 - 127, 2_000 + 127);
    }

    @Test
    void everyThirdRequest() {
        FaultSchedule schedule = of(1, "every=3: drop");
        assertThat(LongStream.range(0, 9)
                        .filter(index -> schedule.of(index, 0, "").has(FaultWord.DROP)))
                .containsExactly(2L, 5L, 8L);
    }

    @Test
    void windowsAreHalfOpen() {
        FaultSchedule schedule = of(1, "drop@10..20s");
        assertThat(schedule.of(0, 10 * SECOND - 1, "").isEmpty()).isTrue();
        assertThat(schedule.of(0, 10 * SECOND, "").has(FaultWord.DROP)).isTrue();
        assertThat(schedule.of(0, 20 * SECOND - 1, "").has(FaultWord.DROP)).isTrue();
        assertThat(schedule.of(0, 20 * SECOND, "").isEmpty()).isTrue();
    }

    @Test
    void laterRulesAndTheRequestItselfCountMore() {
        FaultSchedule schedule = of(1, "stall=1s", "stall=2s", "no-done");
        Faults faults = schedule.of(0, 0, "stall=3s;line-end=crlf");
        assertThat(faults.timeNs(FaultWord.STALL)).isEqualTo(3 * SECOND);
        assertThat(faults.has(FaultWord.NO_DONE)).isTrue();
        assertThat(faults.text(FaultWord.LINE_END)).isEqualTo("crlf");
        assertThat(schedule.of(0, 0, "").timeNs(FaultWord.STALL)).isEqualTo(2 * SECOND);
        assertThatThrownBy(() -> schedule.of(0, 0, "nonsense")).isInstanceOf(FaultException.class);
    }

    @Test
    void whatIsNotAboutRequestsStaysOutOfThem() {
        FaultSchedule schedule = of(1, "refuse@50%", "starting=3s", "every=10s: pause=100ms");
        assertThat(schedule.of(0, 0, "").isEmpty()).isTrue();
        assertThat(schedule.readyNs()).isEqualTo(3 * SECOND);
        assertThat(schedule.pauses()).containsExactly(new FaultSchedule.Pause(10 * SECOND, SECOND / 10));
        long refused = LongStream.range(0, 1_000)
                .filter(connection -> schedule.refuses(connection, 0))
                .count();
        assertThat(refused).isBetween(500L - 64, 500L + 64);
        assertThat(FaultSchedule.NONE.refuses(0, 0)).isFalse();
        assertThat(FaultSchedule.NONE.readyNs()).isZero();
    }

    @Test
    void stallFallsInsideTheAnswer() {
        FaultSchedule schedule = of(1, "stall=1s");
        assertThat(LongStream.range(0, 500)
                        .map(index -> schedule.of(index, 0, "").stallAfter(10)))
                .allSatisfy(after -> assertThat(after).isBetween(1L, 9L))
                .contains(1L, 9L);
        assertThat(of(1, "stall=1s,stall-after=3").of(0, 0, "").stallAfter(10)).isEqualTo(3);
        assertThat(Faults.NONE.stallAfter(10)).isEqualTo(-1);
    }
}
