package dev.goodput.core.gate;

import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Reading;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Decision;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EarlyStopTest {
    private static final Slo SLO = SloParser.inline("ttft<=500ms", "test");
    private static final int MOST = 3500;

    private static RequestTrace answer(int index, boolean good) {
        return request(index).text(good ? 400 : 600).usage(1).completed();
    }

    private static Judgement judgement(RequestTrace trace, Slo slo) {
        return Judgement.of(trace, Reading.of(trace, dev.goodput.core.metric.Dialect.GOODPUT), slo);
    }

    /// A broken build: 70 % good where 99 % are asked for. Every run ends with FAIL, and not one of 50 needs even a
    /// tenth of the requests.
    @ParameterizedTest
    @EnumSource(Dependence.class)
    void aBrokenBuildIsFoundOutAtOnce(Dependence dependence) {
        Slo slo = SLO.withDependence(dependence);
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EarlyStop stop = new EarlyStop(MOST, slo);
            int requests = 0;
            while (!stop.add(judgement(answer(requests, random.nextDouble() < 0.7), slo))) {
                requests++;
            }
            assertThat(stop.decision()).isEqualTo(Decision.FAIL);
            assertThat(requests).isLessThan(MOST / 10);
        }
    }

    /// Not shown to miss its target, and too many misses for a PASS: the second half of the run could change nothing.
    @Test
    void aHopelessRunEndsAtHalf() {
        EarlyStop stop = new EarlyStop(1000, SLO.withDependence(Dependence.INDEPENDENT));
        int requests = 0;
        while (!stop.add(judgement(answer(requests, requests % 80 != 79), SLO))) {
            requests++;
        }
        assertThat(stop.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(stop.isHopeless()).isTrue();
        assertThat(stop.stoppedAfter()).isBetween(500, 700);
    }

    /// A build exactly at its target: over 400 runs of independent requests PASS and FAIL are each wrong in at most 5 %
    /// (and three standard errors).
    @Test
    void lookingAgainAndAgainErrsNoMoreOften() {
        Slo slo = SLO.withDependence(Dependence.INDEPENDENT);
        int passes = 0;
        int fails = 0;
        int runs = 400;
        for (int seed = 0; seed < runs; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EarlyStop stop = new EarlyStop(1000, slo);
            for (int i = 0; i < 1000 && !stop.add(judgement(answer(i, random.nextDouble() < 0.99), slo)); i++) {}
            passes += stop.decision() == Decision.PASS ? 1 : 0;
            fails += stop.decision() == Decision.FAIL ? 1 : 0;
        }
        double most = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / runs);
        assertThat((double) passes / runs).isLessThanOrEqualTo(most);
        assertThat((double) fails / runs).isLessThanOrEqualTo(most);
    }

    /// Whatever the order of completion, the decision is that of the schedule's order.
    @Test
    void decidesInTheOrderOfTheSchedule() {
        List<Judgement> judgements = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            judgements.add(judgement(answer(i, i % 3 != 0), SLO));
        }
        EarlyStop inOrder = new EarlyStop(MOST, SLO);
        judgements.forEach(inOrder::add);
        for (int seed = 0; seed < 20; seed++) {
            List<Judgement> shuffled = new ArrayList<>(judgements);
            Collections.shuffle(shuffled, new Random(seed));
            EarlyStop stop = new EarlyStop(MOST, SLO);
            shuffled.forEach(stop::add);
            assertThat(stop.decision()).isEqualTo(inOrder.decision());
            assertThat(stop.stoppedAfter()).isEqualTo(inOrder.stoppedAfter()).isPositive();
        }
        EarlyStop waiting = new EarlyStop(MOST, SLO);
        judgements.stream().skip(1).forEach(waiting::add);
        assertThat(waiting.stoppedAfter()).isZero();
    }

    /// The gate judges a run that may have ended early by the looks, not by one look at what is there.
    @Test
    void theGateJudgesByTheSameLooks() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            traces.add(answer(i, i % 3 != 0));
        }
        Manifest.Schedule schedule = new Manifest.Schedule(Manifest.Schedule.CLOSED_LOOP, 16, 0, 1, MOST);
        Run run = Runs.of(Manifest.Status.COMPLETE, schedule, 60, 1_000_000_000, null, traces);
        GateResult result = Gate.judge(run, RunMetrics.of(run), SLO);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.reasons())
                .anyMatch(reason -> reason.startsWith("ended early after ")
                        && reason.contains("of 3500 requests: so many had missed"));
    }
}
