/// What is asked of a modelled engine: drawn from a description, or recorded.
@NullMarked
package dev.goodput.engine.workload;

import org.jspecify.annotations.NullMarked;
