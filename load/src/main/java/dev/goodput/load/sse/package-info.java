/// Server-sent events out of bytes, at any split.
@NullMarked
package dev.goodput.load.sse;

import org.jspecify.annotations.NullMarked;
