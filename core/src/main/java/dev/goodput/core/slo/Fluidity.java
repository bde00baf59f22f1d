package dev.goodput.core.slo;

/// The fluidity index of Etalon (arXiv 2407.07000): a token that comes early lends its slack to the next ones; a late
/// one counts a miss for every deadline that passed while it was awaited. One minus misses over deadlines.
///
/// @param firstNs deadline of the first token, from the intended start
/// @param paceNs deadline of each further token, from the token before
public record Fluidity(long firstNs, long paceNs) implements DeadlineMetric {
    static final String ID = "fluidity";

    public Fluidity {
        Units.requirePositive(firstNs, "first of " + ID);
        Units.requirePositive(paceNs, "pace of " + ID);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String words() {
        return "Etalon's fluidity index: share of deadlines met, " + Units.format(firstNs) + " for the first token and "
                + Units.format(paceNs) + " for each next, time saved carried over";
    }

    @Override
    public double of(Observation request) {
        double[] arrivalsNs = TokenArrivals.sinceZeroNs(request);
        double previousNs = 0;
        double slackNs = 0;
        long met = 0;
        long deadlines = 0;
        for (int i = 0; i < arrivalsNs.length; i++) {
            double gapNs = arrivalsNs[i] - previousNs;
            double lateNs = gapNs - slackNs - (i == 0 ? firstNs : paceNs);
            if (lateNs <= 0) {
                slackNs = -lateNs;
                met++;
                deadlines++;
            } else {
                slackNs = 0;
                deadlines += (long) Math.floor(lateNs / paceNs) + 1;
            }
            previousNs = arrivalsNs[i];
        }
        return deadlines == 0 ? Double.NaN : (double) met / deadlines;
    }

    @Override
    public String toString() {
        return text();
    }
}
