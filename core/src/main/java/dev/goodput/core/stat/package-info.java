/// What a sample shows: quantiles and their bounds, exact binomial bounds and what correlation leaves of them,
/// plans, comparisons of two runs, warm-up and trend. Pure functions of numbers.
@NullMarked
package dev.goodput.core.stat;

import org.jspecify.annotations.NullMarked;
