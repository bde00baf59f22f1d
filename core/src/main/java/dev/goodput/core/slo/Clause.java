package dev.goodput.core.slo;

/// One line of an SLO: a bound on every request ([Constraint]) or on the run as a whole ([Objective]). Its `toString`
/// is its written form, which [SloParser] reads back.
public sealed interface Clause permits Constraint, Objective {}
