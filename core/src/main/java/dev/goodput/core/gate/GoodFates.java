package dev.goodput.core.gate;

import dev.goodput.core.slo.Judgement;
import java.util.List;

/// Which requests were good, in the order of the schedule.
final class GoodFates {
    private GoodFates() {}

    static Fates of(List<Judgement> judgements) {
        Fates fates = new Fates();
        for (Judgement judgement : judgements) {
            int round = judgement.trace().asked().round();
            switch (judgement.result()) {
                case GOOD -> fates.add(round, true);
                case MISSED, FAILED -> fates.add(round, false);
                case UNRESOLVED -> fates.addOpen(round);
                case EXCLUDED -> {
                    // Not of the total.
                }
            }
        }
        return fates;
    }
}
