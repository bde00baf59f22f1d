package dev.goodput.core.slo;

import org.jspecify.annotations.Nullable;

/// Where an SLO comes from; each part is null where its author did not say.
///
/// @param description what it is for, in sentences
/// @param version of the SLO or of what it was taken from
/// @param source who set the numbers
public record Provenance(
        @Nullable String description,
        @Nullable String version,
        @Nullable String source) {
    public static final Provenance NONE = new Provenance(null, null, null);
}
