package dev.goodput.server.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultParserTest {
    private static final long SECOND = 1_000_000_000L;

    private static FaultRule only(String text) {
        List<FaultRule> rules = FaultParser.ofServer(text);
        assertThat(rules).hasSize(1);
        return rules.getFirst();
    }

    @Test
    void shareOfRequests() {
        FaultRule rule = only("stall=2s@5%");
        assertThat(rule.faults().timeNs(FaultWord.STALL)).isEqualTo(2 * SECOND);
        assertThat(rule.share()).isEqualTo(0.05);
        assertThat(rule.everyRequests()).isEqualTo(1);
    }

    @Test
    void statusInAWindow() {
        FaultRule rule = only(" status=503 , retry-after=2s @ 10..20s ");
        assertThat(rule.faults().number(FaultWord.STATUS)).hasValue(503);
        assertThat(rule.faults().timeNs(FaultWord.RETRY_AFTER)).isEqualTo(2 * SECOND);
        assertThat(rule.fromNs()).isEqualTo(10 * SECOND);
        assertThat(rule.toNs()).isEqualTo(20 * SECOND);
        assertThat(rule.share()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "drop@10s.., 10000000000, 9223372036854775807",
        "drop@..500ms, 0, 500000000",
        "drop@1min..90s, 60000000000, 90000000000",
        "drop@0..1.5s, 0, 1500000000",
        "drop@5%@1..2s, 1000000000, 2000000000"
    })
    void windows(String text, long fromNs, long toNs) {
        assertThat(only(text).fromNs()).isEqualTo(fromNs);
        assertThat(only(text).toNs()).isEqualTo(toNs);
    }

    @Test
    void periodicPauseActsByItself() {
        FaultRule rule = only("every=30s: pause=800ms");
        assertThat(rule.isPeriodicPause()).isTrue();
        assertThat(rule.periodNs()).isEqualTo(30 * SECOND);
        assertThat(rule.applies(0, 0, 0)).isFalse();
        FaultRule onRequests = only("every=30s: pause=800ms@0..1s");
        assertThat(onRequests.isPeriodicPause()).isFalse();
        assertThat(onRequests.applies(0, 30 * SECOND, 0)).isTrue();
        assertThat(onRequests.applies(0, 31 * SECOND, 0)).isFalse();
    }

    @Test
    void severalRulesAndUrlsAndRates() {
        List<FaultRule> rules = FaultParser.ofServer("redirect=http://other:81/v1?a=b; bandwidth=1.5kB/s,rtt=80ms");
        assertThat(rules.get(0).faults().text(FaultWord.REDIRECT)).isEqualTo("http://other:81/v1?a=b");
        assertThat(rules.get(1).faults().number(FaultWord.BANDWIDTH)).hasValue(1500);
    }

    /// What the help shows is what the parser takes.
    @ParameterizedTest
    @EnumSource(FaultWord.class)
    void everyWordIsReadInTheFormThatIsShown(FaultWord word) {
        String text = word.detailOf == null ? example(word) : example(word.detailOf) + "," + example(word);
        assertThat(only(text).faults().has(word)).isTrue();
        assertThat(word.meaning()).isNotBlank();
    }

    private static String example(FaultWord word) {
        return word.form()
                .replaceAll("\\|.*", "")
                .replaceAll("=T$", "=1s")
                .replaceAll("=[kn]$", "=1")
                .replaceAll("=URL$", "=http://x/");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "stal=2s | 'stal' is not a fault; did you mean 'stall'? Known are starting, pause,",
                "`` | a fault is missing; known are starting, pause,",
                "drop,,hang | a fault is missing",
                "stall | 'stall' needs a value: stall=T",
                "drop=1 | 'drop' takes no value",
                "stall=2 | stall needs a time with its unit (us, ms, s, min), like 800ms, not '2'",
                "stall=-2s | stall needs a time",
                "stall=2h | stall needs a time",
                "stall=2000min | a time is whole nanoseconds and at most a day",
                "status=200 | status needs a whole number from 400 to 599, not '200'",
                "cut-after=x | cut-after needs a whole number from 0 to 9999999, not 'x'",
                "split=0 | split needs a whole number from 1 to",
                "role=late | role is one of early, merged, every, none, not 'late'",
                "bandwidth=20 | bandwidth needs a rate in B/s, kB/s or MB/s, like 20kB/s, not '20'",
                "bandwidth=0.5B/s | bandwidth needs at least 1B/s",
                "redirect= | redirect needs a URL, not ''",
                "redirect=http://a b | redirect needs a URL",
                "drop,drop | 'drop' is said twice",
                "retry-after=2s | 'retry-after' goes with 'status', which is not there",
                "drop@5 | '@5' is neither a share like @5% nor a time like @10..20s, @10s.. or @..20s",
                "drop@.. | '@..' is neither",
                "drop@10.. | '@10..' is neither",
                "drop@ | '@' is neither",
                "drop@101% | '101%' is more than 100%",
                "drop@20..10s | '@20..10s' ends before it begins",
                "every=30s drop | every= is followed by a colon and what happens",
                "every=0: drop | every=0 is neither a number of requests nor a time",
                "every=0s: pause=1s | every= needs a time above 0",
                "every=30s: drop | say for how long of each period, like every=30s: drop@0..2s",
                "every=30s: drop@0..40s | the time after @ lies within a period of every=",
                "refuse,drop | 'refuse' is not about a request and stands alone",
                "starting=5s@5% | 'starting' takes no condition",
                "every=2: starting=5s | 'starting' takes no condition",
            })
    void mistakesGetOneLine(String text, String problem) {
        assertThatThrownBy(() -> FaultParser.ofServer(text == null ? "" : text))
                .isInstanceOf(FaultException.class)
                .hasMessageStartingWith("fault '" + (text == null ? "" : text) + "': ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }

    @Test
    void oneRequestPausesAServerForTenSecondsAtMost() {
        assertThat(FaultParser.ofRequest("pause=10s")).hasSize(1);
        assertThat(FaultParser.ofServer("pause=10001ms")).hasSize(1);
        assertThatThrownBy(() -> FaultParser.ofRequest("drop;pause=10001ms@5%"))
                .isInstanceOf(FaultException.class)
                .hasMessage("fault 'pause=10001ms@5%': a request may pause the server for 10s at most;"
                        + " the server's --fault for longer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting=1s", "refuse", "every=2: drop", "every=30s: pause=1s", "every=3s: drop@0..1s"})
    void headersCannotReachBeyondTheirRequest(String text) {
        assertThat(FaultParser.ofServer(text)).hasSize(1);
        assertThatThrownBy(() -> FaultParser.ofRequest(text))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("is for the server's --fault, not for one request");
    }
}
