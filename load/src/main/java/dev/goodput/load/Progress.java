package dev.goodput.load;

/// How far a run is.
///
/// @param sent requests handed to the transport so far
/// @param inFlight those of them without an outcome yet
/// @param elapsedNs since the run's epoch; 0 before it
public record Progress(long sent, long inFlight, long elapsedNs) {}
