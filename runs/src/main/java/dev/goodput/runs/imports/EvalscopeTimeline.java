package dev.goodput.runs.imports;

import java.util.List;

/// Token counts over time as evalscope adds them up: a point a completed request, in the order in which the tool took
/// them in, from the start of the first of them.
final class EvalscopeTimeline {

    /// What is counted.
    enum Count {
        PROMPT,
        COMPLETION
    }

    private final double[] atS;
    private final long[] prompt;
    private final long[] completion;

    private EvalscopeTimeline(int points) {
        atS = new double[points];
        prompt = new long[points];
        completion = new long[points];
    }

    static EvalscopeTimeline of(EvalscopeRows rows) {
        List<EvalscopeRows.Row> counted = rows.successes()
                .filter(row -> row.endS() > 0 && row.endS() >= row.startS())
                .toList();
        EvalscopeTimeline timeline = new EvalscopeTimeline(counted.size());
        long prompts = 0;
        long completions = 0;
        for (int i = 0; i < counted.size(); i++) {
            EvalscopeRows.Row row = counted.get(i);
            prompts += Math.max(row.promptTokens(), 0);
            completions += Math.max(row.outputTokens(), 0);
            timeline.atS[i] = row.endS() - counted.getFirst().startS();
            timeline.prompt[i] = prompts;
            timeline.completion[i] = completions;
        }
        return timeline;
    }

    int size() {
        return atS.length;
    }

    double atS(int i) {
        return atS[i];
    }

    long cumulative(Count count, int i) {
        return switch (count) {
            case PROMPT -> prompt[i];
            case COMPLETION -> completion[i];
        };
    }

    double wallS() {
        return atS.length == 0 ? 0 : Math.max(atS[atS.length - 1], 0);
    }

    double overall(Count count) {
        return rate(count, 0, 0);
    }

    /// The tail of the run; the whole run where it is shorter than the window.
    double lastWindow(Count count, double windowS) {
        return size() == 0 || !(windowS > 0) ? 0 : wallS() <= windowS ? overall(count) : from(count, wallS() - windowS);
    }

    /// Without the first part of the run.
    double steadyState(Count count, double warmupShare) {
        if (size() == 0 || wallS() <= 0 || !(warmupShare > 0)) {
            return overall(count);
        }
        return anchor(wallS() * warmupShare) == size() - 1 ? overall(count) : from(count, wallS() * warmupShare);
    }

    private double from(Count count, double targetS) {
        int anchor = anchor(targetS);
        return rate(count, atS[anchor], cumulative(count, anchor));
    }

    /// The latest point up to a time, or the first.
    private int anchor(double targetS) {
        int chosen = 0;
        while (chosen + 1 < size() && atS[chosen + 1] <= targetS) {
            chosen++;
        }
        return targetS <= atS[0] ? 0 : chosen;
    }

    private double rate(Count count, double fromS, long before) {
        if (size() == 0) {
            return 0;
        }
        double spanS = atS[size() - 1] - fromS;
        return spanS <= 0 ? 0 : (cumulative(count, size() - 1) - before) / spanS;
    }
}
