@NullMarked
package dev.goodput.load.http;

import org.jspecify.annotations.NullMarked;
