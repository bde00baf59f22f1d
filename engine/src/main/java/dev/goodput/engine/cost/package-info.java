/// What one step of a serving engine takes: from a roofline, or from coefficients fitted to a run.
@NullMarked
package dev.goodput.engine.cost;

import org.jspecify.annotations.NullMarked;
