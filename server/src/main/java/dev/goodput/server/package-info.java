/// A modelled endpoint behind OpenAI-compatible HTTP, on the real clock.
@NullMarked
package dev.goodput.server;

import org.jspecify.annotations.NullMarked;
