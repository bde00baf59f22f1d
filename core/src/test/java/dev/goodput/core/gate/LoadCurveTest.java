package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadCurveTest {
    private static final Slo SLO =
            SloParser.inline("ttft<=500ms, goodput>=90%", "test").withDependence(Dependence.INDEPENDENT);

    /// `bad` of the requests miss their limit, evenly spread, over so many seconds.
    private static Run run(int requests, int bad, double seconds) {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            boolean isBad = bad > 0 && i * bad / requests != (i + 1) * bad / requests;
            double ttftMs = isBad ? 900 : 100;
            traces.add(request(i).texts(11, ttftMs, ttftMs + 100).usage(11).completed());
        }
        return Runs.of(Manifest.Status.COMPLETE, Runs.CLOSED_LOOP, requests, Math.round(seconds * 1e9), null, traces);
    }

    private static LoadLevel level(double load, boolean confirmed, int requests, int bad, double seconds) {
        return LoadLevel.of(load, confirmed, List.of(run(requests, bad, seconds)), SLO);
    }

    @Test
    void theLargestThroughputIsNotTheBestLoad() {
        LoadCurve curve = new LoadCurve(List.of(
                level(8, false, 200, 150, 10),
                level(1, false, 100, 0, 20),
                level(2, true, 400, 0, 40),
                level(4, true, 400, 20, 25)));
        assertThat(curve.levels()).extracting(LoadLevel::load).containsExactly(1.0, 2.0, 4.0, 8.0);
        assertThat(curve.capacity().orElseThrow().load()).isEqualTo(4);
        assertThat(curve.smallestFailed().orElseThrow().load()).isEqualTo(8);
        assertThat(curve.lastWithoutMiss().orElseThrow().load()).isEqualTo(2);
        // 20/s of which a quarter is good against 16/s of which 95 % are.
        assertThat(curve.highestThroughput().load()).isEqualTo(8);
        assertThat(curve.knee().load()).isEqualTo(4);
    }

    @Test
    void whatOnlyLookedGoodIsNoCapacity() {
        LoadCurve curve = new LoadCurve(List.of(level(1, false, 400, 0, 10)));
        assertThat(curve.levels().getFirst().verdict()).isEqualTo(Verdict.PASS);
        assertThat(curve.capacity()).isEmpty();
        assertThat(curve.smallestFailed()).isEmpty();
    }

    @Test
    void runsAtOneLoadCountTogether() {
        LoadLevel level = LoadLevel.of(2, false, List.of(run(100, 10, 5), run(300, 10, 15)), SLO);
        assertThat(level.run().scheduledRequests()).isEqualTo(400);
        assertThat(level.result().goodput().good()).isEqualTo(380);
        assertThat(level.throughput()).isEqualTo(20);
        assertThat(level.searched().keeps()).isTrue();
        assertThat(level.searched().settled()).isTrue();
        assertThat(level.run().traces().getLast().index()).isEqualTo(399);
    }

    /// 94 % of 50 cannot tell whether 90 % is kept; nothing missed leaves it to the confirmation.
    @Test
    void aLoadIsSettledWhenItsBoundsLieOnOneSide() {
        assertThat(level(1, false, 50, 3, 5).searched().settled()).isFalse();
        assertThat(level(1, false, 50, 25, 5).searched().settled()).isTrue();
        assertThat(level(1, false, 50, 25, 5).searched().keeps()).isFalse();
        assertThat(level(1, false, 10, 0, 5).searched().settled()).isTrue();
    }

    @Test
    void aRunThatCannotBeTrustedMakesItsLoadInvalid() {
        Run cut = Runs.of(
                Manifest.Status.RUNNING,
                Runs.CLOSED_LOOP,
                100,
                5_000_000_000L,
                null,
                run(100, 0, 5).traces());
        LoadLevel level = LoadLevel.of(2, false, List.of(run(100, 0, 5), cut), SLO);
        assertThat(level.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(level.doubts()).anyMatch(doubt -> doubt.contains("cut short"));
    }
}
