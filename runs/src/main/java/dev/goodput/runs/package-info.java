/// Run directories on disk, and the files people write for us: SLOs.
@NullMarked
package dev.goodput.runs;

import org.jspecify.annotations.NullMarked;
