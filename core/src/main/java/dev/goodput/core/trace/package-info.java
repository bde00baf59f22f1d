/// What was observed: request traces, the run they belong to, and nothing computed from them.
///
/// Every stamp is in nanoseconds from the run's epoch (names end in `Ns`), see [Stamp]; one that was not taken is
/// [Stamp#UNKNOWN].
@NullMarked
package dev.goodput.core.trace;

import org.jspecify.annotations.NullMarked;
