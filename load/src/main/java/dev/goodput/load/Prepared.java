package dev.goodput.load;

import dev.goodput.core.trace.Asked;

/// A request made ready to send, ahead of its time.
///
/// @param message the whole HTTP request; handed on, never changed
@SuppressWarnings("ArrayRecordComponent")
record Prepared(long index, String id, Asked asked, byte[] message) {}
