package dev.goodput.core.slo;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.slo.Judgement.Result;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.TraceBuilder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The metrics of token by token delivery.
class DeliveryTest {
    private static final double EXACT = 1e-12;

    /// Golden: Etalon's index over 20 tokens with deadlines of 500 ms and 50 ms; misses over deadlines as its
    /// code counts them. A and B: an early first token pays for a stall. C and D: where the stall sits matters.
    /// F and G: a pace 2 % too slow loses nearly all.
    @ParameterizedTest
    @CsvSource({
        "A, 100, '18 x 40, 400', 0, 20",
        "B, 100, '400, 18 x 40', 0, 20",
        "C, 500, '400, 18 x 40', 8, 27",
        "D, 500, '18 x 40, 400', 4, 23",
        "E, 900, '19 x 40', 9, 28",
        "F, 500, '19 x 50', 0, 20",
        "G, 500, '19 x 51', 19, 20",
    })
    void fluidity(String name, double ttftMs, String gapsMs, int missed, int total) {
        RequestTrace trace = tokens(ttftMs, gapsMs).completed();
        assertThat(value("fluidity(first=500ms, pace=50ms)>=1%", trace))
                .as(name)
                .isCloseTo(1 - (double) missed / total, within(EXACT));
    }

    /// By hand: token i is due at 500 + 50 i ms. A: the last comes at 100 + 720 + 400 = 1220, due 1450. C:
    /// tokens come at 500 and from 900 on at 40 a token; 900 + 40 (i - 1) <= 500 + 50 i from i = 36 on, so the
    /// first only. D: the last at 1620 is late. E: 900 + 40 i is in time from i = 40 on, so none. G: the first
    /// only.
    @ParameterizedTest
    @CsvSource({
        "A, 100, '18 x 40, 400', 20",
        "B, 100, '400, 18 x 40', 20",
        "C, 500, '400, 18 x 40', 1",
        "D, 500, '18 x 40, 400', 19",
        "E, 900, '19 x 40', 0",
        "F, 500, '19 x 50', 20",
        "G, 500, '19 x 51', 1",
    })
    void tokensOnTime(String name, double ttftMs, String gapsMs, int onTime) {
        RequestTrace trace = tokens(ttftMs, gapsMs).completed();
        assertThat(value("tokens_on_time(first=500ms, pace=50ms)>=1%", trace))
                .as(name)
                .isEqualTo(onTime / 20.0);
    }

    /// Five tokens at 500 ms and five at 1000 ms: tokens 5 to 9 are due at 750 to 950, all late. The server
    /// does not tell how many came with each chunk; equal characters share its count of ten equally.
    @Test
    void tokensOfOneChunkComeTogether() {
        RequestTrace told =
                request(0).text(500, 5, 20).text(1000, 5, 20).usage(10).completed();
        RequestTrace untold =
                request(0).text(500, -1, 20).text(1000, -1, 20).usage(10).completed();
        for (RequestTrace trace : List.of(told, untold)) {
            assertThat(value("tokens_on_time(first=500ms, pace=50ms)>=1%", trace))
                    .isEqualTo(0.5);
        }
    }

    /// Gaps 10, 10, …, 110 (ten of them): linear interpolation at position 9 * 0.99 = 8.91 gives 10 + 0.91 *
    /// 100.
    @Test
    void gapP99() {
        RequestTrace trace = tokens(100, "9 x 10, 110").completed();
        assertThat(value("itl_p99<=1s", trace)).isCloseTo(101e6, within(1.0));
        assertThat(value("itl_max<=1s", trace)).isEqualTo(110e6);
    }

    /// 20 tokens in 2 s, from the intended start to the last.
    @Test
    void outputSpeed() {
        RequestTrace trace = tokens(100, "19 x 100").completed();
        assertThat(value("output_tokens_per_second>=1/s", trace)).isEqualTo(10.0);
        assertThat(judge(trace, "output_tokens_per_second>=10/s")).isEqualTo(Result.GOOD);
        assertThat(judge(trace, "output_tokens_per_second>=10.001/s")).isEqualTo(Result.MISSED);
    }

    /// At 150 words a minute and 0.75 words a token, a token plays for 300 ms. The first sentence is whole at
    /// 1000 ms and has four tokens: they play until 2200. Then one token each at 2100 (until 2500), 2600 (100
    /// ms of silence, until 2900), 2900 (just in time, until 3200) and 3300 (silence).
    @Test
    void underruns() {
        RequestTrace trace = request(0)
                .text(500, 2, 8)
                .sentence(1000, 2)
                .text(2100, 1, 4)
                .text(2600, 1, 4)
                .text(2900, 1, 4)
                .sentence(3300, 1)
                .completed();
        assertThat(value("underruns(wpm=150)<=0", trace)).isEqualTo(2);
        assertThat(value("underruns(wpm=75)<=0", trace)).isZero();
        assertThat(value("time_to_first_sentence<=1s", trace)).isEqualTo(1000e6);
        assertThat(judge(trace, "underruns(wpm=150)<=2, time_to_first_sentence<=1s"))
                .isEqualTo(Result.GOOD);
        assertThat(judge(trace, "underruns(wpm=150)<=1")).isEqualTo(Result.MISSED);
        assertThat(judge(trace, "time_to_first_sentence<=999ms")).isEqualTo(Result.MISSED);
    }

    /// Thinking aloud is not speaking: reasoning neither starts the playback nor feeds it.
    @Test
    void reasoningIsNotHeard() {
        RequestTrace trace = request(0)
                .reasoning(100, 50, 200)
                .sentence(200, 1)
                .text(600, 1, 4)
                .completed();
        assertThat(value("underruns(wpm=150)<=0", trace)).isEqualTo(1);
        assertThat(value("time_to_first_sentence<=1s", trace)).isEqualTo(200e6);
    }

    /// Nothing to hear, or nobody listened: the first is not applicable, the second open, never good.
    @Test
    void withoutSentences() {
        RequestTrace toolCall = request(0).toolCall(100).usage(5).completed();
        RequestTrace unmarked = request(0).texts(11, 100, 200).usage(11).completed();
        for (String slo : List.of("time_to_first_sentence<=1s", "underruns(wpm=150)<=0")) {
            assertThat(judge(toolCall, slo)).isEqualTo(Result.GOOD);
            assertThat(judge(unmarked, slo)).isEqualTo(Result.UNRESOLVED);
        }
    }

    /// A file that keeps first and last chunk knows no gaps: what hangs on them is open, the rest is judged.
    @Test
    void whatAnImportedFileDoesNotKeepIsOpen() {
        RequestTrace trace = request(0).text(100).text(900).usage(20).completed();
        Coverage coverage = new Coverage("vllm-py-033", true, true, Coverage.Events.FIRST_AND_LAST, true, List.of());
        Dialect dialect = Dialects.ownFor(coverage);
        Observation request = new Observation(trace, Reading.of(trace, dialect), dialect, coverage.events());
        for (String slo : List.of(
                "itl_max<=10s",
                "itl_p99<=10s",
                "fluidity(first=1s, pace=1s)>=1%",
                "tokens_on_time(first=1s, pace=1s)>=1%",
                "time_to_first_sentence<=10s",
                "underruns(wpm=150)<=99")) {
            assertThat(Judgement.of(request, SloParser.inline(slo, "test")).result())
                    .as(slo)
                    .isEqualTo(Result.UNRESOLVED);
        }
        assertThat(Judgement.of(request, SloParser.inline("ttft<=100ms, e2e<=900ms", "test"))
                        .isGood())
                .isTrue();
        RequestTrace noStart = tokens(100, "19 x 10").intendedNs(Stamp.UNKNOWN).completed();
        assertThat(judge(noStart, "tokens_on_time(first=1s, pace=1s)>=1%")).isEqualTo(Result.UNRESOLVED);
    }

    /// Stopped half-way: a silence that was heard is a miss, a share of tokens can still become anything.
    @ParameterizedTest
    @CsvSource({
        "underruns(wpm=150)<=0, FAILED",
        "underruns(wpm=150)<=1, UNRESOLVED",
        "time_to_first_sentence<=99ms, FAILED",
        "time_to_first_sentence<=100ms, UNRESOLVED",
        "'fluidity(first=1ms, pace=1ms)>=99%', UNRESOLVED",
        "'tokens_on_time(first=1ms, pace=1ms)>=99%', UNRESOLVED",
        "output_tokens_per_second>=1000/s, UNRESOLVED",
        "itl_p99<=1ms, UNRESOLVED",
    })
    void stoppedHalfWay(String slo, Result result) {
        RequestTrace trace =
                request(0).sentence(100, 1).text(900, 1, 4).ended(950).failed(FailureCategory.CANCELLED);
        assertThat(judge(trace, slo)).isEqualTo(result);
    }

    private static TraceBuilder tokens(double ttftMs, String gapsMs) {
        TraceBuilder trace = request(0).text(ttftMs, 1, 4);
        double atMs = ttftMs;
        int count = 1;
        for (String part : gapsMs.split(", ", -1)) {
            String[] times = part.split(" x ", -1);
            int n = times.length == 1 ? 1 : Integer.parseInt(times[0]);
            for (double gapMs : Collections.nCopies(n, Double.parseDouble(times[times.length - 1]))) {
                atMs += gapMs;
                trace.text(atMs, 1, 4);
                count++;
            }
        }
        return trace.usage(count);
    }

    private static double value(String constraint, RequestTrace trace) {
        return SloParser.constraints(constraint, "test")
                .getFirst()
                .value(Observation.of(trace, Reading.of(trace, Dialect.GOODPUT)));
    }

    private static Result judge(RequestTrace trace, String slo) {
        return Judgement.of(trace, Reading.of(trace, Dialect.GOODPUT), SloParser.inline(slo, "test"))
                .result();
    }
}
