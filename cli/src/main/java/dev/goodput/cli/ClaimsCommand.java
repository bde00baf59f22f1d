package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import dev.goodput.report.Claim;
import dev.goodput.report.ClaimParser;
import dev.goodput.report.ClaimReport;
import dev.goodput.report.ReportInput;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput claims "15,000 tok/s on H100"`: what a claim leaves out, and what a run says instead.
@Command(
        name = "claims",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Takes a claim about speed apart: what it leaves out, what follows, what a run says instead.",
        footer = {
            "",
            "Example:",
            "  goodput claims \"15,000 tok/s on 8xH100, batch 64, P99 TTFT 450 ms\" --run goodput-runs/RUN"
        })
final class ClaimsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "CLAIM", description = "The claim, in quotes.")
    @SuppressWarnings("NullAway.Init")
    private String claim;

    @Option(names = "--run", paramLabel = "RUN", description = "A run directory to hold against it.")
    @Nullable
    private Path run;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ClaimsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Claim parsed = ClaimParser.parse(claim)
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE,
                        "no speed or latency found in the claim; write it like \"15,000 tok/s on H100\" or"
                                + " \"P99 TTFT 450 ms at concurrency 64\""));
        if (run == null && sloOptions.slo().isPresent()) {
            throw new CliException(ExitCode.USAGE, "--slo judges a run: add --run RUN");
        }
        ClaimReport report = new ClaimReport(parsed, Optional.ofNullable(run).map(this::read));
        console.out()
                .print(json ? report.json() : report.terminal(console.terminal().style()));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private ReportInput read(Path directory) {
        Run recorded = RunReader.read(directory);
        Optional<Slo> slo = sloOptions.slo == null && recorded.manifest().slo() != null
                ? Optional.of(sloOptions.adjusted(RecordedSlo.read(recorded.manifest())))
                : sloOptions.slo();
        return Evaluation.of(recorded, slo.stream().toList()).input();
    }
}
