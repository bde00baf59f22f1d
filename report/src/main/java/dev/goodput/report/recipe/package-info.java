/// The gate as files for a repository: spec, policy, CI job, skill. Every text is a resource; see [Template].
@NullMarked
package dev.goodput.report.recipe;

import org.jspecify.annotations.NullMarked;
