package dev.goodput.core.gate;

import dev.goodput.core.stat.Confidence;
import dev.goodput.core.stat.Dependence;
import dev.goodput.core.stat.GoodSeries;
import dev.goodput.core.stat.GoodShare;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// What became of requests in the order of the schedule, each for itself: good or not under some rule, or open.
final class Fates {
    private final List<Round> rounds = new ArrayList<>();
    private int lastRound = -1;

    private static final class Round {
        private final List<Boolean> atWorst = new ArrayList<>();
        private final List<Boolean> atBest = new ArrayList<>();
    }

    /// Adds the next request of the schedule.
    void add(int round, boolean good) {
        add(round, good, good);
    }

    /// Adds a request whose fate is open: bad where PASS is claimed, good where FAIL is.
    void addOpen(int round) {
        add(round, false, true);
    }

    /// Adds `count` open ones to the last round.
    void addOpenAtEnd(long count) {
        for (long i = 0; i < count; i++) {
            addOpen(Math.max(lastRound, 0));
        }
    }

    private void add(int round, boolean atWorst, boolean atBest) {
        if (round != lastRound) {
            rounds.add(new Round());
            lastRound = round;
        }
        rounds.getLast().atWorst.add(atWorst);
        rounds.getLast().atBest.add(atBest);
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    GoodSeries atWorst() {
        return GoodSeries.ofRounds(
                rounds.stream().map(round -> array(round.atWorst)).toList());
    }

    GoodSeries atBest() {
        return GoodSeries.ofRounds(
                rounds.stream().map(round -> array(round.atBest)).toList());
    }

    GoodShare judge(BigDecimal target, Confidence pass, Confidence fail, Dependence dependence) {
        return GoodShare.judge(atWorst(), atBest(), target, pass, fail, dependence);
    }

    private static boolean[] array(List<Boolean> values) {
        boolean[] array = new boolean[values.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = values.get(i);
        }
        return array;
    }
}
