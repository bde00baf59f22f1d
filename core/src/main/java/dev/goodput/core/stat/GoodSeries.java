package dev.goodput.core.stat;

import java.util.Arrays;
import java.util.List;

/// Which requests were good, in schedule order, and where rounds separated by idle time begin. Kept as bits,
/// one a request, so that neighbours at any distance are compared 64 at a time.
public final class GoodSeries {
    private final List<Bits> rounds;
    private final int size;
    private final int misses;

    private GoodSeries(List<Bits> rounds) {
        this.rounds = rounds;
        this.size = rounds.stream().mapToInt(Bits::length).sum();
        this.misses = rounds.stream().mapToInt(Bits::count).sum();
        if (size == 0) {
            throw new IllegalArgumentException("a series of good requests needs at least one request");
        }
    }

    /// One run without a pause.
    public static GoodSeries of(boolean... good) {
        return new GoodSeries(List.of(Bits.falseOf(good)));
    }

    /// Rounds with idle time between them: what happened in one does not reach into the next.
    ///
    /// @param rounds each in schedule order, none empty
    public static GoodSeries ofRounds(List<boolean[]> rounds) {
        if (rounds.stream().anyMatch(round -> round.length == 0)) {
            throw new IllegalArgumentException("a round without a request");
        }
        return new GoodSeries(rounds.stream().map(Bits::falseOf).toList());
    }

    public int size() {
        return size;
    }

    public int good() {
        return size - misses;
    }

    public int misses() {
        return misses;
    }

    /// How many rounds; 1 for a run without a pause.
    public int rounds() {
        return rounds.size();
    }

    /// The number of unbroken stretches of misses; a stretch ends with its round.
    public int missStretches() {
        return rounds.stream().mapToInt(Bits::stretches).sum();
    }

    /// The first `n` requests, with the rounds that they reach into.
    public GoodSeries first(int n) {
        if (n < 1 || n > size) {
            throw new IllegalArgumentException("no first " + n + " of " + size + " requests");
        }
        int left = n;
        Bits[] kept = new Bits[rounds.size()];
        int count = 0;
        for (int r = 0; left > 0; r++) {
            Bits round = rounds.get(r);
            kept[count++] = left >= round.length() ? round : round.first(left);
            left -= round.length();
        }
        return new GoodSeries(List.of(Arrays.copyOf(kept, count)));
    }

    /// The good requests of each round.
    long[] goodPerRound() {
        return rounds.stream()
                .mapToLong(round -> round.length() - round.count())
                .toArray();
    }

    /// The requests of each round.
    long[] requestsPerRound() {
        return rounds.stream().mapToLong(Bits::length).toArray();
    }

    /// The bits of each round, set where a request missed.
    List<Bits> missed() {
        return rounds;
    }
}
