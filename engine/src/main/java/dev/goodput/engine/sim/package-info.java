/// A modelled engine on a virtual clock: workloads become request traces.
@NullMarked
package dev.goodput.engine.sim;

import org.jspecify.annotations.NullMarked;
