@NullMarked
package dev.goodput.load.health;

import org.jspecify.annotations.NullMarked;
