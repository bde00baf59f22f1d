package dev.goodput.engine.fit;

import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.StepLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Which terms a fit has besides the constant and the time of a prompt token.
///
/// @param context time of a token attended to
/// @param perSequence time of a generating request; beside the context it is seldom identifiable,
///     because the two go together
/// @param pairs time of a pair of tokens that attention works out for a prompt, quadratic in its length
public record Terms(boolean context, boolean perSequence, boolean pairs) {
    public static final Terms USUAL = new Terms(true, false, false);

    /// All terms, in the order of a row; the keys of an engine description.
    static final List<String> KEYS = List.of(
            "step-ms",
            "prefill-ms-per-token",
            "context-ms-per-token",
            "decode-ms-per-sequence",
            "prefill-ms-per-token-pair");

    static final List<String> WORDS = List.of(
            "a step",
            "a prompt token",
            "a token attended to",
            "a generating request",
            "a pair of prompt tokens in attention");

    boolean has(int term) {
        return term < 2 || (term == 2 && context) || (term == 3 && perSequence) || (term == 4 && pairs);
    }

    private List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        for (int term = 0; term < KEYS.size(); term++) {
            if (has(term)) {
                all.add(term);
            }
        }
        return all;
    }

    double[] row(StepLoad load) {
        double[] every = {
            1, load.prefillTokens(), load.contextTokens(), load.decodes(), load.attendedPairs() - load.decodePairs(),
        };
        return all().stream().mapToDouble(term -> every[term]).toArray();
    }

    /// @param solution in the order of a row, nothing below 0
    Calibrated calibrated(double[] solution) {
        double[] every = new double[KEYS.size()];
        int next = 0;
        for (int term : all()) {
            every[term] = Math.max(solution[next++], 0);
        }
        return new Calibrated(every[0], every[1], every[3], every[2], every[4]);
    }

    /// What the `position`-th term of a row is.
    String words(int position) {
        return "the time of " + WORDS.get(all().get(position));
    }

    /// These terms without one that came out negative. Without a constant there is no fit: what takes
    /// its place goes instead. The same where nothing can be spared.
    Terms without(int position) {
        return switch (all().get(position)) {
            case 0 -> context ? withoutContext() : new Terms(false, false, pairs);
            case 2 -> withoutContext();
            case 3 -> new Terms(context, false, pairs);
            case 4 -> new Terms(context, perSequence, false);
            default -> this;
        };
    }

    /// What `fewer` lacks.
    String lostWith(Terms fewer) {
        return all().stream().filter(term -> !fewer.has(term)).map(WORDS::get).collect(Collectors.joining(" and "));
    }

    private Terms withoutContext() {
        return new Terms(false, perSequence, pairs);
    }
}
