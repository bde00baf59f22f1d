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

    /// Levenshtein distance, case ignored.
    private static int distance(String a, String b) {
        String left = a.toLowerCase(Locale.ROOT);
        String right = b.toLowerCase(Locale.ROOT);
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(Math.min(current[j - 1] + 1, previous[j] + 1), previous[j - 1] + change);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
