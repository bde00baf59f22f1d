package dev.goodput.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.engine.LatencyProfile;
import dev.goodput.engine.LatencyProfiles;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GoodputServerTest {
    private static final String STREAM = "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 2}";

    @Test
    void takenPortGetsOneLine() throws IOException {
        LatencyProfile profile = LatencyProfiles.load("default");
        try (ServerSocket taken = new ServerSocket(0)) {
            ServerConfig config = ServerConfig.of("0.0.0.0", taken.getLocalPort(), profile, 1, "m");
            assertThatThrownBy(() -> GoodputServer.start(config))
                    .isInstanceOf(ServerException.class)
                    .hasMessageStartingWith("cannot listen on 0.0.0.0:" + taken.getLocalPort() + " (")
                    .hasMessageContaining("Address already in use")
                    .hasMessageEndingWith("; choose another port, or 0 for any free one");
        }
        assertThatThrownBy(() -> ServerConfig.of("localhost", 70_000, profile, 1, "m"))
                .isInstanceOf(ServerException.class)
                .hasMessage("port 70000 does not exist; choose 1 to 65535, or 0 for any free one");
        ServerConfig nowhere = ServerConfig.of("no-such-host.invalid", 0, profile, 1, "m");
        assertThatThrownBy(() -> GoodputServer.start(nowhere))
                .isInstanceOf(ServerException.class)
                .hasMessageStartingWith("cannot listen on no-such-host.invalid:0 (");
    }

    @Test
    void disconnectEndsTheRequest() throws IOException {
        try (GoodputServer server = TestServers.stuck()) {
            try (RawConnection connection = new RawConnection(server.port())) {
                connection.post("/v1/completions", STREAM);
                connection.readUntil("null}]}\n\n\r\n");
                assertThat(server.inFlight()).isEqualTo(1);
            }
            awaitInFlight(server, 0);
        }
    }

    @Test
    void closeCutsStreamsWithoutATerminator() throws IOException {
        GoodputServer server = TestServers.stuck();
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", STREAM);
            connection.readUntil("null}]}\n\n\r\n");
            server.close();
            assertThat(connection.atEnd()).isTrue();
        }
        server.close();
        assertThat(server.inFlight()).isZero();
    }

    /// The unread stream is longer than all socket buffers and the server's own limit together.
    @Test
    void clientThatStopsReadingIsCutOff() throws IOException {
        try (GoodputServer server = TestServers.start(TestServers.profile(1_000));
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", "{\"prompt\": \"x\", \"stream\": true, \"max_tokens\": 200000}");
            connection.readUntil("data: ");
            awaitInFlight(server, 0);
            assertThat(connection.readUntil("[DONE]")).doesNotContain("[DONE]");
        }
    }

    @Test
    void aModelledEngineAnswersToo() throws IOException {
        ModelledEngine engine = EngineSpec.load(EngineSpec.DEMO).degraded().build();
        ServerConfig config = ServerConfig.of("localhost", 0, engine, 1, "m");
        try (GoodputServer server = GoodputServer.start(config);
                RawConnection connection = new RawConnection(server.port())) {
            connection.post("/v1/completions", STREAM);
            assertThat(connection.readUntil("\r\n0\r\n\r\n")).contains("[DONE]");
        }
    }

    private static void awaitInFlight(GoodputServer server, int expected) {
        while (server.inFlight() != expected) {
            Thread.onSpinWait();
        }
    }
}
