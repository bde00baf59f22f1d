package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Mistakes and broken endpoints: one clear line, the right exit code, never a stack trace.
class BadInputTest {
    @TempDir
    Path temp;

    private static void assertOneLine(Goodput.Result result, int exitCode, String... words) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(exitCode);
        String last = result.err().lines().reduce("", (_, line) -> line);
        assertThat(last).startsWith("goodput: ").contains(words);
        assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    private Goodput.Result run(String url, String... more) {
        String[] args = new String[more.length + 9];
        System.arraycopy(
                new String[] {"run", "--url", url, "--model", "m", "--concurrency", "2", "--requests", "6"},
                0,
                args,
                0,
                9);
        System.arraycopy(more, 0, args, 9, more.length);
        return Goodput.run(args);
    }

    @Test
    void nothingListens() throws IOException {
        int port;
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertOneLine(run("http://127.0.0.1:" + port + "/v1"), 5, "nothing listens", "connection refused");
    }

    @ParameterizedTest
    @CsvSource({
        "401, application/json, {\"error\":{\"message\":\"no key\"}}, 401",
        "404, application/json, {\"error\":{\"message\":\"model not found\"}}, 404",
        "429, application/json, {\"error\":{\"message\":\"slow down\"}}, 429",
        "500, text/plain, Internal Server Error, 500",
        "200, text/html, <html><b>hello</b></html>, a web page",
        "200, application/json, {\"choices\":[]}, without streaming"
    })
    void anEndpointThatAnswersSomethingElse(int status, String type, String body, String word) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", type);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
            assertOneLine(run(url), 5, word);

            Path out = temp.resolve("unchecked");
            Goodput.Result measured = run(url, "--no-preflight", "--slo", "ttft<=1s", "--out", out.toString());
            assertThat(measured.exitCode()).as(measured.out() + measured.err()).isEqualTo(5);
            assertThat(Files.readAllLines(out.resolve("traces.jsonl"))).hasSize(6);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServerThatNeverAnswers() throws IOException {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertOneLine(
                    run("http://127.0.0.1:" + socket.getLocalPort() + "/v1", "--first-byte-timeout", "300ms"),
                    5,
                    "sent nothing");
        }
    }

    @Test
    void wrongUsage() throws IOException {
        assertOneLine(Goodput.run("run", "--model", "m"), 2, "--url");
        assertOneLine(Goodput.run("frobnicate"), 2, "frobnicate");
        assertOneLine(run("http://127.0.0.1:1/v1", "--slo", "tftt<=1s"), 2, "'tftt'", "did you mean 'ttft'");
        assertOneLine(
                run("http://127.0.0.1:1/v1", "--slo", temp.resolve("no.yaml").toString()), 2, "no.yaml");
        Path slo = Files.writeString(temp.resolve("slo.yaml"), "constraints:\n  - ttft <= 1s\n  - tpott <= 1ms\n");
        assertOneLine(run("http://127.0.0.1:1/v1", "--slo", slo.toString()), 2, "slo.yaml line 3", "'tpot'");
        assertOneLine(Goodput.run("gate", temp.toString(), "--slo", "ttft<=1s"), 2, "run.json");
        Path file = Files.writeString(temp.resolve("file"), "");
        assertOneLine(
                Goodput.run(
                        "simulate",
                        "--requests",
                        "5",
                        "--out",
                        file.resolve("x").toString()),
                2,
                "cannot write");
    }
}
