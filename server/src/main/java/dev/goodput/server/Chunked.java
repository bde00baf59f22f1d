package dev.goodput.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/// Chunks of an HTTP/1.1 body, ready for the socket.
final class Chunked {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private Chunked() {}

    /// One chunk of three parts, at least one byte in all.
    static ByteBuf chunk(ByteBufAllocator allocator, byte[] a, byte[] b, byte[] c) {
        int length = a.length + b.length + c.length;
        ByteBuf buffer = allocator.directBuffer(length + 12);
        int digits = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 3) / 4;
        for (int digit = digits - 1; digit >= 0; digit--) {
            buffer.writeByte(HEX[length >>> (4 * digit) & 15]);
        }
        return buffer.writeBytes(CRLF).writeBytes(a).writeBytes(b).writeBytes(c).writeBytes(CRLF);
    }
}
