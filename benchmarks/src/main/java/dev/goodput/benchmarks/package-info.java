/// Measurements of the product itself, each beside a named reference.
@NullMarked
package dev.goodput.benchmarks;

import org.jspecify.annotations.NullMarked;
