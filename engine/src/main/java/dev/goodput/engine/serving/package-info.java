/// The engine itself: scheduler, KV blocks, replicas and router, without a clock and without threads.
@NullMarked
package dev.goodput.engine.serving;

import org.jspecify.annotations.NullMarked;
