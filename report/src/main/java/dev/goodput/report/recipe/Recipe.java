package dev.goodput.report.recipe;

import dev.goodput.core.gate.PeakLoad;

/// What a gate is written from.
///
/// @param model as the endpoint calls it; any text, quoted wherever it goes
/// @param hardware what the endpoint runs on; any text
/// @param url base URL of the endpoint, without credentials
/// @param goodputGit where CI clones goodput from; empty for a variable of the CI system. `goodputRef` is a branch or
/// tag
public record Recipe(
        UseKind kind,
        String model,
        String hardware,
        String url,
        PeakLoad load,
        UseKind.Lengths lengths,
        Weakness weakness,
        CiKind ci,
        String goodputGit,
        String goodputRef) {

    /// Names of repositories and branches go into CI files, where quoting alone is not enough: those files have
    /// expressions of their own.
    private static final String PLAIN = "[A-Za-z0-9][A-Za-z0-9@:/._~+-]*";

    public Recipe {
        if (!goodputGit.isEmpty() && !goodputGit.matches(PLAIN)) {
            throw new IllegalArgumentException("the repository of goodput must be a plain git URL");
        }
        if (goodputGit.matches("\\w+://[^/]*@.*")) {
            throw new IllegalArgumentException("the repository of goodput must be named without credentials");
        }
        if (!goodputRef.matches(PLAIN)) {
            throw new IllegalArgumentException("the version of goodput must be a plain branch or tag name");
        }
    }
}
