package dev.goodput.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback that reads HTTP requests and answers with whatever bytes a script writes.
public final class RawServer implements AutoCloseable {
    /// Answers one request.
    public interface Script {
        void answer(Exchange exchange) throws IOException;
    }

    /// One request and the socket to answer it on.
    ///
    /// @param number of the request, from 0, in order of arrival
    public record Exchange(int number, Socket socket, String head, String body) {
        public Exchange send(String text) throws IOException {
            return send(text.getBytes(UTF_8));
        }

        public Exchange send(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
            return this;
        }

        /// A response with a length.
        public void respond(String statusAndFields, String text) throws IOException {
            send("HTTP/1.1 " + statusAndFields + "\r\ncontent-length: " + text.getBytes(UTF_8).length + "\r\n\r\n"
                    + text);
        }

        /// The head of a chunked event stream.
        public Exchange startStream() throws IOException {
            return send(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n");
        }

        /// One event, in a chunk of its own.
        public Exchange event(String data) throws IOException {
            return chunk("data: " + data + "\n\n");
        }

        public Exchange chunk(String text) throws IOException {
            return send(Integer.toHexString(text.getBytes(UTF_8).length) + "\r\n" + text + "\r\n");
        }

        public void endStream() throws IOException {
            send("0\r\n\r\n");
        }

        /// A whole answer of `tokens` chunks, with usage.
        public void stream(int tokens) throws IOException {
            startStream();
            for (int i = 0; i < tokens; i++) {
                event(content(" w", i == tokens - 1 ? "\"length\"" : "null"));
            }
            event("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + tokens + "}}");
            event("[DONE]");
            endStream();
        }

        /// Sends a reset instead of a FIN.
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /// Reads until the client goes away.
        public void hang() throws IOException {
            while (socket.getInputStream().read() >= 0) {
                // Only the end matters.
            }
        }
    }

    private final ServerSocket listener;
    private final Script script;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    public RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()), script);
    }

    public RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    public static String content(String text, String finishReason) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"},\"finish_reason\":" + finishReason
                + "}]}";
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    /// Request heads in order of arrival.
    public List<String> heads() {
        return heads;
    }

    public List<String> bodies() {
        return bodies;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or a client that failed its TLS handshake: the next one is served.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                String body = new String(in.readNBytes(contentLength(head)), UTF_8);
                heads.add(head);
                bodies.add(body);
                script.answer(new Exchange(requests.getAndIncrement(), socket, head, body));
            }
        } catch (IOException e) {
            // The client went away, or the script closed the socket.
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            head.write(b);
        }
        return head.toString(ISO_8859_1);
    }

    private static int contentLength(String head) {
        return head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .map(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (SocketException e) {
                // Gone already.
            }
        }
    }
}
