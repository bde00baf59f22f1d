/// The `goodput` command.
@NullMarked
package dev.goodput.cli;

import org.jspecify.annotations.NullMarked;
