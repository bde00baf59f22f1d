/// Renderings of a run, its metrics and its verdicts.
@NullMarked
package dev.goodput.report;

import org.jspecify.annotations.NullMarked;
