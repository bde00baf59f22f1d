package dev.goodput.runs.imports;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// The text of a file, unpacked when it is gzip or zstd by its first bytes, and without a UTF-8 byte order mark.
///
/// A read ends with an [ImportException] beyond what any result file holds: a packed file can be far larger than it
/// looks.
final class UnpackedFile extends FilterInputStream {
    private static final int BUFFER_BYTES = 1 << 16;
    /// Result files pack to a twentieth; gzip's limit is a thousandth, zstd has none.
    private static final long MAX_RATIO = 200;
    private static final long RATIO_COUNTS_FROM_BYTES = 64L << 20;

    private final Path file;
    private final long limit;
    private long count;

    private UnpackedFile(InputStream in, Path file, long limit) {
        super(in);
        this.file = file;
        this.limit = limit;
    }

    /// @param limit of bytes, unpacked
    /// @throws ImportException when it is no file, or not of UTF-8 text
    static InputStream open(Path file, long limit) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new ImportException(file + (Files.exists(file) ? ": not a regular file" : ": no such file"));
        }
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            byte[] magic = peek(raw);
            boolean gzip = starts(magic, 0x1f, 0x8b);
            boolean zstd = starts(magic, 0x28, 0xb5, 0x2f, 0xfd);
            if (!gzip && !zstd) {
                return text(raw, magic, file, limit);
            }
            InputStream unpacked = new BufferedInputStream(
                    gzip ? new GZIPInputStream(raw, BUFFER_BYTES) : new ZstdInputStream(raw), BUFFER_BYTES);
            long most = Math.max(Files.size(file) * MAX_RATIO, RATIO_COUNTS_FROM_BYTES);
            return text(unpacked, peek(unpacked), file, Math.min(limit, most));
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private static InputStream text(InputStream in, byte[] magic, Path file, long limit) throws IOException {
        if (starts(magic, 0xef, 0xbb, 0xbf)) {
            in.skipNBytes(3);
        }
        boolean marked = starts(magic, 0xff, 0xfe) || starts(magic, 0xfe, 0xff);
        boolean wide = magic.length > 1 && (magic[0] == 0) != (magic[1] == 0);
        if (marked || wide) {
            throw new ImportException(file + ": UTF-16 text; save it as UTF-8");
        }
        if (starts(magic, 'P', 'K', 3, 4)
                || starts(magic, 'B', 'Z', 'h')
                || starts(magic, 0xfd, '7', 'z', 'X')
                || starts(magic, '7', 'z', 0xbc, 0xaf)) {
            throw new ImportException(file + ": packed in another way than gzip or zstd; unpack it first");
        }
        return new UnpackedFile(in, file, limit);
    }

    private static byte[] peek(InputStream in) throws IOException {
        in.mark(4);
        byte[] magic = in.readNBytes(4);
        in.reset();
        return magic;
    }

    private static boolean starts(byte[] magic, int... bytes) {
        if (magic.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (magic[i] != (byte) bytes[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        counted(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int n = super.read(bytes, offset, length);
        counted(Math.max(n, 0));
        return n;
    }

    private void counted(int n) {
        count += n;
        if (count > limit) {
            throw new ImportException(file + ": unpacks to more than " + (limit >> 20)
                    + " MiB, beyond what a result file of its size holds");
        }
    }
}
