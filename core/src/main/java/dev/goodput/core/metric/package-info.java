/// Numbers computed from raw stamps under a stated definition: axes, dialects, metrics.
@NullMarked
package dev.goodput.core.metric;

import org.jspecify.annotations.NullMarked;
