/// Result files of other tools, read into runs: one importer a tool. What a file does not hold is marked unknown in the
/// run's coverage and never invented; the tool's own aggregates are kept beside, each with how to recompute it.
@NullMarked
package dev.goodput.runs.imports;

import org.jspecify.annotations.NullMarked;
