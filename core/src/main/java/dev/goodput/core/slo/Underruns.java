package dev.goodput.core.slo;

/// How often a voice that reads the answer aloud runs out of words. It starts when the first sentence is complete,
/// plays `wordsPerMinute`, and at [#WORDS_PER_TOKEN] words a token of answer text; when everything delivered has been
/// played it falls silent until the next text arrives, which counts as one underrun.
public record Underruns(int wordsPerMinute) implements Metric {
    /// English prose: three words take about four tokens.
    public static final double WORDS_PER_TOKEN = 0.75;

    static final String ID = "underruns";

    public Underruns {
        Units.requirePositive(wordsPerMinute, "wpm of " + ID);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String words() {
        return "times that a voice reading " + wordsPerMinute
                + " words a minute falls silent after the first sentence because the next words are not there ("
                + WORDS_PER_TOKEN + " words a token)";
    }

    @Override
    public Unit unit() {
        return Unit.COUNT;
    }

    @Override
    public Direction direction() {
        return Direction.AT_MOST;
    }

    @Override
    public double of(Observation request) {
        return Speech.underruns(request, WORDS_PER_TOKEN * 60e9 / wordsPerMinute);
    }

    @Override
    public boolean mayLack(Observation completed) {
        return Speech.isSilent(completed);
    }

    /// A silence that was heard stays heard.
    @Override
    public double atBest(Observation soFar, double waitedNs) {
        return of(soFar);
    }

    @Override
    public String toString() {
        return ID + "(wpm=" + wordsPerMinute + ")";
    }
}
