package dev.goodput.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Cuts bytes into pieces.
final class Pieces {
    private Pieces() {}

    /// Pieces of a size; the last may be shorter.
    static List<byte[]> ofSize(byte[] bytes, long size) {
        List<byte[]> pieces = new ArrayList<>();
        for (long from = 0; from < bytes.length; from += size) {
            pieces.add(Arrays.copyOfRange(bytes, (int) from, (int) Math.min(bytes.length, from + size)));
        }
        return pieces;
    }

    /// Two pieces, parted inside the first character of several bytes; one if there is none.
    static List<byte[]> insideCharacter(byte[] utf8) {
        for (int i = 0; i < utf8.length; i++) {
            // The first byte of such a character has its two highest bits set.
            if ((utf8[i] & 0xC0) == 0xC0) {
                return List.of(Arrays.copyOf(utf8, i + 1), Arrays.copyOfRange(utf8, i + 1, utf8.length));
            }
        }
        return List.of(utf8);
    }
}
