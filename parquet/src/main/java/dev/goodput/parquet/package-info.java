/// A run as a Parquet file, written by DuckDB inside the process.
@NullMarked
package dev.goodput.parquet;

import org.jspecify.annotations.NullMarked;
