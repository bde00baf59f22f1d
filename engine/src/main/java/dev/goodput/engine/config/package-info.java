/// How descriptions of modelled things are read from YAML, and how mistakes in them are told.
@NullMarked
package dev.goodput.engine.config;

import org.jspecify.annotations.NullMarked;
