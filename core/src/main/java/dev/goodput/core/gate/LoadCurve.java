package dev.goodput.core.gate;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Goodput against load, and the loads on it that matter.
///
/// @param levels by load, at least one
public record LoadCurve(List<LoadLevel> levels) {
    public LoadCurve {
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("a curve without a point");
        }
        levels = levels.stream()
                .sorted(Comparator.comparingDouble(LoadLevel::load))
                .toList();
    }

    /// The largest load that was shown to pass, below every load that was shown to fail.
    public Optional<LoadLevel> capacity() {
        return CapacitySearch.capacity(searched()).map(this::of);
    }

    /// The smallest load that was shown to fail.
    public Optional<LoadLevel> smallestFailed() {
        return CapacitySearch.shownTooMuch(searched()).map(this::of);
    }

    private List<CapacitySearch.Level> searched() {
        return levels.stream().map(LoadLevel::searched).toList();
    }

    private LoadLevel of(CapacitySearch.Level found) {
        return levels.stream()
                .filter(level -> level.load() == found.load())
                .findFirst()
                .orElseThrow();
    }

    /// Where goodput leaves 100 %: the largest load without a miss, and below it none with one.
    public Optional<LoadLevel> lastWithoutMiss() {
        return levels.stream()
                .takeWhile(level -> level.result().goodput().good()
                        == level.result().goodput().total())
                .reduce((_, later) -> later);
    }

    /// The load with the most good requests a second: beyond it more load brings fewer.
    public LoadLevel knee() {
        return most(Comparator.comparingDouble(LoadLevel::goodRate));
    }

    /// The load with the most completed requests a second: what a benchmark of throughput would choose.
    public LoadLevel highestThroughput() {
        return most(Comparator.comparingDouble(LoadLevel::throughput));
    }

    /// The first of equals: the smaller load.
    private LoadLevel most(Comparator<LoadLevel> by) {
        return levels.stream()
                .reduce((best, next) -> by.compare(next, best) > 0 ? next : best)
                .orElseThrow();
    }
}
