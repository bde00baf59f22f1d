package dev.goodput.core.gate;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the largest load at which an endpoint still keeps its objective, measuring as little as it can.
///
/// First it **screens**: from the starting load it doubles (or halves) until one load seems to keep the objective and
/// another does not, then halves the ratio between them. A load is measured in batches, and only while its answer is
/// open: a load far from the limit costs one batch, one near it up to a whole verdict's worth. Then it **confirms**:
/// the largest load that seemed to keep the objective gets as many requests as a verdict needs; where that is no PASS,
/// it steps down and asks again. So the answer is a verdict, not a guess; screening only decides where to ask for it.
///
/// Call [#next()] for what to measure, measure it, [#add] what came of it, until there is nothing next.
public final class CapacitySearch {
    private final Settings settings;
    private final TreeMap<Double, Level> levels = new TreeMap<>();

    /// The load from which confirming steps down; 0 while screening.
    private double confirmFrom;

    /// @param target share of good requests to keep, above 0 and at most 1
    /// @param start where to begin, in the unit of the load (requests a second, or requests in flight)
    /// @param least and `most` are the ends of the range to look in
    /// @param resolution when loads on both sides of the limit are within this of each other (0.05), screening ends
    /// @param whole whether a load is a whole number, as requests in flight are
    /// @param batch requests of the first measurement at a load
    /// @param verdictRequests requests that a verdict takes
    public record Settings(
            double target,
            double start,
            double least,
            double most,
            double resolution,
            boolean whole,
            int batch,
            int verdictRequests) {
        public Settings {
            if (!(target > 0 && target <= 1)) {
                throw new IllegalArgumentException("a target lies above 0 and at most at 1");
            }
            if (!(least > 0 && least <= start && start <= most)) {
                throw new IllegalArgumentException("the search must start between its ends, and they above 0");
            }
            if (!(resolution > 0 && resolution < 0.5) || batch < 1 || verdictRequests < batch) {
                throw new IllegalArgumentException("resolution or requests out of range");
            }
        }
    }

    /// What to measure next: so many requests at this load, besides what was measured there before.
    ///
    /// @param confirms whether they are to show what screening took for likely
    public record Step(double load, int requests, boolean confirms) {}

    /// What is known of one load, all its measurements together.
    ///
    /// @param share of good requests
    /// @param lower and `upper` are bounds on the true share
    /// @param verdict under the objective, by all requests at this load
    public record Level(double load, int requests, double share, double lower, double upper, Verdict verdict) {}

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

    /// The largest load with a PASS below every load with a FAIL, if any.
    public Optional<Level> capacity() {
        double tooMuch = shownTooMuch().map(Level::load).orElse(Double.POSITIVE_INFINITY);
        return levels.values().stream()
                .filter(level -> level.verdict() == Verdict.PASS && level.load() < tooMuch)
                .max(Comparator.comparingDouble(Level::load));
    }

    /// The smallest load that was shown to miss the objective, if any was.
    public Optional<Level> shownTooMuch() {
        return levels.values().stream()
                .filter(level -> level.verdict() == Verdict.FAIL)
                .findFirst();
    }

    private Optional<Step> screen() {
        if (levels.isEmpty()) {
            return Optional.of(first(settings.start()));
        }
        for (Level level : levels.values()) {
            if (isOpen(level)) {
                // As many again as before: the bounds halve only with four times the requests.
                int more = Math.min(level.requests(), settings.verdictRequests() - level.requests());
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

    /// Open while the bounds hold the target between them. A load without a miss is left to the confirmation: to show
    /// it here would cost a whole verdict at every load that is far from the limit.
    private boolean isOpen(Level level) {
        boolean isDecided = level.lower() >= settings.target()
                || level.upper() < settings.target()
                || level.share() == 1
                || level.verdict() == Verdict.INVALID;
        return !isDecided && level.requests() < settings.verdictRequests();
    }

    /// A measurement that cannot carry a verdict shows a load that cannot be served, or not be offered.
    private boolean isKept(Level level) {
        return level.share() >= settings.target() && level.verdict() != Verdict.INVALID;
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
            int measured = level == null ? 0 : level.requests();
            if (level != null && level.verdict() == Verdict.PASS) {
                return Optional.empty();
            }
            boolean isOpen = level == null || level.verdict() == Verdict.INCONCLUSIVE;
            if (isOpen && measured < settings.verdictRequests()) {
                return Optional.of(new Step(load, settings.verdictRequests() - measured, true));
            }
            below = Math.min(2 * below, 0.5);
        }
        return Optional.empty();
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
