/// GPUs and models that engines are modelled on: data with a source a row, and what follows from it.
@NullMarked
package dev.goodput.engine.catalogue;

import org.jspecify.annotations.NullMarked;
