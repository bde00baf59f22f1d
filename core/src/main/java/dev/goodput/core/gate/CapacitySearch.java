package dev.goodput.core.gate;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the largest load at which an endpoint still keeps its objectives, measuring as little as it can.
///
/// First it **screens**: from the starting load it doubles (or halves) until one load seems to keep the objectives and
/// another does not, then halves the ratio between them. A load is measured in batches, and only while its answer is
/// open: a load far from the limit costs one batch, one near it up to a quarter of a verdict. Then it **confirms**: the
/// largest load that seemed to keep them is measured anew, in one go, with as many requests as a verdict needs; where
/// that is no PASS, it steps down and asks again. So the answer is the verdict on one whole run, looked at once, and
/// no lucky batch of the screening counts in it.
///
/// Several loads may be asked for a verdict before one passes, and each may pass wrongly, so the search as a whole errs
/// more often than one verdict where goodput lies just short of its target at every load: 8 % of 400 simulated searches
/// then named one, at 95 % confidence. Where goodput falls with the load, as a queue makes it, none did.
///
/// Call [#next()] for what to measure, measure it, [#add] what came of it, until there is nothing next.
public final class CapacitySearch {
    /// What screening may spend at one load, as a share of a verdict.
    private static final int SCREENING_DIVISOR = 4;

    private final Settings settings;
    private final TreeMap<Double, Level> levels = new TreeMap<>();

    /// The load from which confirming steps down; 0 while screening.
    private double confirmFrom;

    /// @param start where to begin, in the unit of the load (requests a second, or requests in flight)
    /// @param least and `most` are the ends of the range to look in
    /// @param resolution when loads on both sides of the limit are within this of each other (0.05), screening ends
    /// @param whole whether a load is a whole number, as requests in flight are
    /// @param batch requests of the first measurement at a load
    /// @param verdictRequests requests that a verdict takes
    public record Settings(
            double start,
            double least,
            double most,
            double resolution,
            boolean whole,
            long batch,
            long verdictRequests) {
        public Settings {
            if (!(least > 0 && least <= start && start <= most)) {
                throw new IllegalArgumentException("the search must start between its ends, and they above 0");
            }
            if (!(resolution > 0 && resolution < 0.5) || batch < 1 || verdictRequests < batch) {
                throw new IllegalArgumentException("resolution or requests out of range");
            }
        }
    }

    /// What to measure next: so many requests at this load.
    ///
    /// @param confirms whether they are a whole run of their own, to be judged by itself; else they join what was
    ///     measured at the load before
    public record Step(double load, long requests, boolean confirms) {}

    /// What is known of one load.
    ///
    /// @param keeps whether every objective was kept as far as was observed
    /// @param settled whether a few more requests would not change that
    /// @param confirmed whether it was measured as a whole run of its own
    /// @param verdict INVALID where the load could not be measured: it cannot be served then, or not be offered
    public record Level(
            double load, long requests, boolean keeps, boolean settled, boolean confirmed, Verdict verdict) {}

    public CapacitySearch(Settings settings) {
        this.settings = settings;
    }

    /// What is known of every load measured so far, by load.
    public List<Level> levels() {
        return List.copyOf(levels.values());
    }

    /// Replaces what is known of the load.
    public void add(Level level) {
        levels.put(level.load(), level);
    }

    /// What to measure next; empty when the answer is found, or cannot be.
    public Optional<Step> next() {
        if (confirmFrom == 0) {
            Optional<Step> step = screen();
            if (step.isPresent()) {
                return step;
            }
            confirmFrom = largestKept() > 0 ? largestKept() : smallestMissed();
        }
        return confirm();
    }

    /// The largest load with a confirmed PASS below every load with a FAIL, if any.
    ///
    /// @param levels by load
    public static Optional<Level> capacity(List<Level> levels) {
        double tooMuch = shownTooMuch(levels).map(Level::load).orElse(Double.POSITIVE_INFINITY);
        return levels.stream()
                .filter(level -> isPassed(level) && level.load() < tooMuch)
                .max(Comparator.comparingDouble(Level::load));
    }

    /// The smallest load that was shown to miss an objective, if any was.
    public static Optional<Level> shownTooMuch(List<Level> levels) {
        return levels.stream().filter(level -> level.verdict() == Verdict.FAIL).findFirst();
    }

    private static boolean isPassed(Level level) {
        return level.confirmed() && level.verdict() == Verdict.PASS;
    }

    private Optional<Step> screen() {
        if (levels.isEmpty()) {
            return Optional.of(first(settings.start()));
        }
        for (Level level : levels.values()) {
            if (isOpen(level)) {
                // As many again as before: the bounds halve only with four times the requests.
                long more = Math.min(level.requests(), mostOfScreening() - level.requests());
                return Optional.of(new Step(level.load(), more, false));
            }
        }
        double kept = largestKept();
        double missed = smallestMissed();
        if (missed == Double.POSITIVE_INFINITY) {
            return kept >= settings.most() ? Optional.empty() : unlessKnown(Math.min(kept * 2, settings.most()));
        }
        if (kept == 0) {
            return missed <= settings.least() ? Optional.empty() : unlessKnown(Math.max(missed / 2, settings.least()));
        }
        if (missed / kept <= 1 + settings.resolution()) {
            return Optional.empty();
        }
        double between = Math.sqrt(kept * missed);
        return unlessKnown(settings.whole() ? Math.max(between, kept + 1) : between);
    }

    private boolean isOpen(Level level) {
        return !level.settled()
                && !level.confirmed()
                && level.verdict() != Verdict.INVALID
                && level.requests() < mostOfScreening();
    }

    private long mostOfScreening() {
        return Math.max(settings.batch(), settings.verdictRequests() / SCREENING_DIVISOR);
    }

    private static boolean isKept(Level level) {
        return level.keeps() && level.verdict() != Verdict.INVALID;
    }

    private double largestKept() {
        double limit = smallestMissed();
        return levels.values().stream()
                .filter(level -> isKept(level) && level.load() < limit)
                .mapToDouble(Level::load)
                .max()
                .orElse(0);
    }

    private double smallestMissed() {
        return levels.values().stream()
                .filter(level -> !isKept(level))
                .mapToDouble(Level::load)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /// Steps down from the largest load that was kept, ever further, to the first PASS.
    private Optional<Step> confirm() {
        double below = 2 * settings.resolution();
        for (double load = confirmFrom; load >= settings.least(); load = rounded(load * (1 - below))) {
            Level level = levels.get(load);
            if (level == null || isWorthAVerdict(level)) {
                return Optional.of(new Step(load, settings.verdictRequests(), true));
            }
            if (isPassed(level)) {
                return Optional.empty();
            }
            below = Math.min(2 * below, 0.5);
        }
        return Optional.empty();
    }

    private static boolean isWorthAVerdict(Level level) {
        return !level.confirmed() && level.verdict() != Verdict.FAIL && level.verdict() != Verdict.INVALID;
    }

    private Optional<Step> unlessKnown(double load) {
        Step step = first(load);
        return levels.containsKey(step.load()) ? Optional.empty() : Optional.of(step);
    }

    private Step first(double load) {
        return new Step(rounded(load), settings.batch(), false);
    }

    /// Whole loads are rounded down, so that stepping down gets on.
    private double rounded(double load) {
        return settings.whole() ? Math.floor(load) : load;
    }
}
