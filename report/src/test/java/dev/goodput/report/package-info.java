/// Tests of the renderings.
@NullMarked
package dev.goodput.report;

import org.jspecify.annotations.NullMarked;
