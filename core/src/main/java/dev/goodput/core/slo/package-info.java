/// Service-level objectives: constraints on one request, their text form, and which of them a request missed.
@NullMarked
package dev.goodput.core.slo;

import org.jspecify.annotations.NullMarked;
