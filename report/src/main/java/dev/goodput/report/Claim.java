package dev.goodput.report;

import java.util.List;
import java.util.Set;

/// A claim about speed, as far as it was understood. A number that was not said is 0, a name is empty.
///
/// @param text the claim, clean and on one line
/// @param gpus how many accelerators
/// @param concurrency requests in flight, users or batch size: claims use these as one
public record Claim(
        String text,
        List<ClaimFigure> figures,
        String model,
        String gpu,
        int gpus,
        int concurrency,
        String precision,
        int inputTokens,
        int outputTokens,
        String engine,
        Set<Mention> mentions) {

    /// What a claim may at least touch upon.
    enum Mention {
        ENGINE_VERSION,
        OBJECTIVE,
        CACHE,
        TOOL,
        ARRIVALS,
        SAMPLE
    }

    boolean has(ClaimFigure.Kind kind) {
        return figures.stream().anyMatch(figure -> figure.kind() == kind);
    }
}
