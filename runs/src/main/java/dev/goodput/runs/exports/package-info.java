/// Runs written as the result files of other tools, with values under those tools' definitions, and as plain tables.
/// What
/// a run cannot give is null or refused, never invented.
@NullMarked
package dev.goodput.runs.exports;

import org.jspecify.annotations.NullMarked;
