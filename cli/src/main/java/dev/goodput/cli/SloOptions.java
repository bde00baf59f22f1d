package dev.goodput.cli;

import dev.goodput.core.slo.Baseline;
import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.core.stat.Dependence;
import dev.goodput.runs.RunReader;
import dev.goodput.runs.SloFile;
import dev.goodput.runs.SloPresets;
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
                    + " a YAML file, or preset:ID (see 'goodput slo show').")
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

    @Option(
            names = "--baseline",
            paramLabel = "RUN",
            description = "The run that limits like \"ttft <= 3 * baseline\" refer to (default: the file's).")
    @Nullable
    Path baseline;

    @Option(
            names = "--assume-independent",
            description =
                    "Take requests as independent of each other where you know that they are. Otherwise a PASS"
                            + " takes a run long enough to show it (35 expected misses: 3,500 requests for 99%%, 700 for 95%%).")
    private boolean assumeIndependent;

    /// The objective as given, or empty when none was.
    Optional<Slo> slo() {
        if (slo == null) {
            if (target != null || confidence != null || assumeIndependent) {
                String option =
                        target != null ? "--target" : confidence != null ? "--confidence" : "--assume-independent";
                throw new CliException(ExitCode.USAGE, option + " needs an SLO: add --slo");
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
        return parse(text, "--slo");
    }

    /// An objective from text, a file or a preset.
    ///
    /// @param where names a text in messages
    static Slo parse(String text, String where) {
        if (text.startsWith(SloPresets.PREFIX)) {
            return SloPresets.byId(text.substring(SloPresets.PREFIX.length()));
        }
        return SloParser.isText(text) ? SloParser.inline(text, where) : SloFile.read(Path.of(text));
    }

    /// The objective with its relative limits looked up in the run that `baseline` or the objective names.
    static Slo resolved(Slo slo, @Nullable Path baseline) {
        Path named = baseline == null && slo.baseline() != null ? Path.of(slo.baseline()) : baseline;
        if (!slo.needsBaseline()) {
            return named == null ? slo : slo.withBaseline(named.toString());
        }
        if (named == null) {
            throw new CliException(
                    ExitCode.USAGE,
                    "the SLO has limits relative to a baseline: name its run with --baseline, or with 'baseline:' in a"
                            + " file");
        }
        return slo.withBaseline(named.toString()).against(Baseline.of(named.toString(), RunReader.read(named)));
    }

    /// The objective with what is given on the command line, which wins over a file's.
    Slo adjusted(Slo base) {
        return adjusted(base, baseline);
    }

    /// @param against the run that relative limits refer to, where the objective names none itself
    Slo adjusted(Slo base, @Nullable Path against) {
        Slo adjusted = base;
        if (target != null) {
            adjusted = adjusted.withTarget(SloParser.share(target, "--target"));
        }
        if (confidence != null) {
            adjusted = adjusted.withConfidence(SloParser.confidence(confidence, "--confidence"));
        }
        if (assumeIndependent) {
            adjusted = adjusted.withDependence(Dependence.INDEPENDENT);
        }
        boolean namesItsOwn = baseline == null && adjusted.baseline() != null;
        return resolved(adjusted, namesItsOwn ? null : against);
    }
}
