/// The choices that a definition of a metric makes, one sealed type a choice. Option identifiers are stable: they stand
/// in
/// output and files.
@NullMarked
package dev.goodput.core.metric.axis;

import org.jspecify.annotations.NullMarked;
