package dev.goodput.server.metric;

import dev.goodput.engine.serving.EngineStats;
import dev.goodput.engine.serving.RequestListener;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;

/// What vLLM's `/metrics` page says of an engine, kept from what the engine tells its listeners. Times
/// are those of the engine's clock, from the arrival of a request at the server. Not thread-safe: one
/// owner.
///
/// Names, types, help and bucket bounds are those of vLLM 0.32. As there, a request that was cancelled
/// because its client has gone is in no histogram and no finished reason.
public final class EngineMetrics {
    /// Where the context is unknown, the buckets of token counts end here.
    private static final int USUAL_CONTEXT_TOKENS = 131_072;

    private static final double[] REQUEST_SECONDS = {
        0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 120.0, 240.0, 480.0, 960.0,
        1920.0, 7680.0
    };
    private static final double[] TOKEN_SECONDS = {
        0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0, 80.0
    };
    private static final double[] FIRST_TOKEN_SECONDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0, 80.0,
        160.0, 640.0, 2560.0
    };
    private static final long[] STEP_TOKENS = {1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};

    long promptTokens;
    long generationTokens;
    final Histogram firstToken = Histogram.ofTimes(FIRST_TOKEN_SECONDS);
    final Histogram interToken = Histogram.ofTimes(TOKEN_SECONDS);

    private final String model;
    private final Map<FinishedReason, Long> finished = new EnumMap<>(FinishedReason.class);
    private long queueRejections;
    private long steps;
    private long stepTokens;
    private final Histogram iterationTokens = Histogram.ofCounts(STEP_TOKENS);
    private final Histogram requestPromptTokens;
    private final Histogram requestGenerationTokens;
    private final Histogram requestMaxTokens;
    private final Histogram perOutputToken = Histogram.ofTimes(TOKEN_SECONDS);
    private final Histogram endToEnd = Histogram.ofTimes(REQUEST_SECONDS);
    private final Histogram queue = Histogram.ofTimes(REQUEST_SECONDS);
    private final Histogram inference = Histogram.ofTimes(REQUEST_SECONDS);
    private final Histogram prefill = Histogram.ofTimes(REQUEST_SECONDS);
    private final Histogram decode = Histogram.ofTimes(REQUEST_SECONDS);

    /// @param contextTokens the longest request, 0 when it is not known
    public EngineMetrics(String model, int contextTokens) {
        this.model = model;
        long[] tokens = tokenBounds(contextTokens > 0 ? contextTokens : USUAL_CONTEXT_TOKENS);
        this.requestPromptTokens = Histogram.ofCounts(tokens);
        this.requestGenerationTokens = Histogram.ofCounts(tokens);
        this.requestMaxTokens = Histogram.ofCounts(tokens);
    }

    /// 1, 2, 5, 10, … up to a limit.
    private static long[] tokenBounds(long max) {
        return LongStream.iterate(1, power -> power <= max, power -> power * 10)
                .flatMap(power -> LongStream.of(power, 2 * power, 5 * power))
                .filter(bound -> bound <= max)
                .toArray();
    }

    /// Measures one request on its way to its listener.
    public MeasuredRequest measure(RequestFacts facts, RequestListener listener) {
        return new MeasuredRequest(this, facts, listener);
    }

    /// A request that was being answered came to an error.
    public void failed() {
        finished(FinishedReason.ERROR);
    }

    void rejectedByQueue() {
        queueRejections++;
    }

    /// Takes note of the steps that the engine has done since the last call. Of several at once only the
    /// mean size is known.
    public void steps(EngineStats stats) {
        long done = stats.steps() - steps;
        if (done > 0) {
            iterationTokens.record((stats.scheduledTokens() - stepTokens) / done, done);
            steps = stats.steps();
            stepTokens = stats.scheduledTokens();
        }
    }

    void finished(FinishedReason reason) {
        finished.merge(reason, 1L, Long::sum);
    }

    void completed(RequestFacts facts, int tokens, long admittedNs, long firstNs, long lastNs) {
        finished(facts.finishedReason());
        requestPromptTokens.record(facts.promptTokens());
        requestGenerationTokens.record(tokens);
        requestMaxTokens.record(facts.maxTokens());
        endToEnd.record(lastNs - facts.arrivalNs());
        queue.record(admittedNs - facts.arrivalNs());
        prefill.record(firstNs - admittedNs);
        decode.record(lastNs - firstNs);
        inference.record(lastNs - admittedNs);
        perOutputToken.record(tokens > 1 ? (lastNs - firstNs) / (tokens - 1) : 0);
    }

    /// The page.
    public String page(EngineStats stats) {
        MetricsPage page = new MetricsPage(model);
        gauges(page, stats);
        counters(page, stats);
        requestPromptTokens.print(page, "request_prompt_tokens", "Number of prefill tokens processed.");
        requestGenerationTokens.print(page, "request_generation_tokens", "Number of generation tokens processed.");
        iterationTokens.print(page, "iteration_tokens_total", "Histogram of number of tokens per engine_step.");
        requestMaxTokens.print(page, "request_params_max_tokens", "Histogram of the max_tokens request parameter.");
        firstToken.print(page, "time_to_first_token_seconds", "Histogram of time to first token in seconds.");
        interToken.print(page, "inter_token_latency_seconds", "Histogram of inter-token latency in seconds.");
        perOutputToken.print(
                page,
                "request_time_per_output_token_seconds",
                "Histogram of time_per_output_token_seconds per request.");
        endToEnd.print(page, "e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.");
        queue.print(page, "request_queue_time_seconds", "Histogram of time spent in WAITING phase for request.");
        inference.print(
                page, "request_inference_time_seconds", "Histogram of time spent in RUNNING phase for request.");
        prefill.print(page, "request_prefill_time_seconds", "Histogram of time spent in PREFILL phase for request.");
        decode.print(page, "request_decode_time_seconds", "Histogram of time spent in DECODE phase for request.");
        return page.toString();
    }

    private static void gauges(MetricsPage page, EngineStats stats) {
        page.single("num_requests_running", "gauge", "Number of requests in model execution batches.", stats.running());
        page.single("num_requests_waiting", "gauge", "Number of requests waiting to be processed.", stats.waiting());
        double used = stats.kvBlocks() == 0 ? 0 : (double) stats.kvBlocksUsed() / stats.kvBlocks();
        page.single("kv_cache_usage_perc", "gauge", "KV-cache usage. 1 means 100 percent usage.", used);
    }

    private void counters(MetricsPage page, EngineStats stats) {
        page.single(
                "prefix_cache_queries_total",
                "counter",
                "Prefix cache queries, in terms of number of queried tokens.",
                (double) stats.prefixQueryTokens());
        page.single(
                "prefix_cache_hits_total",
                "counter",
                "Prefix cache hits, in terms of number of cached tokens.",
                (double) stats.prefixHitTokens());
        page.single("num_preemptions_total", "counter", "Cumulative number of preemption from the engine.", (double)
                stats.preemptions());
        page.single("prompt_tokens_total", "counter", "Number of prefill tokens processed.", (double) promptTokens);
        page.single("generation_tokens_total", "counter", "Number of generation tokens processed.", (double)
                generationTokens);
        page.begin("request_success_total", "counter", "Count of successfully processed requests.");
        for (FinishedReason reason : FinishedReason.values()) {
            page.sample("request_success_total", "finished_reason", reason.label(), (double)
                    finished.getOrDefault(reason, 0L));
        }
        page.begin(
                "admission_rejections_total",
                "counter",
                "Number of admission attempts rejected by a queue limit, by reason.");
        page.sample("admission_rejections_total", "reason", "max_num_queued_reqs", (double) queueRejections);
    }
}
