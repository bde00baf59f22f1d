/// How people write an engine down, and the engine that comes of it.
@NullMarked
package dev.goodput.engine.spec;

import org.jspecify.annotations.NullMarked;
