package dev.goodput.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A socket that says exactly what it is told and shows exactly what came back.
final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawConnection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        this.in = new BufferedInputStream(socket.getInputStream());
        // So that a broken server fails a test instead of hanging it.
        socket.setSoTimeout(30_000);
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    void post(String path, String body, String... headers) throws IOException {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: test\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        send(request + "Content-Length: " + length + "\r\n\r\n" + body);
    }

    /// Everything up to and including `end`, or up to the end of the connection; a byte a character.
    String readUntil(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        readInto(text, end);
        return text.toString();
    }

    /// The same, with what came before an exception kept.
    void readInto(StringBuilder text, String end) throws IOException {
        while (text.indexOf(end, Math.max(0, text.length() - end.length())) < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
    }

    /// How long a read waits at most.
    void timeoutMs(int ms) throws IOException {
        socket.setSoTimeout(ms);
    }

    /// So many bytes, each a character.
    String readLatin1(int count) throws IOException {
        return new String(in.readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    String readChars(int count) throws IOException {
        return new String(in.readNBytes(count), StandardCharsets.UTF_8);
    }

    /// Whether the server has closed the connection; waits until it has or something comes.
    boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
