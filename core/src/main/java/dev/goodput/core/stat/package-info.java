/// Quantiles, exact binomial bounds: pure functions of numbers.
@NullMarked
package dev.goodput.core.stat;

import org.jspecify.annotations.NullMarked;
