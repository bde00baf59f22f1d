/// Prompts as tokens, and the text that answers are made of.
@NullMarked
package dev.goodput.server.text;

import org.jspecify.annotations.NullMarked;
