@NullMarked
package dev.goodput.load.sse;

import org.jspecify.annotations.NullMarked;
