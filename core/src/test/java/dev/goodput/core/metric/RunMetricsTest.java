package dev.goodput.core.metric;

import static dev.goodput.core.trace.TraceBuilder.neverSent;
import static dev.goodput.core.trace.TraceBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.core.trace.Runs;
import dev.goodput.core.trace.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunMetricsTest {
    private static final double MS = 1e6;

    @Test
    void distributionsAreOfCompletedRequestsOnly() {
        RunMetrics metrics = RunMetrics.of(Runs.of(List.of(
                request(0).texts(11, 100, 200).usage(11).completed(),
                request(1).texts(11, 300, 600).usage(11).completed(),
                request(2).texts(2, 5, 6).failed(FailureCategory.CUT),
                neverSent(3))));

        assertThat(metrics.ttft().count()).isEqualTo(2);
        assertThat(metrics.ttft().min()).isEqualTo(100 * MS);
        assertThat(metrics.ttft().max()).isEqualTo(300 * MS);
        assertThat(metrics.e2e().max()).isEqualTo(600 * MS);
        assertThat(metrics.tpot().min()).isEqualTo(10 * MS);
        assertThat(metrics.tpot().max()).isEqualTo(30 * MS);
        assertThat(metrics.itl().count()).isEqualTo(20);
        assertThat(metrics.itl().p50()).isEqualTo(20 * MS);
        assertThat(metrics.readings()).hasSize(4);
        assertThat(metrics.tokenSources()).containsExactly(entry(TokenSource.USAGE, 2L));
    }

    /// Chunks that came in one read are 0 apart; role, usage and comment chunks are no tokens.
    @Test
    void gapsAreBetweenOutputChunks() {
        RunMetrics metrics = RunMetrics.of(Runs.of(List.of(
                request(0)
                        .role(50)
                        .text(100)
                        .comment(105)
                        .text(110)
                        .text(110)
                        .finish(130)
                        .usageChunk(140)
                        .completed(),
                request(1).text(100).completed())));

        assertThat(metrics.itl().count()).isEqualTo(2);
        assertThat(metrics.itl().min()).isZero();
        assertThat(metrics.itl().max()).isEqualTo(10 * MS);
    }

    @Test
    void latencyFromTheScheduleAndFromTheSendStandSideBySide() {
        RunMetrics metrics = RunMetrics.of(Runs.of(
                List.of(request(0).intended(0).started(300).texts(2, 500, 520).completed())));

        assertThat(metrics.ttft().max()).isEqualTo(500 * MS);
        assertThat(metrics.ttftFromSend().max()).isEqualTo(200 * MS);
        assertThat(metrics.e2e().max()).isEqualTo(520 * MS);
        assertThat(metrics.e2eFromSend().max()).isEqualTo(220 * MS);
    }

    /// For every request, over random timelines: the parts of TTFT sum to TTFT.
    @Test
    void ttftSplitAddsUp() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            double at = random.nextDouble(10);
            double started = at + random.nextDouble(100);
            double sendStart = started + random.nextDouble(5);
            double sendEnd = sendStart + random.nextDouble(5);
            double head = sendEnd + random.nextDouble(200);
            double first = head + random.nextDouble(50);
            RunMetrics metrics = RunMetrics.of(Runs.of(List.of(request(0)
                    .intended(at)
                    .started(started)
                    .sent(sendStart, sendEnd, head)
                    .role(head)
                    .texts(3, first, first + 10)
                    .completed())));

            RunMetrics.TtftSplit split = metrics.ttftSplit();
            assertThat(split.slot().max()
                            + split.connect().max()
                            + split.send().max()
                            + split.head().max()
                            + split.firstToken().max())
                    .isEqualTo(metrics.ttft().max());
            assertThat(split.slot().min()).isCloseTo((started - at) * MS, within(1.0));
            assertThat(split.firstToken().min()).isCloseTo((first - head) * MS, within(1.0));
        }
    }

    /// The identity over random fates, and nothing is lost: the failures by category are all of the failures.
    @Test
    void scheduledIsCompletedPlusFailed() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int recorded = random.nextInt(30);
            List<RequestTrace> traces = new ArrayList<>();
            for (int i = 0; i < recorded; i++) {
                FailureCategory[] categories = FailureCategory.values();
                traces.add(
                        random.nextBoolean()
                                ? request(i).text(10).completed()
                                : request(i).failed(categories[random.nextInt(categories.length)]));
            }
            long scheduled = (long) recorded + random.nextInt(5);
            RunMetrics.Counts counts = RunMetrics.of(
                            Runs.of(Manifest.Status.COMPLETE, Runs.CLOSED_LOOP, scheduled, 1_000_000_000, null, traces))
                    .counts();

            assertThat(counts.scheduled()).isEqualTo(scheduled);
            assertThat(counts.completed() + counts.failed()).isEqualTo(scheduled);
            assertThat(counts.failures().values().stream().mapToLong(x -> x).sum())
                    .isEqualTo(counts.failed());
        }
    }

    @Test
    void scheduledButUnrecordedRequestsWereNotSent() {
        RunMetrics metrics = RunMetrics.of(Runs.of(
                Manifest.Status.INTERRUPTED,
                Runs.CLOSED_LOOP,
                5,
                1_000_000_000,
                null,
                List.of(request(0).text(10).completed(), neverSent(1))));

        assertThat(metrics.counts().failures()).containsExactly(entry(FailureCategory.NOT_SENT, 4L));
    }

    @Test
    void lengthBucketsEndWhereTheySay() {
        List<RequestTrace> traces = new ArrayList<>();
        for (int tokens : new int[] {1, 100, 101, 300, 301, 500, 501, 100_000}) {
            traces.add(request(traces.size())
                    .texts(2, 100, tokens + 100)
                    .usage(tokens)
                    .completed());
        }
        List<RunMetrics.LengthBucket> buckets = RunMetrics.of(Runs.of(traces)).e2eByLength();

        assertThat(buckets)
                .extracting(RunMetrics.LengthBucket::label)
                .containsExactly("1–100 tokens", "101–300 tokens", "301–500 tokens", "> 500 tokens");
        assertThat(buckets)
                .allSatisfy(bucket -> assertThat(bucket.e2e().count()).isEqualTo(2));
        assertThat(buckets.get(1).e2e().max()).isEqualTo(400 * MS);
    }

    @Test
    void ratesAreOverTheWindow() {
        RunMetrics.Throughput throughput = RunMetrics.of(Runs.of(
                        Manifest.Status.COMPLETE,
                        Runs.CLOSED_LOOP,
                        3,
                        4_000_000_000L,
                        null,
                        List.of(
                                request(0).texts(2, 100, 200).usage(30).completed(),
                                request(1).texts(2, 100, 200).usage(50).completed(),
                                request(2).texts(4, 100, 200).failed(FailureCategory.CUT))))
                .throughput();

        assertThat(throughput.windowSeconds()).isEqualTo(4);
        assertThat(throughput.requestsPerSecond()).isEqualTo(0.5);
        assertThat(throughput.outputTokens()).isEqualTo(84);
        assertThat(throughput.outputTokensPerSecond()).isEqualTo(21);
    }

    /// A killed run did not write its end: its window closes with the last thing it recorded.
    @Test
    void aKilledRunsWindowEndsWithItsLastRequest() {
        Run run = Runs.of(
                Manifest.Status.RUNNING,
                Runs.CLOSED_LOOP,
                0,
                0,
                null,
                List.of(request(0).text(500).completed(), request(1).text(2000).completed()));

        RunMetrics metrics = RunMetrics.of(run);
        assertThat(metrics.throughput().windowSeconds()).isEqualTo(2);
        assertThat(metrics.throughput().requestsPerSecond()).isEqualTo(1);
        assertThat(metrics.counts().scheduled()).isEqualTo(2);
    }

    @Test
    void anEmptyRunHasNoNumbers() {
        RunMetrics metrics = RunMetrics.of(Runs.of(Manifest.Status.RUNNING, Runs.CLOSED_LOOP, 0, 0, null, List.of()));

        assertThat(metrics.counts().scheduled()).isZero();
        assertThat(metrics.ttft().isEmpty()).isTrue();
        assertThat(metrics.itl().p99()).isNaN();
        assertThat(metrics.throughput().requestsPerSecond()).isZero();
        assertThat(metrics.e2eByLength()).hasSize(4);
    }

    /// The trap on every report: one stream, 7.07 or 12 milliseconds "between tokens".
    @Test
    void theToolTrap() {
        RunMetrics metrics = RunMetrics.of(
                Runs.of(List.of(request(0).texts(100, 500, 1200).usage(100).completed())));

        assertThat(metrics.toolTrap())
                .extracting(trap -> trap.dialect().id())
                .containsExactly("genai-perf", "llmperf-head");
        assertThat(metrics.toolTrap().get(0).perToken().mean()).isEqualTo(7_070_707);
        assertThat(metrics.toolTrap().get(1).perToken().mean()).isEqualTo(12 * MS);
    }

    @Test
    void promptTokensAreTheServersElseTheClients() {
        assertThat(RunMetrics.promptTokens(request(0).asked(7).usage(3).completed()))
                .isEqualTo(10);
        assertThat(RunMetrics.promptTokens(request(0).asked(7).completed())).isEqualTo(7);
    }

    /// Imported runs may not know when a request was meant to start; what was measured from there is missing, not 0.
    @Test
    void unknownIntendedStart() {
        RunMetrics metrics = RunMetrics.of(Runs.of(
                List.of(request(0).intendedNs(Stamp.UNKNOWN).texts(2, 100, 120).completed())));

        assertThat(metrics.ttft().isEmpty()).isTrue();
        assertThat(metrics.e2e().isEmpty()).isTrue();
        assertThat(metrics.ttftFromSend().max()).isEqualTo(100 * MS);
        assertThat(metrics.tpot().max()).isEqualTo(20 * MS);
    }
}
