package dev.goodput.cli;

import dev.goodput.core.gate.CapacitySearch;
import dev.goodput.core.gate.CapacitySearch.Step;
import dev.goodput.core.gate.LoadLevel;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// Carries a capacity search out: measures what it asks for and tells it what came of it. Where the runs come from, a
/// live endpoint or a model of one, is another's matter.
final class CapacitySteps {
    private final CapacitySearch search;
    private final Slo slo;
    private final Function<Step, Optional<Measured>> measure;
    private final Consumer<LoadLevel> told;
    private final Map<Double, List<Measured>> screened = new HashMap<>();
    private final TreeMap<Double, LoadLevel> levels = new TreeMap<>();
    private final Map<Double, List<String>> directories = new HashMap<>();

    /// A run and where it is kept.
    record Measured(Run run, String directory) {}

    /// @param measure makes the run that a step asks for; empty ends the search
    /// @param told hears of each load after each measurement
    CapacitySteps(
            CapacitySearch search, Slo slo, Function<Step, Optional<Measured>> measure, Consumer<LoadLevel> told) {
        this.search = search;
        this.slo = slo;
        this.measure = measure;
        this.told = told;
    }

    /// @return whether the search came to its end
    boolean run() {
        for (Optional<Step> step = search.next(); step.isPresent(); step = search.next()) {
            Optional<LoadLevel> level = measured(step.get());
            if (level.isEmpty()) {
                return false;
            }
            levels.put(step.get().load(), level.get());
            search.add(level.get().searched());
            told.accept(level.get());
        }
        return true;
    }

    /// A measurement that cannot be trusted may have been a moment's trouble: it is made once more, and left out.
    private Optional<LoadLevel> measured(Step step) {
        Optional<LoadLevel> level = Optional.empty();
        for (int attempt = 0; attempt < 2; attempt++) {
            Optional<Measured> next = measure.apply(step);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            List<Measured> before = step.confirms() ? List.of() : screened.getOrDefault(step.load(), List.of());
            List<Measured> all = new ArrayList<>(before);
            all.add(next.get());
            level = Optional.of(LoadLevel.of(
                    step.load(),
                    step.confirms(),
                    all.stream().map(Measured::run).toList(),
                    slo));
            directories.put(step.load(), all.stream().map(Measured::directory).toList());
            if (level.get().verdict() != Verdict.INVALID) {
                screened.put(step.load(), all);
                return level;
            }
        }
        return level;
    }

    List<LoadLevel> levels() {
        return List.copyOf(levels.values());
    }

    /// By load, the runs that its level rests on.
    Map<Double, List<String>> directories() {
        return directories;
    }
}
