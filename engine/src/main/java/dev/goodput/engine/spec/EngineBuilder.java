package dev.goodput.engine.spec;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Magnitude;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.YamlMap.Text;
import dev.goodput.engine.cost.Calibrated;
import dev.goodput.engine.cost.Calibration;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.KvMemory;
import dev.goodput.engine.cost.Roofline;
import dev.goodput.engine.serving.ClusterConfig;
import dev.goodput.engine.serving.ClusterConfig.Disaggregation;
import dev.goodput.engine.serving.ClusterConfig.Router;
import dev.goodput.engine.serving.EngineConfig;
import dev.goodput.engine.serving.EngineConfig.Batching;
import dev.goodput.engine.serving.EngineConfig.Policy;
import dev.goodput.engine.serving.EngineConfig.Speculation;
import dev.goodput.engine.spec.ModelledEngine.Fact;
import dev.goodput.engine.spec.ModelledEngine.FromRoofline;
import dev.goodput.engine.spec.ModelledEngine.FromRun;
import dev.goodput.engine.spec.ModelledEngine.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes an engine of its settings.
final class EngineBuilder {
    private static final int MOST_TOKENS = 100_000_000;

    /// Some 30 bytes each.
    private static final long MOST_BLOCKS = 10_000_000;

    private static final double HOUR_NS = 3.6e12;
    private static final double MOST_MS = 60_000;

    /// Parsing, tokenising and hand-over, where nothing was measured: an otherwise idle NIM server
    /// answers a short prompt 2 ms later than its prefill takes.
    private static final double FRONT_END_MS = 2;

    /// Point-to-point latency that AIConfigurator reckons with.
    private static final long LINK_LATENCY_NS = 10_000;

    private final String name;
    private final Settings settings;
    private final @Nullable Roofline roofline;
    private final List<Fact> facts = new ArrayList<>();

    EngineBuilder(String name, Settings settings) {
        this.name = name;
        this.settings = settings;
        boolean fromRun = settings.text("calibration.step-ms").isPresent();
        if (!fromRun && settings.text("gpu").isEmpty() && settings.text("model").isEmpty()) {
            throw new ConfigException(name + ": an engine needs a gpu and a model, or a calibration with step-ms");
        }
        roofline = fromRun ? null : new Roofline(deployment());
    }

    ModelledEngine build() {
        Timing timing = checked(this::timing);
        EngineConfig engine = checked(this::engine);
        ClusterConfig cluster = checked(() -> cluster(engine));
        Neighbour neighbour = neighbour(engine);
        settings.unread().ifPresent(text -> {
            throw text.error("changes nothing on this engine: leave it out, or what makes it meaningless");
        });
        describe(cluster);
        return new ModelledEngine(name, cluster, timing, neighbour, List.copyOf(facts));
    }

    private <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigException("engine " + name + ": " + e.getMessage());
        }
    }

    private Deployment deployment() {
        Gpu gpu = settings.read("gpu", Gpus::load).orElseThrow(() -> new ConfigException(name + ": gpu is missing"));
        Model model = settings.read("model", Models::load)
                .orElseThrow(() -> new ConfigException(name + ": model is missing"));
        Efficiency usual = Efficiency.DEFAULT;
        Efficiency efficiency = checked(() -> new Efficiency(
                settings.share("compute-efficiency").orElse(usual.compute()),
                settings.share("bandwidth-efficiency").orElse(usual.bandwidth()),
                settings.timeNs("step-overhead").orElse(usual.stepNs()),
                settings.timeNs("layer-overhead").orElse(usual.layerNs()),
                settings.timeNs("sequence-overhead").orElse(usual.sequenceNs()),
                settings.timeNs("all-reduce-latency").orElse(usual.allReduceNs())));
        return new Deployment(
                gpu,
                model,
                settings.whole("tensor-parallel", 1, 1_024).orElse(1),
                settings.read("precision", Precision::byName).orElse(model.shipped()),
                settings.read("kv-precision", Precision::byName).orElse(Precision.BF16),
                efficiency);
    }

    private Timing timing() {
        if (roofline != null) {
            return new FromRoofline(roofline, settings.share("jitter").orElse(0));
        }
        Calibrated coefficients = new Calibrated(
                coefficient("step-ms"),
                coefficient("prefill-ms-per-token"),
                coefficient("decode-ms-per-sequence"),
                coefficient("context-ms-per-token"),
                coefficient("prefill-ms-per-token-pair"));
        if (coefficients.stepMs() == 0) {
            throw settings.text("calibration.step-ms").orElseThrow().error("must be above 0");
        }
        double windowMs = settings.number("calibration.speed-window-ms").orElse(1_000);
        return new FromRun(new Calibration(
                coefficients,
                settings.numbers("calibration.jitter"),
                Math.round(windowMs * 1e6),
                settings.numbers("calibration.speed")));
    }

    private double coefficient(String key) {
        double ms = settings.number("calibration." + key).orElse(0);
        if (ms > MOST_MS) {
            throw settings.text("calibration." + key).orElseThrow().error("is longer than a minute");
        }
        return ms;
    }

    private EngineConfig engine() {
        EngineConfig.Builder config = new EngineConfig.Builder();
        config.blockSize = settings.whole("block-size", 1, 1 << 16).orElse(KvMemory.BLOCK_TOKENS);
        config.kvBlocks = settings.whole("kv-blocks", 1, MOST_TOKENS).orElseGet(() -> kvBlocks(config.blockSize));
        int holds = (int) Math.min((long) config.kvBlocks * config.blockSize, MOST_TOKENS);
        int context = roofline == null ? 131_072 : roofline.deployment().model().maxContext();
        config.maxModelLen = settings.whole("max-model-len", 2, MOST_TOKENS).orElse(Math.min(context, holds));
        config.maxSequences = settings.whole("max-sequences", 1, 1 << 20)
                .orElse(
                        roofline == null
                                ? config.maxSequences
                                : roofline.deployment().gpu().defaultMaxSequences());
        batchedTokens(config);
        config.longPrefillThreshold =
                settings.whole("long-prefill-threshold", 0, MOST_TOKENS).orElse(0);
        config.batching = settings.choice("batching", Batching.MIXED, List.of(Batching.values()));
        config.policy = settings.choice("policy", Policy.FCFS, List.of(Policy.values()));
        config.prefixCaching = settings.flag("prefix-caching", true);
        config.watermark = settings.share("watermark").orElse(0);
        config.reserveFullPrompt = settings.flag("reserve-full-prompt", false);
        config.maxQueuedRequests =
                settings.whole("max-queued-requests", 0, MOST_TOKENS).orElse(0);
        config.speculation = speculation();
        config.frontEndNs = Math.round(settings.number("front-end-ms").orElse(FRONT_END_MS) * 1e6);
        return config.build();
    }

    /// `max-batched-tokens: off` stands for prompts in one piece, which is how a sweep says it.
    private void batchedTokens(EngineConfig.Builder config) {
        boolean off = settings.text("max-batched-tokens")
                .filter(text -> text.value().equalsIgnoreCase("off"))
                .isPresent();
        config.chunkedPrefill = settings.flag("chunked-prefill", !off) && !off;
        int usual = Math.max(
                config.maxSequences,
                roofline == null
                        ? config.maxBatchedTokens
                        : roofline.deployment().gpu().defaultTokenBudget());
        int whole = Math.max(usual, config.maxModelLen);
        if (off) {
            config.maxBatchedTokens = whole;
        } else {
            config.maxBatchedTokens =
                    settings.whole("max-batched-tokens", 1, MOST_TOKENS).orElse(config.chunkedPrefill ? usual : whole);
            if (settings.text("max-sequences").isEmpty()) {
                config.maxSequences = Math.min(config.maxSequences, config.maxBatchedTokens);
            }
        }
    }

    private int kvBlocks(int blockSize) {
        if (roofline == null) {
            return Math.ceilDiv(1 << 24, blockSize);
        }
        double utilization = settings.share("memory-utilization").orElse(KvMemory.UTILISATION);
        double otherBytes = settings.quantity("other-memory", Magnitude.BYTES).orElse(KvMemory.OTHER_BYTES);
        KvMemory memory = KvMemory.of(roofline, utilization, otherBytes, blockSize);
        if (memory.blocks() == 0) {
            Deployment deployment = roofline.deployment();
            throw new ConfigException(String.format(
                    Locale.ROOT,
                    "engine %s: %s needs %.1f GB a GPU for its weights, and %s has %.1f GB to give;"
                            + " raise tensor-parallel (%d now), or take a smaller precision",
                    name,
                    deployment.model().name(),
                    memory.weightBytes() / 1e9,
                    deployment.gpu().name(),
                    (memory.usableBytes() - memory.otherBytes()) / 1e9,
                    deployment.tensorParallel()));
        }
        return (int) Math.min(memory.blocks(), MOST_TOKENS);
    }

    /// Acceptance and draft time are read without drafts too: a sweep over their number may begin with
    /// none.
    private @Nullable Speculation speculation() {
        boolean off = settings.text("speculative-tokens")
                .filter(text -> text.value().equalsIgnoreCase("off"))
                .isPresent();
        double acceptance = settings.share("acceptance").orElse(0.7);
        long draftNs = settings.timeNs("draft-time").orElse(0);
        int tokens = off ? 0 : settings.whole("speculative-tokens", 0, 64).orElse(0);
        return tokens == 0 ? null : new Speculation(tokens, acceptance, draftNs);
    }

    private ClusterConfig cluster(EngineConfig engine) {
        int replicas = settings.whole("replicas", 1, 1_000).orElse(1);
        Router router = settings.choice("router", Router.ROUND_ROBIN, List.of(Router.values()));
        int decoding = settings.whole("decode-replicas", 0, 1_000).orElse(0);
        OptionalDouble link = settings.quantity("link", Magnitude.BYTES_PER_SECOND);
        long latencyNs = settings.timeNs("link-latency").orElse(LINK_LATENCY_NS);
        OptionalDouble kvBytes = settings.number("kv-bytes-per-token");
        Disaggregation disaggregation = decoding == 0
                ? null
                : new Disaggregation(
                        decoding,
                        link.orElseGet(this::usualLink),
                        latencyNs,
                        Math.round(kvBytes.orElseGet(this::kvBytesPerToken)));
        if ((long) (replicas + decoding) * engine.kvBlocks() > MOST_BLOCKS) {
            throw new IllegalArgumentException("the KV caches of all replicas together have "
                    + (long) (replicas + decoding) * engine.kvBlocks() + " blocks, more than the " + MOST_BLOCKS
                    + " that can be modelled: lower kv-blocks or replicas, or raise block-size");
        }
        if (disaggregation != null && disaggregation.transferNs(engine.maxModelLen()) > HOUR_NS) {
            throw new IllegalArgumentException("sending the KV cache of one request of max-model-len takes more than an"
                    + " hour over this link: look at link, link-latency and kv-bytes-per-token");
        }
        return new ClusterConfig(engine, replicas, router, disaggregation);
    }

    private double usualLink() {
        Gpu gpu = known("link").deployment().gpu();
        return gpu.network() > 0 ? gpu.network() : gpu.link();
    }

    private double kvBytesPerToken() {
        Deployment deployment = known("kv-bytes-per-token").deployment();
        return deployment.model().kvBytesPerToken(deployment.kv());
    }

    private Roofline known(String key) {
        if (roofline == null) {
            throw new ConfigException("engine " + name + ": with decode-replicas a calibrated engine needs " + key);
        }
        return roofline;
    }

    private @Nullable Neighbour neighbour(EngineConfig engine) {
        Optional<Text> text = settings.text("neighbour-prompt-tokens");
        if (text.isEmpty()) {
            return null;
        }
        int tokens = settings.whole("neighbour-prompt-tokens", 1, MOST_TOKENS).orElse(1);
        if (tokens * 1.25 + 1 > engine.maxModelLen()) {
            throw text.get()
                    .error("is too long for a context of " + engine.maxModelLen() + " (its prompts vary by a quarter)");
        }
        long everyNs = settings.timeNs("neighbour-every").orElse(5_000_000_000L);
        if (everyNs < 1_000_000) {
            throw settings.text("neighbour-every").orElseThrow().error("must be at least 1ms");
        }
        return new Neighbour(tokens, everyNs);
    }

    private void describe(ClusterConfig cluster) {
        EngineConfig engine = cluster.engine();
        if (roofline == null) {
            facts.add(new Fact("step times", "calibrated from a run"));
        } else {
            Deployment deployment = roofline.deployment();
            int gpus = deployment.tensorParallel();
            facts.add(new Fact(
                    "model",
                    deployment.model().name() + ", " + deployment.weights().id()));
            facts.add(new Fact(
                    "GPU", (gpus > 1 ? gpus + " × " : "") + deployment.gpu().name()));
        }
        facts.add(new Fact(
                "token budget",
                engine.maxBatchedTokens() + " a step, "
                        + (engine.chunkedPrefill() ? "prompts in chunks" : "prompts in one piece")));
        facts.add(new Fact(
                "batch", "at most " + engine.maxSequences() + " requests, " + Settings.word(engine.batching())));
        facts.add(new Fact(
                "KV cache",
                engine.kvBlocks() + " blocks of " + engine.blockSize() + " tokens"
                        + (engine.prefixCaching() ? ", prefixes shared" : "")));
        Speculation speculation = engine.speculation();
        if (speculation != null) {
            facts.add(new Fact(
                    "speculation",
                    speculation.draftTokens() + " drafts, " + Math.round(speculation.acceptance() * 100)
                            + "% accepted"));
        }
        Disaggregation disaggregation = cluster.disaggregation();
        if (disaggregation != null) {
            facts.add(new Fact(
                    "replicas", cluster.replicas() + " prefill, " + disaggregation.decodeReplicas() + " decode"));
        } else if (cluster.replicas() > 1) {
            facts.add(new Fact("replicas", cluster.replicas() + ", " + Settings.word(cluster.router())));
        }
    }
}
