package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.trace.Run;
import java.util.List;

/// A run made of another tool's file.
///
/// @param dialect the choices of the tool and version that wrote it
/// @param aggregates every aggregate the file holds, none left out
public record Imported(Run run, Dialect dialect, List<ToldAggregate> aggregates) {
    public Imported {
        aggregates = List.copyOf(aggregates);
    }
}
