package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Reading;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.engine.LatencyProfiles;
import dev.goodput.load.Api;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Deadlines;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadGenerator;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.Target;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import dev.goodput.server.fault.FaultSchedule;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What our own client makes of each fault of our own server, over real HTTP.
@Timeout(120)
class FaultsTest {
    private static final int TOKENS = 6;

    private static List<RequestTrace> traces(String fault, int requests) {
        ServerConfig config = ServerConfig.of("127.0.0.1", 0, LatencyProfiles.load("fast-8b"), 1, "m")
                .withFaults(FaultSchedule.parse(List.of(fault), 1));
        try (GoodputServer server = GoodputServer.start(config)) {
            URI url = URI.create("http://127.0.0.1:" + server.port() + "/v1");
            LoadPlan plan = new LoadPlan(
                    new Target(url, Api.CHAT, "m", null),
                    new Lengths(8, 0, TOKENS, 0),
                    new Arrivals.ClosedLoop(1),
                    requests,
                    null,
                    new Deadlines(
                            Duration.ofSeconds(20),
                            Duration.ofMillis(fault.equals("hang") ? 300 : 20_000),
                            Duration.ofMillis(fault.startsWith("stall=10min") ? 300 : 20_000),
                            Duration.ofSeconds(60)),
                    Duration.ofSeconds(1),
                    7,
                    false);
            List<RequestTrace> traces = Collections.synchronizedList(new ArrayList<>());
            try (LoadGenerator generator = new LoadGenerator(plan)) {
                generator.run(traces::add);
            }
            return List.copyOf(traces);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hang | FIRST_BYTE_TIMEOUT",
                "drop | RESET",
                "status=503,retry-after=2s | HTTP_STATUS",
                "status=429,body=empty | HTTP_STATUS",
                "status=500,body=html | HTTP_STATUS",
                "redirect=http://127.0.0.1:9/ | HTTP_STATUS",
                "starting=10min | HTTP_STATUS",
                "stall=10min,stall-after=2 | STALL_TIMEOUT",
                "drop-after=2 | BROKEN",
                "close-after=2 | BROKEN",
                "cut-after=2 | CUT",
                "cut-after=0 | EMPTY",
                "no-finish | CUT",
                "error-after=0 | ERROR_IN_STREAM",
                "error-after=2 | ERROR_IN_STREAM",
                "error-after=2,error-shape=openai | ERROR_IN_STREAM",
                "error-after=2,error-shape=event | ERROR_IN_STREAM",
                "gzip | NOT_A_STREAM",
            })
    void failures(String fault, FailureCategory category) {
        assertThat(traces(fault, 1))
                .singleElement()
                .extracting(RequestTrace::outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.category())
                                .as(failed.message())
                                .isEqualTo(category));
    }

    /// Whether the connection is seen to be reset before or after it is made is a matter of luck.
    @Test
    void refusedConnections() {
        assertThat(traces("refuse", 3))
                .hasSize(3)
                .allSatisfy(trace -> assertThat(trace.outcome())
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.category())
                                        .isIn(FailureCategory.CONNECT_FAILED, FailureCategory.RESET)));
    }

    /// An event that cannot be read is kept as evidence; it does not fail an answer that is otherwise whole.
    @ParameterizedTest
    @ValueSource(strings = {"broken-json-after=1", "not-json-after=1"})
    void malformedEvents(String fault) {
        RequestTrace trace = traces(fault, 1).getFirst();
        assertThat(trace.outcome()).isInstanceOf(Outcome.Completed.class);
        assertThat(IntStream.range(0, trace.chunks().size())
                        .filter(i -> ChunkKind.UNPARSABLE.in(trace.chunks().kinds(i))))
                .hasSize(1);
    }

    /// Odd, but right: the answer is whole and its tokens are counted.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-done",
                "tokens-per-chunk=4",
                "empty-every=2",
                "role=early",
                "role=merged",
                "role=every",
                "role=none",
                "reasoning=3",
                "reasoning=3,reasoning-field=reasoning_content",
                "multibyte",
                "usage=finish",
                "usage=every",
                "events-per-write=3",
                "split=1",
                "split=7,multibyte",
                "split-utf8",
                "line-end=crlf",
                "line-end=cr",
                "no-space",
                "sse-fields",
                "ping=1ms",
                "bandwidth=100kB/s",
                "rtt=20ms",
                "http10",
                "pause=20ms"
            })
    void oddities(String fault) {
        RequestTrace trace = traces(fault, 1).getFirst();
        assertThat(trace.outcome()).isInstanceOfSatisfying(Outcome.Completed.class, completed -> {
            assertThat(completed.finishReason()).isEqualTo("length");
            assertThat(completed.doneSeen()).isEqualTo(!fault.equals("no-done"));
        });
        assertThat(Reading.of(trace, Dialect.GOODPUT).outputTokens()).isEqualTo(TOKENS);
    }

    /// Neither the head nor a role nor a ping is the first token.
    @ParameterizedTest
    @ValueSource(strings = {"role=early", "ping=10ms"})
    void whatIsNotTheFirstToken(String fault) {
        RequestTrace trace = traces(fault + ",first-token-delay=200ms", 1).getFirst();
        double ttftNs = Reading.of(trace, Dialect.GOODPUT).ttftNs();
        assertThat(ttftNs).isGreaterThanOrEqualTo(200e6);
        assertThat(trace.timeline().headNs()).isLessThan(trace.timeline().startNs() + ttftNs);
    }

    @Test
    void aShareOfRequestsFails() {
        List<RequestTrace> traces = traces("status=503,retry-after=1s@30%", 40);
        long failed = traces.stream()
                .filter(trace -> trace.outcome() instanceof Outcome.Failed)
                .count();
        assertThat(traces).hasSize(40);
        assertThat(failed).isBetween(3L, 25L);
    }
}
