package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.runs.PolicyFile;
import dev.goodput.runs.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput gate`: judges recorded runs without measuring, or measures and judges by a policy file.
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Judges recorded runs, or measures an endpoint by a policy file; the exit code is the verdict.",
        footer = {
            "",
            "RUN: without --slo a run is judged by the SLO it was made with. Verdict and reports go into RUN. Of several"
                    + " runs the worst decides the exit code.",
            "POLICY: a file such as goodput.yaml ('goodput recipe' writes one). Every load level is measured into"
                    + " DIR/level-PERCENT, those that are there already are not measured again; 100%% decides by its SLO."
                    + " With --baseline, a run or what an earlier gate left, a regression makes a FAIL. A key comes from"
                    + " OPENAI_API_KEY. Reports go into DIR.",
            "Examples:",
            "  goodput gate goodput.yaml --out goodput-run --baseline last-goodput-run",
            "  goodput gate run-1 run-2 --slo preset:streaming-chat"
        })
final class GateCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN|POLICY", arity = "1..*", description = "Run directories, or one policy file.")
    private List<Path> subjects = new ArrayList<>();

    @Mixin
    private final EngineOptions engineOptions = new EngineOptions();

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "With a policy: where its levels and reports go (default: goodput-runs/DATE-TIME-gate).")
    @Nullable
    private Path out;

    GateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (Path subject : subjects) {
            if (!Files.exists(subject)) {
                throw new CliException(
                        ExitCode.USAGE, "no such file or directory: " + Console.oneLine(subject.toString()));
            }
        }
        boolean isPolicy = subjects.stream().anyMatch(Files::isRegularFile);
        if (isPolicy && subjects.size() > 1) {
            throw new CliException(ExitCode.USAGE, "a policy file stands alone: it is measured, runs are not");
        }
        if (isPolicy) {
            return policy(subjects.getFirst());
        }
        if (out != null) {
            throw new CliException(ExitCode.USAGE, "--out needs a policy file; reports on a run go into its directory");
        }
        if (engineOptions.spec().isPresent()) {
            throw new CliException(
                    ExitCode.USAGE, "--engine needs a policy file; recorded runs are judged as they are");
        }
        List<ExitCode> codes = new ArrayList<>();
        for (Path subject : subjects) {
            if (subjects.size() > 1) {
                console.out().println((codes.isEmpty() ? "" : "\n") + subject);
            }
            codes.add(judge(subject));
        }
        return ExitCode.worst(codes).code();
    }

    private ExitCode judge(Path subject) {
        Run recorded = RunReader.read(subject);
        Evaluation evaluation = Evaluation.of(recorded, List.of(slo(recorded)), subject);
        evaluation.write(subject);
        evaluation.print(console);
        evaluation.announce(subject, console);
        return evaluation.exitCode();
    }

    private int policy(Path file) {
        if (sloOptions.slo != null) {
            throw new CliException(ExitCode.USAGE, "--slo: the policy names its SLO; change it there");
        }
        return PolicyGate.of(
                        console,
                        PolicyFile.read(file),
                        file,
                        sloOptions,
                        engineOptions.spec().map(EngineSpec::build),
                        OutputDirectory.choose(out, "gate"),
                        CommandText.of(spec))
                .execute();
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
