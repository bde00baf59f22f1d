package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `goodput gate RUN --slo …`: judges a run again without measuring again.
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Judges a recorded run by an SLO; the exit code is the verdict.",
        footer = {
            "",
            "Without --slo the run is judged by the SLO it was made with.",
            "Writes verdict and reports into RUN."
        })
final class GateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "RUN", description = "A run directory.")
    @SuppressWarnings("NullAway.Init")
    private Path run;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    GateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Run recorded = RunReader.read(run);
        Evaluation evaluation = Evaluation.of(recorded, List.of(slo(recorded)));
        evaluation.write(run);
        evaluation.print(console);
        evaluation.announce(run, console);
        return evaluation.exitCode().code();
    }

    private Slo slo(Run recorded) {
        if (sloOptions.slo == null && recorded.manifest().slo() != null) {
            return sloOptions.adjusted(RecordedSlo.read(recorded.manifest()));
        }
        return sloOptions
                .slo()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE, "no SLO: the run was made without one, so say --slo \"ttft<=500ms, …\""));
    }
}
