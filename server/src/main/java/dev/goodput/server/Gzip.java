package dev.goodput.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Compresses a body so that each piece of it can be read when it arrives.
final class Gzip {
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final GZIPOutputStream out;

    Gzip() {
        try {
            this.out = new GZIPOutputStream(compressed, true);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    /// The bytes that carry this piece.
    byte[] piece(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return taken();
    }

    /// The bytes that end the body.
    byte[] trailer() {
        close();
        return taken();
    }

    /// A body in one piece.
    byte[] whole(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return trailer();
    }

    /// Gives back what it holds outside the heap.
    void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    private byte[] taken() {
        byte[] bytes = compressed.toByteArray();
        compressed.reset();
        return bytes;
    }
}
