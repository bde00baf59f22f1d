package dev.goodput.core.slo;

/// Output tokens over the whole time of the request, from the intended start to the last output: what one user gets,
/// waiting included.
public record OutputSpeed() implements Metric {
    static final String ID = "output_tokens_per_second";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String words() {
        return "output tokens over the time from the intended start to the last output";
    }

    @Override
    public Unit unit() {
        return Unit.PER_SECOND;
    }

    @Override
    public Direction direction() {
        return Direction.AT_LEAST;
    }

    @Override
    public double of(Observation request) {
        int tokens = request.reading().outputTokens();
        double e2eNs = request.reading().e2eNs();
        return tokens > 0 && e2eNs > 0 ? tokens / (e2eNs / 1e9) : Double.NaN;
    }

    @Override
    public boolean mayLack(Observation completed) {
        return false;
    }

    @Override
    public double atBest(Observation soFar, double waitedNs) {
        return Double.NaN;
    }

    @Override
    public String toString() {
        return ID;
    }
}
