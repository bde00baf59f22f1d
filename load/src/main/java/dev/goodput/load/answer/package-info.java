/// From the events of one answer to chunks, usage and an outcome.
@NullMarked
package dev.goodput.load.answer;

import org.jspecify.annotations.NullMarked;
