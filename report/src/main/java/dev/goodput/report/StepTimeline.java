package dev.goodput.report;

import dev.goodput.core.trace.EngineStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps by stretches of time, for drawing. There are never more stretches than [#MOST]: when the steps
/// outrun them, two neighbours become one. A stretch knows the mean and the most of what its steps
/// held, so that no peak is lost.
final class StepTimeline {
    static final int MOST = 800;

    private final @Nullable Stretch[] stretches = new @Nullable Stretch[MOST];
    private long widthNs = 1_000;

    /// The steps that began in a stretch of time.
    static final class Stretch {
        long startNs = Long.MAX_VALUE;
        long endNs;
        long steps;
        double stepNs;
        double longestNs;
        double prefillTokens;
        double decodes;
        double mostTokens;
        double mostKvShare;
        int mostWaiting;

        private void add(EngineStep step) {
            double ns = (double) (step.endNs() - step.startNs());
            startNs = Math.min(startNs, step.startNs());
            endNs = Math.max(endNs, step.endNs());
            steps++;
            stepNs += ns;
            longestNs = Math.max(longestNs, ns);
            prefillTokens += (double) step.prefillTokens();
            decodes += step.decodes();
            mostTokens = Math.max(mostTokens, (double) (step.prefillTokens() + step.decodes()));
            mostKvShare =
                    Math.max(mostKvShare, step.kvBlocks() == 0 ? 0 : (double) step.kvBlocksUsed() / step.kvBlocks());
            mostWaiting = Math.max(mostWaiting, step.waiting());
        }

        private void add(Stretch other) {
            startNs = Math.min(startNs, other.startNs);
            endNs = Math.max(endNs, other.endNs);
            steps += other.steps;
            stepNs += other.stepNs;
            longestNs = Math.max(longestNs, other.longestNs);
            prefillTokens += other.prefillTokens;
            decodes += other.decodes;
            mostTokens = Math.max(mostTokens, other.mostTokens);
            mostKvShare = Math.max(mostKvShare, other.mostKvShare);
            mostWaiting = Math.max(mostWaiting, other.mostWaiting);
        }
    }

    void add(EngineStep step) {
        while (step.startNs() / widthNs >= MOST) {
            halve();
        }
        int index = (int) (step.startNs() / widthNs);
        Stretch stretch = stretches[index];
        if (stretch == null) {
            stretch = new Stretch();
            stretches[index] = stretch;
        }
        stretch.add(step);
    }

    private void halve() {
        for (int i = 0; i < MOST / 2; i++) {
            Stretch first = stretches[2 * i];
            Stretch second = stretches[2 * i + 1];
            if (first != null && second != null) {
                first.add(second);
            }
            stretches[i] = first == null ? second : first;
        }
        Arrays.fill(stretches, MOST / 2, MOST, null);
        widthNs *= 2;
    }

    long widthNs() {
        return widthNs;
    }

    /// Those in which a step began, in order.
    List<Stretch> stretches() {
        List<Stretch> present = new ArrayList<>();
        for (Stretch stretch : stretches) {
            if (stretch != null) {
                present.add(stretch);
            }
        }
        return present;
    }
}
