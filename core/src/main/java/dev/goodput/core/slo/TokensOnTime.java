package dev.goodput.core.slo;

/// The share of an answer's tokens that arrive by their deadline: token `i` (from 0) is due at the intended start
/// plus `firstNs` plus `i · paceNs`. Deadlines are fixed, so an answer that catches up is on time again and holding
/// tokens back gains nothing.
public record TokensOnTime(long firstNs, long paceNs) implements Metric {
    static final String ID = "tokens_on_time";

    public TokensOnTime {
        Units.requirePositive(firstNs, "first of " + ID);
        Units.requirePositive(paceNs, "pace of " + ID);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String words() {
        return "share of tokens that arrive by " + Units.format(firstNs) + " after the intended start plus "
                + Units.format(paceNs) + " a token";
    }

    @Override
    public Unit unit() {
        return Unit.SHARE;
    }

    @Override
    public Direction direction() {
        return Direction.AT_LEAST;
    }

    @Override
    public double of(Observation request) {
        double[] arrivalsNs = TokenArrivals.sinceZeroNs(request);
        int onTime = 0;
        for (int i = 0; i < arrivalsNs.length; i++) {
            onTime += arrivalsNs[i] <= firstNs + (double) i * paceNs ? 1 : 0;
        }
        return arrivalsNs.length == 0 ? Double.NaN : (double) onTime / arrivalsNs.length;
    }

    @Override
    public boolean mayLack(Observation completed) {
        return false;
    }

    /// Tokens to come can still be on time, and there may be many of them.
    @Override
    public double atBest(Observation soFar, double waitedNs) {
        return Double.NaN;
    }

    @Override
    public String toString() {
        return ID + "(first=" + Units.format(firstNs) + ", pace=" + Units.format(paceNs) + ")";
    }
}
