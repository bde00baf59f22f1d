package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the tools make of a value of exactly 0.
class ZerosTest {
    /// Fifty tokens in one chunk, so TPOT 0, and ten tokens 20 ms apart.
    private static final Run ONE_CHUNK = Runs.of(List.of(
            request(0).text(500, Chunks.TOKENS_UNKNOWN, 200).usage(50).completed(),
            request(1).texts(10, 500, 680).usage(10).completed()));

    /// The old AIPerf takes a value of 0 for a missing one: under a bound on ITL the answer in one chunk is not good.
    @ParameterizedTest
    @CsvSource({
        "aiperf-old, 25, 1",
        "aiperf-new, 25, 2",
        "aiperf-013, 25, 2",
        "aiperf-old, 15, 0",
        "aiperf-new, 15, 1",
        "vllm-py-033, 15, 1",
    })
    void goodput(String id, long boundMs, long good) {
        DialectRun seen = DialectRun.of(ONE_CHUNK, dialect(id));
        assertThat(DialectGoodput.of(seen, Map.of(Quantity.ITL, boundMs * 1e6)).good())
                .isEqualTo(good);
        assertThat(DialectGoodput.of(seen, Map.of(Quantity.TTFT, 500e6)).good()).isEqualTo(2);
    }

    /// evalscope averages a TPOT of 0 in and leaves it out of its percentiles.
    @Test
    void percentilesOfTpot() {
        DialectRun evalscope = DialectRun.of(ONE_CHUNK, dialect("evalscope-1141"));
        assertThat(evalscope.answer(Quantity.TPOT, Statistic.mean())).isEqualTo(new Answer.Value(10e6));
        assertThat(evalscope.answer(Quantity.TPOT, Statistic.p(0))).isEqualTo(new Answer.Value(20e6));
        assertThat(evalscope.sample(Quantity.TPOT, Statistic.p(0)).count()).isEqualTo(1);

        DialectRun older = DialectRun.of(ONE_CHUNK, dialect("evalscope"));
        assertThat(older.answer(Quantity.TPOT, Statistic.p(0))).isEqualTo(new Answer.Value(0));
    }

    /// Two chunks that were read together: the old AIPerf drops every gap of that answer, the new ones keep a 0.
    @Test
    void gapsOfChunks() {
        Run run = Runs.of(List.of(
                request(0).text(100).text(110).text(110).text(130).usage(4).completed(),
                request(1).text(100).text(140).usage(2).completed()));
        assertThat(gaps(run, "aiperf-old", Statistic.Simple.COUNT)).isEqualTo(1);
        assertThat(gaps(run, "aiperf-old", Statistic.mean())).isEqualTo(40e6);
        assertThat(gaps(run, "aiperf-013", Statistic.Simple.COUNT)).isEqualTo(4);
        assertThat(gaps(run, "aiperf-013", Statistic.mean())).isEqualTo(17.5e6);
    }

    private static double gaps(Run run, String id, Statistic statistic) {
        return DialectRun.of(run, dialect(id))
                .answer(Quantity.CHUNK_GAP, statistic)
                .orNaN();
    }

    private static Dialect dialect(String id) {
        return Dialects.byId(id).orElseThrow();
    }
}
