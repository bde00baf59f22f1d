package dev.goodput.server;

import dev.goodput.engine.LatencyProfile;
import dev.goodput.engine.LatencyProfile.OutputLengths;
import dev.goodput.engine.ProfileEngine;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.text.Tokenizer;
import java.util.function.Supplier;

/// What to serve, and where.
///
/// @param host name or address of the interface to listen on, such as `127.0.0.1`
/// @param port 0 for any free one
/// @param model the name in `/v1/models`; requests may ask for any
/// @param engine makes the engine; 0 on its clock is when the server starts
/// @param contextTokens the longest request that the engine takes, prompt and answer together; 0 when
///     it is not known
/// @param answerLengths of requests that leave it open
/// @param seed what lengths and faults are drawn from
public record ServerConfig(
        String host,
        int port,
        String model,
        Supplier<ServingEngine> engine,
        int contextTokens,
        OutputLengths answerLengths,
        long seed,
        Tokenizer tokenizer,
        FaultSchedule faults) {
    public ServerConfig {
        if (port < 0 || port > 65_535) {
            throw new ServerException("port " + port + " does not exist; choose 1 to 65535, or 0 for any free one");
        }
    }

    /// Of a modelled engine, to requests that leave it open: like those of the latency presets.
    private static final OutputLengths ANSWERS = new OutputLengths(50, 300);

    /// A server whose latency is drawn from a profile, with one token a word and without faults.
    public static ServerConfig of(String host, int port, LatencyProfile profile, long seed, String model) {
        return new ServerConfig(
                host,
                port,
                model,
                () -> new ProfileEngine(profile, seed),
                0,
                profile.outputTokens(),
                seed,
                Tokenizer.named("words"),
                FaultSchedule.NONE);
    }

    /// A server of a modelled engine, with one token a word and without faults.
    public static ServerConfig of(String host, int port, ModelledEngine engine, long seed, String model) {
        return new ServerConfig(
                host,
                port,
                model,
                () -> engine.start(seed, null),
                engine.config().engine().maxModelLen(),
                ANSWERS,
                seed,
                Tokenizer.named("words"),
                FaultSchedule.NONE);
    }

    /// This with another tokenizer.
    public ServerConfig withTokenizer(Tokenizer other) {
        return new ServerConfig(host, port, model, engine, contextTokens, answerLengths, seed, other, faults);
    }

    /// This with faults.
    public ServerConfig withFaults(FaultSchedule other) {
        return new ServerConfig(host, port, model, engine, contextTokens, answerLengths, seed, tokenizer, other);
    }
}
