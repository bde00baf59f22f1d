@NullMarked
package dev.goodput.report.recipe;

import org.jspecify.annotations.NullMarked;
