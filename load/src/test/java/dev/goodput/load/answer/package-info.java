@NullMarked
package dev.goodput.load.answer;

import org.jspecify.annotations.NullMarked;
