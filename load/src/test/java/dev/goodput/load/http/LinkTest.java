package dev.goodput.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.RequestTrace;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both kinds of link carry the same bytes, however many and however they end.
class LinkTest {
    private static final Limits LIMITS = new Limits(seconds(20), seconds(20), seconds(20), seconds(20));

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    /// A server for one connection and one request, which it hands to the script read to its end.
    private record OneShot(ServerSocket listener, CompletableFuture<byte[]> request) implements AutoCloseable {
        static OneShot answering(byte[] answer, int requestBytes) throws IOException {
            OneShot server =
                    new OneShot(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()), new CompletableFuture<>());
            Thread.ofVirtual().start(() -> server.serve(answer, requestBytes));
            return server;
        }

        private void serve(byte[] answer, int requestBytes) {
            try (Socket socket = listener.accept()) {
                InputStream in = socket.getInputStream();
                request.complete(in.readNBytes(requestBytes));
                socket.getOutputStream().write(answer);
            } catch (IOException e) {
                request.completeExceptionally(e);
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private static RequestTrace ask(OneShot server, byte[] request, boolean epoll, Consumer<Transport> beforeClose)
            throws Exception {
        assumeTrue(!epoll || Epoll.isAvailable());
        Origin origin = Origin.resolve(false, "127.0.0.1", server.listener().getLocalPort(), null);
        CompletableFuture<RequestTrace> ended = new CompletableFuture<>();
        try (Transport transport = new Transport(origin, LIMITS, 1, epoll)) {
            transport.epoch(System.nanoTime());
            transport.start(
                    new Call(0, "id", new Asked(1, 1, null), request, 0, 0, call -> ended.complete(call.trace())));
            RequestTrace trace = ended.get(60, TimeUnit.SECONDS);
            beforeClose.accept(transport);
            return trace;
        }
    }

    private static byte[] answerOf(int chunks) {
        // Without a length or chunks of its own, the answer ends when the connection does.
        StringBuilder text = new StringBuilder("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
        for (int i = 0; i < chunks; i++) {
            text.append("data: {\"choices\":[{\"delta\":{\"content\":\"word\"},\"finish_reason\":null}]}\n\n");
        }
        text.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
        return text.toString().getBytes(US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequestLargerThanAnySocketBufferGoesOutWhole(boolean epoll) throws Exception {
        byte[] request = new byte[32 << 20];
        for (int i = 0; i < request.length; i++) {
            request[i] = (byte) (i * 31 + (i >> 13));
        }
        byte[] copy = request.clone();
        try (OneShot server = OneShot.answering(answerOf(1), request.length)) {
            RequestTrace trace = ask(server, request, epoll, _ -> {});
            assertThat(trace.isCompleted()).as(trace.outcome().toString()).isTrue();
            assertThat(server.request().get()).isEqualTo(copy);
            assertThat(trace.timeline().sendEndNs())
                    .isBetween(trace.timeline().sendStartNs(), trace.timeline().headNs());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerThatComesInOneFloodIsReadToItsEnd(boolean epoll) throws Exception {
        int chunks = 100_000;
        byte[] request = "GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1);
        try (OneShot server = OneShot.answering(answerOf(chunks), request.length)) {
            RequestTrace trace = ask(server, request, epoll, _ -> {});
            assertThat(trace.isCompleted()).as(trace.outcome().toString()).isTrue();
            assertThat(trace.chunks().size()).isEqualTo(chunks + 1);
        }
    }

    @Test
    void aLoopThatWasHeldUpIsSeenToBeLate() throws Exception {
        long heldNs = Duration.ofMillis(200).toNanos();
        // The heartbeat that falls into the hold-up begins at most two periods before it ends unnoticed.
        long leastNs = heldNs / 2;
        byte[] request = "GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1);
        try (OneShot server = OneShot.answering(answerOf(1), request.length)) {
            ask(server, request, Epoll.isAvailable(), transport -> {
                transport.later(() -> LockSupport.parkNanos(heldNs), 0);
                long until = System.nanoTime() + seconds(20);
                long seenNs = 0;
                while (seenNs < leastNs && System.nanoTime() < until) {
                    seenNs = transport.counts().lag().maxNs();
                }
                assertThat(seenNs).isGreaterThanOrEqualTo(leastNs);
            });
        }
    }
}
