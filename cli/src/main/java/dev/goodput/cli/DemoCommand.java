package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloParser;
import dev.goodput.engine.spec.EngineSpec;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.load.Api;
import dev.goodput.load.Arrivals;
import dev.goodput.load.Deadlines;
import dev.goodput.load.Lengths;
import dev.goodput.load.LoadPlan;
import dev.goodput.load.Target;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput demo`: the main job against the built-in server, over real HTTP, in about 20 seconds.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Measures the built-in server under a chat workload and judges it: the product in one command.",
        footer = {
            "",
            "Try 'goodput demo' and 'goodput demo --degraded': mean TPOT stays below its limit, goodput collapses."
        })
final class DemoCommand implements Callable<Integer> {
    private static final String MODEL = "demo";
    private static final double RATE_PER_SECOND = 36;
    private static final Lengths CHAT = new Lengths(800, 300, 150, 50);
    private static final String SLO = "ttft<=500ms, tpot<=15ms, e2e<=3.5s, goodput>=95%";

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--degraded",
            description = "Prompts in one piece instead of in chunks: long ones stall their neighbours' decodes.")
    private boolean degraded;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "720",
            description = "Requests to send, 36 a second (default: ${DEFAULT-VALUE}).")
    private long requests;

    @Mixin
    private final SloOptions sloOptions = new SloOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What prompts, lengths, arrivals and latencies are drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the run directory goes (default: goodput-runs/DATE-TIME-demo).")
    @Nullable
    private Path out;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (requests < 1) {
            throw new CliException(ExitCode.USAGE, "--requests must be at least 1, but is " + requests);
        }
        Slo slo = sloOptions.slo == null
                ? sloOptions.adjusted(SloParser.inline(SLO, "demo").withName("example chat SLO"))
                : sloOptions.slo().orElseThrow();
        EngineSpec healthy = EngineSpec.load(EngineSpec.DEMO);
        ModelledEngine engine = (degraded ? healthy.degraded() : healthy).build();
        ServerConfig config = ServerConfig.of("127.0.0.1", 0, engine, seed, MODEL);
        try (GoodputServer server = GoodputServer.start(config)) {
            URI url = URI.create("http://127.0.0.1:" + server.port() + "/v1");
            console.say(
                    "built-in server at " + url + (degraded ? ", degraded: long prefills stall their neighbours" : "")
                            + "; sending " + requests + " chat requests at 36/s");
            LoadPlan plan = new LoadPlan(
                    new Target(url, Api.CHAT, MODEL, null),
                    CHAT,
                    new Arrivals.Poisson(RATE_PER_SECOND, 0),
                    requests,
                    null,
                    Deadlines.DEFAULT,
                    Duration.ofSeconds(5),
                    seed,
                    false);
            return new LoadSession(
                            console,
                            plan,
                            1,
                            0,
                            false,
                            Optional.of(slo),
                            OutputDirectory.choose(out, degraded ? "demo-degraded" : "demo"),
                            CommandText.of(spec),
                            "the built-in server on this machine, modelling " + engine.name())
                    .execute();
        }
    }
}
