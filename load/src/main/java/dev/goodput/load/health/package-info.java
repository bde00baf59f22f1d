/// What the client sees of itself while it measures.
@NullMarked
package dev.goodput.load.health;

import org.jspecify.annotations.NullMarked;
