package dev.goodput.core.gate;

import dev.goodput.core.slo.Judgement;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.stat.Decision;
import dev.goodput.core.stat.GoodSeries;
import dev.goodput.core.stat.SequentialPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Ends a run as soon as its answer is certain: looks at the first requests of the schedule now and then, with bounds
/// that make all looks together err no more often than one look at the end would ([SequentialPlan]).
///
/// It decides in the order of the schedule: fast requests complete first, so the order of completion would be biased
/// towards PASS. Judgements may be added in any order; only those before the first that is still missing count.
public final class EarlyStop {
    private final SequentialPlan plan;
    private final Slo slo;
    private final Map<Long, Judgement> waiting = new HashMap<>();
    private final List<Judgement> inOrder = new ArrayList<>();
    private long next;
    private Decision decision = Decision.INCONCLUSIVE;
    private boolean hopeless;
    private int stoppedAfter;

    /// @param mostRequests how many requests the run has if it is not ended early
    public EarlyStop(long mostRequests, Slo slo) {
        this.plan = SequentialPlan.of(mostRequests, slo.target(), slo.confidence());
        this.slo = slo;
    }

    /// Takes note of a request.
    ///
    /// @return whether the run may end
    public boolean add(Judgement judgement) {
        waiting.put(judgement.trace().index(), judgement);
        for (Judgement resolved = waiting.remove(next); resolved != null; resolved = waiting.remove(next)) {
            next++;
            if (resolved.result() != Judgement.Result.EXCLUDED && !isOver()) {
                inOrder.add(resolved);
                look();
            }
        }
        return isOver();
    }

    private void look() {
        OptionalInt look = plan.lookAt(inOrder.size());
        if (look.isEmpty() || decision != Decision.INCONCLUSIVE) {
            return;
        }
        Fates fates = GoodFates.of(inOrder);
        GoodSeries atBest = fates.atBest();
        decision = plan.at(look.getAsInt(), fates.atWorst(), atBest, slo.dependence());
        hopeless = decision == Decision.INCONCLUSIVE
                && plan.passImpossible(atBest.misses())
                && 2L * inOrder.size() >= plan.maxRequests();
        if (isOver()) {
            stoppedAfter = inOrder.size();
        }
    }

    /// Further objectives go on after the target is reached; a single one that is missed is enough.
    private boolean isOver() {
        return switch (decision) {
            case PASS -> slo.objectives().isEmpty();
            case FAIL -> true;
            case INCONCLUSIVE -> hopeless;
        };
    }

    /// What the first look with an answer showed, INCONCLUSIVE before it.
    public Decision decision() {
        return decision;
    }

    /// Whether so many requests missed that no further ones could bring a PASS. A run like that goes on to half of its
    /// length: most often it comes to a FAIL, which says more.
    public boolean isHopeless() {
        return hopeless;
    }

    /// After how many requests the answer was certain; 0 while it is not.
    public int stoppedAfter() {
        return stoppedAfter;
    }

    /// How many requests the run was to have at most.
    public long mostRequests() {
        return plan.maxRequests();
    }
}
