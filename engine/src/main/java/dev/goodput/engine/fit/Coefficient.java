package dev.goodput.engine.fit;

/// One fitted number.
///
/// @param key as an engine description calls it
/// @param words what it is
/// @param ms value in milliseconds, of the mean step
/// @param errorMs one standard error, by resampling windows
public record Coefficient(String key, String words, double ms, double errorMs) {}
