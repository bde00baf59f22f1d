/// What tools print: labels, units, order and decimals as data.
@NullMarked
package dev.goodput.core.metric.printout;

import org.jspecify.annotations.NullMarked;
