/// From a run and an objective to a verdict with its reasons.
@NullMarked
package dev.goodput.core.gate;

import org.jspecify.annotations.NullMarked;
