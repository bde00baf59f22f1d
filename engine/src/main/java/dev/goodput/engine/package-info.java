/// Modelled endpoints. For now: latency drawn from declared distributions.
@NullMarked
package dev.goodput.engine;

import org.jspecify.annotations.NullMarked;
