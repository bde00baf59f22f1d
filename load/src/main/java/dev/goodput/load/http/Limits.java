package dev.goodput.load.http;

/// How long to wait for what, in nanoseconds; the meanings are those of the load plan's deadlines.
public record Limits(long connectNs, long firstByteNs, long stallNs, long totalNs) {}
