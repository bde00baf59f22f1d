package dev.goodput.server.fault;

import java.util.List;
import java.util.SplittableRandom;

/// What goes wrong with a server, and when. Chance decides by the seed and by how many requests came
/// before: the same seed gives the n-th request the same faults.
public final class FaultSchedule {
    /// Nothing, unless a request asks for it.
    public static final FaultSchedule NONE = new FaultSchedule(List.of(), 0);

    /// The rule number under which the header of a request is drawn.
    private static final int HEADER = -1;

    private final List<FaultRule> rules;
    private final long seed;

    private FaultSchedule(List<FaultRule> rules, long seed) {
        this.rules = rules;
        this.seed = seed;
    }

    /// Reads what stands on the command line, an entry for each time it was said.
    ///
    /// @throws FaultException when it cannot be understood
    public static FaultSchedule parse(List<String> texts, long seed) {
        return new FaultSchedule(
                texts.stream()
                        .flatMap(text -> FaultParser.ofServer(text).stream())
                        .toList(),
                seed);
    }

    /// A pause of the whole server that comes again and again.
    ///
    /// @param periodNs the first comes after so long
    public record Pause(long periodNs, long pauseNs) {}

    public List<Pause> pauses() {
        return rules.stream()
                .filter(FaultRule::isPeriodicPause)
                .map(rule -> new Pause(rule.periodNs(), rule.faults().timeNs(FaultWord.PAUSE)))
                .toList();
    }

    /// Until when the server says that it is starting.
    public long readyNs() {
        return rules.stream()
                .mapToLong(rule -> rule.faults().timeNs(FaultWord.STARTING))
                .max()
                .orElse(0);
    }

    /// Whether a new connection is refused.
    ///
    /// @param index how many connections came before
    public boolean refuses(long index, long nowNs) {
        for (int rule = 0; rule < rules.size(); rule++) {
            if (rules.get(rule).faults().has(FaultWord.REFUSE)
                    && rules.get(rule).applies(index, nowNs, rank(rule, index))) {
                return true;
            }
        }
        return false;
    }

    /// The faults of a request. Where two rules use one word, the later counts, and the request's own
    /// most.
    ///
    /// @param index how many requests came before
    /// @param header what the request asks for itself, empty for nothing
    /// @throws FaultException when the header cannot be understood
    public Faults of(long index, long nowNs, String header) {
        if (rules.isEmpty() && header.isEmpty()) {
            return Faults.NONE;
        }
        Faults.Builder all = new Faults.Builder();
        for (int rule = 0; rule < rules.size(); rule++) {
            add(all, rules.get(rule), rule, index, nowNs);
        }
        if (!header.isEmpty()) {
            List<FaultRule> own = FaultParser.ofRequest(header);
            for (int rule = 0; rule < own.size(); rule++) {
                add(all, own.get(rule), HEADER - rule, index, nowNs);
            }
        }
        return all.build(rank(rules.size(), index));
    }

    private void add(Faults.Builder all, FaultRule rule, int number, long index, long nowNs) {
        if (!rule.faults().has(FaultWord.REFUSE)
                && !rule.faults().has(FaultWord.STARTING)
                && rule.applies(index, nowNs, rank(number, index))) {
            all.putAll(rule.faults());
        }
    }

    /// A number from 0 to below 1 for a rule and a request, independent of all others.
    private double rank(int rule, long index) {
        return new SplittableRandom(new SplittableRandom(seed + 1_000_003L * rule).nextLong() + index).nextDouble();
    }
}
