/// The coefficients of the engine model from a measured run, and how well they predict another.
@NullMarked
package dev.goodput.engine.fit;

import org.jspecify.annotations.NullMarked;
