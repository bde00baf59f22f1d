package dev.goodput.core.slo;

/// The share of an answer's tokens that arrive by their deadline: token `i` (from 0) is due at the intended start
/// plus `firstNs` plus `i · paceNs`. Deadlines are fixed, so an answer that catches up is on time again and holding
/// tokens back gains nothing.
public record TokensOnTime(long firstNs, long paceNs) implements DeadlineMetric {
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
    public double of(Observation request) {
        double[] arrivalsNs = TokenArrivals.sinceZeroNs(request);
        int onTime = 0;
        for (int i = 0; i < arrivalsNs.length; i++) {
            onTime += arrivalsNs[i] <= firstNs + (double) i * paceNs ? 1 : 0;
        }
        return arrivalsNs.length == 0 ? Double.NaN : (double) onTime / arrivalsNs.length;
    }

    @Override
    public String toString() {
        return text();
    }
}
