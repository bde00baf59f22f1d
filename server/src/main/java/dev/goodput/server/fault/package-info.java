/// The language of faults: what goes wrong, and when.
@NullMarked
package dev.goodput.server.fault;

import org.jspecify.annotations.NullMarked;
