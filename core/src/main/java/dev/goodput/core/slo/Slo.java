package dev.goodput.core.slo;

import dev.goodput.core.stat.Confidence;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/// A service-level objective: a request is good when it completed and keeps every constraint; the run is good enough
/// when the share of good requests reaches the target with the confidence.
///
/// A constraint whose metric a request does not have (a one-token answer has no TPOT) does not apply to that request.
/// A completed request whose TTFT, TTAT or E2E is bounded and was not observed is of open fate, never good.
/// A request that failed is bad. A constraint given twice counts once.
///
/// @param name how reports call it
/// @param target required share of good requests, above 0 and at most 1
public record Slo(String name, List<Constraint> constraints, BigDecimal target, Confidence confidence) {
    public static final BigDecimal DEFAULT_TARGET = new BigDecimal("0.99");

    public Slo {
        constraints = constraints.stream().distinct().toList();
        if (constraints.isEmpty()) {
            throw new IllegalArgumentException("an SLO needs at least one constraint");
        }
        if (target.signum() <= 0 || target.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("target must lie above 0% and at most at 100%");
        }
        target = target.stripTrailingZeros();
    }

    public Slo withTarget(BigDecimal newTarget) {
        return new Slo(name, constraints, newTarget, confidence);
    }

    public Slo withConfidence(Confidence newConfidence) {
        return new Slo(name, constraints, target, newConfidence);
    }

    public Slo withName(String newName) {
        return new Slo(newName, constraints, target, confidence);
    }

    /// The constraints in their written form, joined by commas; [SloParser] reads it back.
    public String constraintText() {
        return constraints.stream().map(Constraint::toString).collect(Collectors.joining(", "));
    }
}
