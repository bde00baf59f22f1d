/// `/metrics`: what the engine does, under the names that vLLM gives it.
@NullMarked
package dev.goodput.server.metric;

import org.jspecify.annotations.NullMarked;
