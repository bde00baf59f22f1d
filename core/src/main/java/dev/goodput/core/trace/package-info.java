/// What was observed: request traces, the run they belong to, and nothing computed from them.
///
/// Every time is a `long` in nanoseconds from the run's epoch (field names end in `Ns`); a stamp that was not taken is
/// [Stamp#UNKNOWN].
@NullMarked
package dev.goodput.core.trace;

import org.jspecify.annotations.NullMarked;
