package dev.goodput.core.metric;

import java.util.ArrayList;
import java.util.List;

/// What a number would be without the defects of the dialect that move it.
///
/// @param defects those that matter for the number on this run; empty where none does
/// @param right the number with them put right
public record Repair(List<Defect> defects, Answer right) {
    public Repair {
        defects = List.copyOf(defects);
    }

    public static Repair of(Dialect dialect, Measurements measurements) {
        List<Defect> needed = new ArrayList<>(Defect.of(dialect));
        Answer right = measurements.under(repaired(dialect, needed));
        for (Defect defect : Defect.of(dialect)) {
            List<Defect> rest = new ArrayList<>(needed);
            rest.remove(defect);
            if (Double.compare(measurements.under(repaired(dialect, rest)).orNaN(), right.orNaN()) == 0) {
                needed = rest;
            }
        }
        return new Repair(needed, right);
    }

    private static Dialect repaired(Dialect dialect, List<Defect> defects) {
        return dialect.with(defects.stream().map(Defect::right).toList());
    }
}
