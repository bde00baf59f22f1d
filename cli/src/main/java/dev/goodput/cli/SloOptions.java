package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.runs.SloFile;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How a command is told its objective.
final class SloOptions {
    @Option(
            names = "--slo",
            paramLabel = "SLO",
            description = "Objective: constraints such as \"ttft<=500ms, tpot<=15ms, e2e<=3s when output_tokens<300\","
                    + " or a YAML file.")
    @Nullable
    String slo;

    @Option(
            names = "--target",
            paramLabel = "SHARE",
            description = "Share of requests that must be good, such as 99%% (default: the file's, else 99%%).")
    @Nullable
    String target;

    @Option(
            names = "--confidence",
            paramLabel = "SHARE",
            description = "Confidence that a verdict needs (default: the file's, else 95%%).")
    @Nullable
    String confidence;

    /// The objective as given, or empty when none was.
    Optional<Slo> slo() {
        if (slo == null) {
            if (target != null || confidence != null) {
                throw new CliException(
                        ExitCode.USAGE, (target != null ? "--target" : "--confidence") + " needs an SLO: add --slo");
            }
            return Optional.empty();
        }
        return Optional.of(adjusted(parse(slo)));
    }

    /// An objective from an option's value: constraints, or the name of a file that holds them.
    static Slo parse(String text) {
        if (text.isBlank()) {
            throw new CliException(ExitCode.USAGE, "--slo is empty; write it like \"ttft<=500ms, tpot<=15ms\"");
        }
        boolean isConstraints = text.contains("<") || text.contains("≤") || text.contains("=");
        return isConstraints ? SloParser.inline(text, "--slo") : SloFile.read(Path.of(text));
    }

    /// The objective with the target and confidence given on the command line, which win over a file's.
    Slo adjusted(Slo base) {
        Slo adjusted = base;
        if (target != null) {
            adjusted = adjusted.withTarget(SloParser.share(target, "--target"));
        }
        if (confidence != null) {
            adjusted = adjusted.withConfidence(SloParser.confidence(confidence, "--confidence"));
        }
        return adjusted;
    }
}
