/// From a workload and a schedule to request traces, over real HTTP.
@NullMarked
package dev.goodput.load;

import org.jspecify.annotations.NullMarked;
