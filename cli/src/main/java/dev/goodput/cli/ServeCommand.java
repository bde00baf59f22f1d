package dev.goodput.cli;

import dev.goodput.engine.LatencyProfiles;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput serve`: the modelled endpoint as a live server.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Serves an OpenAI-compatible endpoint whose latency is drawn from declared distributions.")
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--latency",
            paramLabel = "PRESET|FILE",
            defaultValue = "default",
            description = "Latency preset or YAML file (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String latency;

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

    @Option(names = "--degraded", description = "Long prefills stall their neighbours' decodes.")
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
        ServerConfig config = ServerConfig.ofProfile(host, port, LatencyProfiles.load(latency), degraded, seed, model)
                .withTokenizer(tokenizer())
                .withFaults(FaultSchedule.parse(faults, seed));
        try (GoodputServer server = GoodputServer.start(config)) {
            console.out()
                    .println("serving http://" + host + ":" + server.port() + "/v1 (model " + Console.oneLine(model)
                            + ", latency " + Console.oneLine(latency) + (degraded ? ", degraded" : "")
                            + (faults.isEmpty() ? "" : ", faults " + Console.oneLine(String.join("; ", faults)))
                            + "); Ctrl-C stops it");
            console.out().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK.code();
    }

    private Tokenizer tokenizer() {
        try {
            return Tokenizer.named(tokenizer);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "--tokenizer: " + e.getMessage());
        }
    }
}
