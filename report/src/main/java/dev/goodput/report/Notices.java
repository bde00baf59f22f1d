package dev.goodput.report;

import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.metric.TokenSource;
import dev.goodput.core.trace.Manifest;
import java.util.ArrayList;
import java.util.List;

/// What a reader must know before any number, in sentences.
final class Notices {
    private Notices() {}

    static List<String> of(ReportInput input) {
        Manifest manifest = input.run().manifest();
        List<String> notices = new ArrayList<>();
        switch (manifest.status()) {
            case RUNNING ->
                notices.add("This run was cut short (killed, or still running): what was in flight is missing, and slow"
                        + " answers with it.");
            case INTERRUPTED ->
                notices.add("This run was interrupted: it covers what was measured until then, "
                        + Format.count(input.metrics().counts().scheduled()) + " requests.");
            case COMPLETE -> {}
        }
        if (input.results().isEmpty()) {
            notices.add("No SLO was given: these are measurements without a verdict.");
        }
        tokenSources(input.metrics()).ifPresent(notices::add);
        manifest.remarks().stream().map(PlainText::clean).forEach(notices::add);
        return List.copyOf(notices);
    }

    /// Token counts that did not come from the server's usage, if there were any.
    private static java.util.Optional<String> tokenSources(RunMetrics metrics) {
        List<String> others = metrics.tokenSources().entrySet().stream()
                .filter(entry -> entry.getKey() != TokenSource.USAGE && entry.getValue() > 0)
                .map(entry ->
                        Format.count(entry.getValue()) + " × " + entry.getKey().words())
                .toList();
        if (others.isEmpty()) {
            return java.util.Optional.empty();
        }
        boolean guessed = metrics.tokenSources().getOrDefault(TokenSource.CHUNKS, 0L) > 0;
        return java.util.Optional.of("Output tokens are not from the server's usage for all of the "
                + Format.count(metrics.counts().completed()) + " completed requests: " + String.join(", ", others)
                + (guessed
                        ? ". A chunk can hold several tokens or none, so TPOT and token rates are guesses there."
                        : "."));
    }
}
