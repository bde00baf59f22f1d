package dev.goodput.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsAndProxyTest {
    private static final String PASSWORD = "changeit";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";

    @TempDir
    private Path folder;

    @AfterEach
    void forgetTheTrustStore() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE + "Password");
    }

    /// A server whose self-signed certificate names `host` alone.
    private RawServer tlsServer(String host) throws Exception {
        Path store = folder.resolve(host + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host,
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        ServerSocket listener =
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new RawServer(listener, e -> e.stream(3));
    }

    private void trust(String host) {
        assertThat(Files.exists(folder.resolve(host + ".p12"))).isTrue();
        System.setProperty(TRUST_STORE, folder.resolve(host + ".p12").toString());
        System.setProperty(TRUST_STORE + "Password", PASSWORD);
    }

    private static RequestTrace ask(String url, Map<String, String> environment) {
        return Plans.run(Plans.closedLoop(Plans.target(url), 1, 1), environment)
                .traces()
                .getFirst();
    }

    private static Outcome.Failed failure(RequestTrace trace) {
        return (Outcome.Failed) trace.outcome();
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
        try (RawServer server = tlsServer("localhost")) {
            Outcome.Failed failed = failure(ask("https://localhost:" + server.port() + "/v1", Map.of()));
            assertThat(failed.category()).isEqualTo(FailureCategory.TLS);
            assertThat(failed.message()).contains("certification path");
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void aTrustedCertificateIsAcceptedAndTheHandshakeIsTimed() throws Exception {
        try (RawServer server = tlsServer("localhost")) {
            trust("localhost");
            RequestTrace trace = ask("https://localhost:" + server.port() + "/v1", Map.of());
            assertThat(trace.outcome()).isEqualTo(new Outcome.Completed("length", true));
            assertThat(List.of(
                            trace.timeline().connectedNs(),
                            trace.timeline().tlsEndNs(),
                            trace.timeline().sendStartNs()))
                    .isSorted();
        }
    }

    @Test
    void aTrustedCertificateOfAnotherHostIsRefused() throws Exception {
        try (RawServer server = tlsServer("other.test")) {
            trust("other.test");
            Outcome.Failed failed = failure(ask("https://localhost:" + server.port() + "/v1", Map.of()));
            assertThat(failed.category()).isEqualTo(FailureCategory.TLS);
            assertThat(failed.message()).contains("localhost");
        }
    }

    @Test
    void tlsToAPlainServerIsATlsFailure() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPlainText(plain));
            Outcome.Failed failed = failure(ask("https://localhost:" + plain.getLocalPort() + "/v1", Map.of()));
            assertThat(failed.category()).isEqualTo(FailureCategory.TLS);
        }
    }

    private static void answerInPlainText(ServerSocket listener) {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The client went away, as it should.
            }
        }
    }

    @Test
    void aProxyIsToldTheWholeUrl() throws IOException {
        try (RawServer proxy = new RawServer(e -> e.stream(2))) {
            RequestTrace trace =
                    ask("http://model.test:8000/v1", Map.of("HTTP_PROXY", "http://u:p@127.0.0.1:" + proxy.port()));
            assertThat(trace.isCompleted()).isTrue();
            assertThat(proxy.heads().getFirst())
                    .startsWith("POST http://model.test:8000/v1/chat/completions HTTP/1.1\r\n")
                    .contains("host: model.test:8000\r\n")
                    .contains("proxy-authorization: Basic dTpw\r\n");
        }
    }

    @Test
    void tlsGoesThroughATunnel() throws Exception {
        try (RawServer server = tlsServer("model.test");
                RawServer proxy = new RawServer(e -> tunnel(e, server.port()))) {
            trust("model.test");
            RequestTrace trace =
                    ask("https://model.test/v1", Map.of("HTTPS_PROXY", "http://127.0.0.1:" + proxy.port()));
            assertThat(trace.outcome()).isEqualTo(new Outcome.Completed("length", true));
            assertThat(proxy.heads()).singleElement().asString().startsWith("CONNECT model.test:443 HTTP/1.1\r\n");
            assertThat(server.heads().getFirst()).startsWith("POST /v1/chat/completions HTTP/1.1\r\n");
        }
    }

    private static void tunnel(RawServer.Exchange exchange, int port) throws IOException {
        exchange.send("HTTP/1.1 200 Connection established\r\n\r\n");
        try (Socket onward = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread.ofVirtual().start(() -> {
                try {
                    onward.getInputStream().transferTo(exchange.socket().getOutputStream());
                } catch (IOException e) {
                    // One side ended: so does the tunnel.
                }
            });
            exchange.socket().getInputStream().transferTo(onward.getOutputStream());
        }
    }

    @Test
    void aProxyMayRefuse() throws IOException {
        try (RawServer proxy = new RawServer(e -> e.respond("403 Forbidden", "no"))) {
            Outcome.Failed failed =
                    failure(ask("https://model.test/v1", Map.of("HTTPS_PROXY", "http://127.0.0.1:" + proxy.port())));
            assertThat(failed.category()).isEqualTo(FailureCategory.PROXY);
            assertThat(failed.message()).contains("403");
        }
    }
}
