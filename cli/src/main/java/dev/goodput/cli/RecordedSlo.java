package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Manifest;
import java.util.Objects;

/// The objective that a manifest keeps as one line: `constraints; target 99%; confidence 95%`.
final class RecordedSlo {
    private static final String TARGET = "; target ";
    private static final String CONFIDENCE = "; confidence ";

    private RecordedSlo() {}

    static String write(Slo slo) {
        return slo.constraintText()
                + TARGET
                + slo.target().toPlainString()
                + CONFIDENCE
                + slo.confidence().value().toPlainString();
    }

    /// @throws dev.goodput.core.slo.SloException when the line was tampered with
    static Slo read(Manifest manifest) {
        String text = Objects.requireNonNull(manifest.slo());
        int target = text.indexOf(TARGET);
        int confidence = text.indexOf(CONFIDENCE);
        String where = "slo in run.json";
        if (target < 0 || confidence < target) {
            return SloParser.inline(text, where);
        }
        return SloParser.inline(text.substring(0, target), where)
                .withTarget(SloParser.share(text.substring(target + TARGET.length(), confidence), where))
                .withConfidence(SloParser.confidence(text.substring(confidence + CONFIDENCE.length()), where));
    }
}
