package dev.goodput.cli;

import dev.goodput.engine.LatencyProfiles;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput serve`: the modelled endpoint as a live server.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Serves an OpenAI-compatible endpoint: a modelled engine (--engine, default: that of the demo), or latencies"
                        + " drawn from declared distributions (--latency).")
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--latency",
            paramLabel = "PRESET|FILE",
            description =
                    "Draw latencies from this preset (default, fast-8b, slow-70b) or YAML file, instead of an engine.")
    @Nullable
    private String latency;

    @Mixin
    private final EngineOptions engineOptions = new EngineOptions();

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8000",
            description = "Port to listen on, 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            defaultValue = "goodput",
            description = "Model name to announce (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String model;

    @Option(
            names = "--degraded",
            description = "Prompts in one piece, and a neighbour who sends long ones: they stall everybody's decodes.")
    private boolean degraded;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What latencies and faults are drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--tokenizer",
            paramLabel = "NAME",
            defaultValue = "words",
            description = "How text becomes tokens: words (one a word), cl100k_base or o200k_base"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String tokenizer;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "What goes wrong, and when; may be given several times. See below.")
    private List<String> faults = List.of();

    ServeCommand(Console console) {
        this.console = console;
    }

    @Spec
    void describeFaults(CommandSpec spec) {
        spec.usageMessage().footer(FaultHelp.lines());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServerConfig config = (latency == null ? modelled(engine()) : drawn(latency))
                .withTokenizer(tokenizer())
                .withFaults(FaultSchedule.parse(faults, seed));
        String serves =
                (latency == null ? "engine " + engine().name() : "latency " + latency) + (degraded ? ", degraded" : "");
        try (GoodputServer server = GoodputServer.start(config)) {
            console.out()
                    .println("serving http://" + host + ":" + server.port() + "/v1 (model " + Console.oneLine(model)
                            + ", " + Console.oneLine(serves)
                            + (faults.isEmpty() ? "" : ", faults " + Console.oneLine(String.join("; ", faults)))
                            + "); Ctrl-C stops it");
            console.out().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK.code();
    }

    private EngineSpec engine() {
        EngineSpec spec = engineOptions.spec().orElseGet(() -> EngineSpec.load(EngineSpec.DEMO));
        return degraded ? spec.degraded() : spec;
    }

    private ServerConfig modelled(EngineSpec spec) {
        return ServerConfig.of(host, port, spec.build(), seed, model);
    }

    private ServerConfig drawn(String profile) {
        if (degraded || engineOptions.spec().isPresent()) {
            throw new CliException(
                    ExitCode.USAGE, "--latency draws what --engine and --degraded would model; leave out one of them");
        }
        return ServerConfig.of(host, port, LatencyProfiles.load(profile), seed, model);
    }

    private Tokenizer tokenizer() {
        try {
            return Tokenizer.named(tokenizer);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "--tokenizer: " + e.getMessage());
        }
    }
}
