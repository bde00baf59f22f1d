package dev.goodput.server.fault;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/// What goes wrong with one request.
public final class Faults {
    /// Nothing.
    public static final Faults NONE = new Faults(Map.of(), Map.of(), 0);

    private final Map<FaultWord, Long> numbers;
    private final Map<FaultWord, String> texts;
    private final double rank;

    private Faults(Map<FaultWord, Long> numbers, Map<FaultWord, String> texts, double rank) {
        this.numbers = numbers;
        this.texts = texts;
        this.rank = rank;
    }

    /// Collects faults; what comes later takes the place of what came before.
    static final class Builder {
        private final Map<FaultWord, Long> numbers = new EnumMap<>(FaultWord.class);
        private final Map<FaultWord, String> texts = new EnumMap<>(FaultWord.class);

        void put(FaultWord word, long number) {
            numbers.put(word, number);
        }

        void put(FaultWord word, String text) {
            texts.put(word, text);
        }

        void putAll(Faults faults) {
            numbers.putAll(faults.numbers);
            texts.putAll(faults.texts);
        }

        /// @param rank what is left to chance, 0 to below 1
        Faults build(double rank) {
            return numbers.isEmpty() && texts.isEmpty() ? NONE : new Faults(numbers, texts, rank);
        }
    }

    public boolean isEmpty() {
        return numbers.isEmpty() && texts.isEmpty();
    }

    public boolean has(FaultWord word) {
        return numbers.containsKey(word) || texts.containsKey(word);
    }

    /// The number that a word was given (a time in nanoseconds, a rate in bytes a second), if it was
    /// said.
    public OptionalLong number(FaultWord word) {
        Long number = numbers.get(word);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /// The time that a word was given in nanoseconds, 0 if it was not said.
    public long timeNs(FaultWord word) {
        return number(word).orElse(0);
    }

    /// A count of tokens after which something happens, or -1 for never.
    public long tokens(FaultWord word) {
        return number(word).orElse(-1);
    }

    /// The choice or URL that a word was given, empty if it was not said.
    public String text(FaultWord word) {
        return texts.getOrDefault(word, "");
    }

    /// After how many tokens the stall comes, 1 to `tokens` − 1 where it was left open; -1 for never.
    public long stallAfter(int tokens) {
        if (!has(FaultWord.STALL)) {
            return -1;
        }
        return number(FaultWord.STALL_AFTER).orElse(1 + (long) (rank * Math.max(1, tokens - 1)));
    }
}
