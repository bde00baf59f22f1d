package dev.goodput.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// A chat endpoint that shares its time among the requests in flight: the first token comes after so much time for each
/// of them. What a real one does when its batch fills, without a GPU.
final class QueueingEndpoint implements AutoCloseable {
    static final int OUTPUT_TOKENS = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Duration each;

    /// @param each time to the first token for each request in flight
    QueueingEndpoint(Duration each) {
        this.each = each;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        int sharing = inFlight.incrementAndGet();
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            LockSupport.parkNanos(each.multipliedBy(sharing).toNanos());
            exchange.getResponseHeaders().add("content-type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < OUTPUT_TOKENS; i++) {
                    event(out, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}");
                }
                event(out, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}");
                event(
                        out,
                        "{\"choices\":[],\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":" + OUTPUT_TOKENS
                                + ",\"total_tokens\":" + (8 + OUTPUT_TOKENS) + "}}");
                event(out, "[DONE]");
            }
        } finally {
            inFlight.decrementAndGet();
        }
    }

    private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
