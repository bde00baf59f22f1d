package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.trace.Manifest;
import dev.goodput.runs.SloFile;
import dev.goodput.runs.SloText;
import java.util.Objects;

/// The objective that a manifest keeps as one line: an SLO file in braces. Runs of earlier versions have
/// `name: constraints; target 0.99; confidence 0.95`.
final class RecordedSlo {
    private static final String NAME = ": ";
    private static final String TARGET = "; target ";
    private static final String CONFIDENCE = "; confidence ";

    private RecordedSlo() {}

    static String write(Slo slo) {
        return SloText.line(slo);
    }

    /// @throws dev.goodput.core.slo.SloException when the line was tampered with
    static Slo read(Manifest manifest) {
        String text = Objects.requireNonNull(manifest.slo());
        String where = "slo in run.json";
        if (text.startsWith("{")) {
            return SloFile.parse(text, where);
        }
        int target = text.indexOf(TARGET);
        int confidence = text.indexOf(CONFIDENCE);
        if (target < 0 || confidence < target) {
            return SloParser.inline(text, where);
        }
        int name = text.indexOf(NAME);
        return SloParser.inline(text.substring(name < 0 ? 0 : name + NAME.length(), target), where)
                .withName(name < 0 ? "SLO" : text.substring(0, name))
                .withTarget(SloParser.share(text.substring(target + TARGET.length(), confidence), where))
                .withConfidence(SloParser.confidence(text.substring(confidence + CONFIDENCE.length()), where));
    }
}
