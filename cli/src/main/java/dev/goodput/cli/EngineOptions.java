package dev.goodput.cli;

import dev.goodput.engine.spec.EngineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which engine to model.
final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = "NAME|FILE",
            description =
                    "Model this engine step by step: GPU-MODEL such as h100-llama3.1-8b or 4xh100-llama3.3-70b, or a"
                            + " YAML file ('goodput fit' writes one).")
    @Nullable
    private String engine;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change a setting of the engine, such as max-batched-tokens=512, chunked-prefill=off,"
                    + " replicas=2; may be repeated.")
    private List<String> settings = new ArrayList<>();

    /// The engine as told; empty when none was.
    Optional<EngineSpec> spec() {
        if (engine == null) {
            if (!settings.isEmpty()) {
                throw new CliException(ExitCode.USAGE, "--set changes an engine: say which with --engine");
            }
            return Optional.empty();
        }
        EngineSpec spec = EngineSpec.load(engine);
        for (String setting : settings) {
            spec = spec.with(setting, "--set");
        }
        return Optional.of(spec);
    }
}
