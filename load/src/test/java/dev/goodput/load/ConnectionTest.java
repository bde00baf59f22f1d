package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which connection a request goes out on.
class ConnectionTest {
    @Test
    void connectionsAreUsedAgainOnceTheServerIsSeenToKeepThem() throws IOException {
        try (RawServer server = new RawServer(e -> e.stream(2))) {
            Target target = Plans.target(server.port());
            assertThat(Preflight.check(target, Deadlines.DEFAULT)).isEqualTo(new Preflight.Result.Ok(List.of()));
            Plans.Ran ran = Plans.run(Plans.closedLoop(target, 2, 50));
            assertThat(ran.traces()).hasSize(50).allMatch(RequestTrace::isCompleted);
            assertThat(server.connections()).isEqualTo(1 + 2);
            assertThat(ran.traces())
                    .filteredOn(trace -> trace.timeline().connectionReused())
                    .hasSize(48);
        }
    }

    /// llama-server promises keep-alive and closes right after the answer.
    @Test
    void aServerThatClosesAfterEachAnswerIsNotBelieved() throws IOException {
        try (RawServer server = new RawServer(e -> {
            e.stream(2);
            e.socket().close();
        })) {
            Target target = Plans.target(server.port());
            assertThat(Preflight.check(target, Deadlines.DEFAULT))
                    .isInstanceOfSatisfying(
                            Preflight.Result.Ok.class,
                            ok -> assertThat(ok.remarks())
                                    .singleElement()
                                    .asString()
                                    .contains("closes the connection"));
            Plans.Ran ran = Plans.run(Plans.closedLoop(target, 2, 50));
            assertThat(ran.traces()).hasSize(50).allMatch(RequestTrace::isCompleted);
            assertThat(ran.outcome().remarks()).singleElement().asString().contains("closes connections");
        }
    }

    @Test
    void aPooledConnectionThatBreaksUnderARequestIsToldApart() throws IOException {
        try (RawServer server = new RawServer(e -> {
            if (e.number() < 2) {
                e.stream(2);
            } else {
                e.reset();
            }
        })) {
            Target target = Plans.target(server.port());
            assertThat(Preflight.check(target, Deadlines.DEFAULT)).isInstanceOf(Preflight.Result.Ok.class);
            List<RequestTrace> traces =
                    Plans.run(Plans.closedLoop(target, 1, 3)).traces();
            assertThat(traces.get(0).isCompleted()).isTrue();
            assertThat(category(traces.get(1))).isEqualTo(FailureCategory.STALE_CONNECTION);
            assertThat(category(traces.get(2))).as("on a fresh connection").isEqualTo(FailureCategory.RESET);
            assertThat(server.heads()).as("nothing is retried").hasSize(1 + 3);
        }
    }

    private static FailureCategory category(RequestTrace trace) {
        return ((Outcome.Failed) trace.outcome()).category();
    }

    @Test
    void connectingHasADeadline() throws IOException {
        // The accept queue of one is full after a few connections that nobody accepts.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(full.getInetAddress(), full.getLocalPort());
                Socket second = new Socket(full.getInetAddress(), full.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            LoadPlan plan = new LoadPlan(
                    Plans.target(full.getLocalPort()),
                    new Lengths(4, 0, 4, 0),
                    new Arrivals.Poisson(100, 0),
                    1,
                    null,
                    new Deadlines(
                            Duration.ofMillis(200),
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(5)),
                    Duration.ZERO,
                    1,
                    false);
            assertThat(category(Plans.run(plan).traces().getFirst())).isEqualTo(FailureCategory.CONNECT_TIMEOUT);
        }
    }
}
