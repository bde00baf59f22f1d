package dev.goodput.core.slo;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// The known word nearest to a mistyped one.
public final class Suggestions {
    private Suggestions() {}

    /// The candidate with the fewest edits to `word`, if those are at most half of the word; else one that the word
    /// begins (`itl` for `itl_max`) or that begins the word (`seconds` for `s`), the longest first.
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(candidate -> distance(word, candidate) <= word.length() / 2)
                .or(() -> candidates.stream()
                        .filter(candidate -> candidate.startsWith(word) || word.startsWith(candidate))
                        .filter(candidate -> word.length() > 1)
                        .max(Comparator.comparingInt(String::length)));
    }

    /// Edits (insert, delete, change, swap of neighbours) from one word to the other, case ignored: the "optimal string
    /// alignment" distance, so that `tftt` is nearer to `ttft` than to `tpot`.
    private static int distance(String a, String b) {
        String left = a.toLowerCase(Locale.ROOT);
        String right = b.toLowerCase(Locale.ROOT);
        int[][] edits = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                edits[i][j] =
                        Math.min(Math.min(edits[i][j - 1] + 1, edits[i - 1][j] + 1), edits[i - 1][j - 1] + change);
                boolean swapped = i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1);
                if (swapped) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[left.length()][right.length()];
    }
}
