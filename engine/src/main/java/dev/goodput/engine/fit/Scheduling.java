package dev.goodput.engine.fit;

import dev.goodput.engine.cost.StepLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What each step of a run computed, by replaying the scheduler's rule over the steps that were seen:
/// every request that generates takes one token of the budget, and prompts, first come first served,
/// take what is left.
///
/// @param loads one a step
/// @param misfits prompts that the steps between their arrival and their first token had no room for
record Scheduling(Rule rule, List<StepLoad> loads, int misfits) {

    /// No front end takes longer.
    private static final double CERTAINLY_SEEN_NS = 100e6;

    /// Steps that left waiting prompts alone: with fewer it may be chance.
    private static final int LEAST_IDLE = 30;

    /// The rule.
    ///
    /// @param chunked whether a prompt is split over steps; if not, the step of its first token
    ///     computes all of it
    /// @param budget tokens a step at most
    record Rule(boolean chunked, int budget) {}

    /// @param frontEndNs from a request's start until the engine may see it
    static Scheduling of(List<ServedRequest> requests, RecoveredSteps steps, Rule rule, double frontEndNs) {
        List<StepLoad> loads = new ArrayList<>(steps.count());
        for (int k = 0; k < steps.count(); k++) {
            loads.add(new StepLoad());
        }
        for (int i = 0; i < requests.size(); i++) {
            ServedRequest request = requests.get(i);
            for (int k = 1; k < request.outputTokens(); k++) {
                // The step that gives token k + 1 computes token k, the last that the cache does not
                // hold.
                loads.get(steps.firstStep()[i] + k).addDecode(request.promptTokens() + k - 1, 1);
            }
        }
        int[] free = loads.stream()
                .mapToInt(load -> Math.max(rule.budget() - load.decodes(), 0))
                .toArray();
        int[] order = IntStream.range(0, requests.size())
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> steps.firstStep()[i])
                        .thenComparingDouble(i -> requests.get(i).startNs()))
                .mapToInt(Integer::intValue)
                .toArray();
        int misfits = 0;
        for (int i : order) {
            ServedRequest request = requests.get(i);
            int last = steps.firstStep()[i];
            int need = request.promptTokens() - request.cachedTokens();
            int earliest = earliest(request, last, steps, frontEndNs, loads);
            int[] chunks = rule.chunked() ? chunks(need, last, earliest, free) : new int[] {need};
            place(request, last, chunks, loads, free);
            boolean unseen = loads.get(earliest).decodes() == 0;
            misfits += Arrays.stream(chunks).sum() < need && !unseen ? 1 : 0;
        }
        return new Scheduling(rule, loads, misfits);
    }

    /// Requests in the batch at most, where that was seen to bind: in many steps with the most
    /// generating requests of all none of the budget was used for prompts, though some were waiting. 0
    /// where it was not.
    int fullBatch(List<ServedRequest> requests, RecoveredSteps steps) {
        int most = loads.stream().mapToInt(StepLoad::decodes).max().orElse(0);
        boolean[] waiting = new boolean[steps.count()];
        for (int i = 0; i < requests.size(); i++) {
            double seenNs = requests.get(i).startNs() + CERTAINLY_SEEN_NS;
            for (int k = steps.firstStep()[i] - 1; k > 0 && steps.endNs()[k - 1] >= seenNs; k--) {
                waiting[k] = true;
            }
        }
        int idle = 0;
        for (int k = 0; k < waiting.length; k++) {
            boolean full = loads.get(k).decodes() == most && loads.get(k).prefills() == 0;
            idle += waiting[k] && full ? 1 : 0;
        }
        return idle >= LEAST_IDLE ? most : 0;
    }

    /// The first step that can have computed a part of the prompt: that began when the engine could see
    /// it, and is seen itself. Where nobody generates there may be steps before that gave no token.
    private static int earliest(
            ServedRequest request, int last, RecoveredSteps steps, double frontEndNs, List<StepLoad> loads) {
        int first = last;
        while (loads.get(first).decodes() > 0
                && first > 0
                && steps.endNs()[first - 1] >= request.startNs() + frontEndNs) {
            first--;
        }
        return first;
    }

    /// How the prompt was split, the last part last: from the earliest step on from which it is done in
    /// the last one and not before. Without room for all of it, what is left over was computed in steps
    /// that nobody saw.
    private static int[] chunks(int need, int last, int earliest, int[] free) {
        int from = last;
        int room = free[last];
        while (from > earliest && room < need) {
            from--;
            room += free[from];
        }
        // An earlier beginning with a remnant of a step's budget is the scheduler's choice, if it ends
        // no sooner.
        while (from > earliest && room - free[last] + free[from - 1] < need) {
            from--;
            room += free[from];
        }
        int[] chunks = new int[last - from + 1];
        int left = Math.min(need, room);
        for (int k = from; k <= last; k++) {
            chunks[k - from] = Math.min(left, free[k]);
            left -= chunks[k - from];
        }
        return chunks;
    }

    private static void place(ServedRequest request, int last, int[] chunks, List<StepLoad> loads, int[] free) {
        int computed = request.promptTokens() - Arrays.stream(chunks).sum();
        int from = last - chunks.length + 1;
        for (int k = 0; k < chunks.length; k++) {
            if (chunks[k] > 0) {
                int step = from + k;
                loads.get(step).addPrefill(computed, chunks[k], step == last);
                free[step] = Math.max(free[step] - chunks[k], 0);
                computed += chunks[k];
            }
        }
    }
}
