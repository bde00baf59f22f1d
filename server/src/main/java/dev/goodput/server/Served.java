package dev.goodput.server;

import dev.goodput.engine.AnswerLengths;
import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.server.fault.FaultException;
import dev.goodput.server.fault.Faults;
import dev.goodput.server.metric.FinishedReason;
import dev.goodput.server.metric.RequestFacts;
import dev.goodput.server.text.AnswerText;
import dev.goodput.server.text.PromptSpans;
import dev.goodput.server.text.Tokenizer;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/// What all connections of a server share. Calls come from the loop's thread, but for [#inFlight()], which
/// may come from any, and [#tokenizer()], [#defaultModel()] and [#contextTokens()], which long prompts are
/// read with beside the loop.
final class Served {
    private final ServerConfig config;
    private final LoopEngine engine;
    private final AnswerLengths answers;
    private final byte[] models;
    private final Executor aside;
    private final AtomicInteger inFlight = new AtomicInteger();
    private long connections;
    private long arrived;
    private long begun;

    /// @param aside where long work is done, so that the loop stays free
    Served(ServerConfig config, LoopEngine engine, Executor aside) {
        this.config = config;
        this.engine = engine;
        this.aside = aside;
        this.answers = new AnswerLengths(config.answerLengths(), config.seed());
        this.models = Json.bytes(list -> {
            ObjectNode model = list.put("object", "list").putArray("data").addObject();
            model.put("id", config.model())
                    .put("object", "model")
                    .put("created", nowSeconds())
                    .put("owned_by", "goodput");
            if (config.contextTokens() > 0) {
                model.put("max_model_len", config.contextTokens());
            }
        });
    }

    LoopEngine engine() {
        return engine;
    }

    Executor aside() {
        return aside;
    }

    Tokenizer tokenizer() {
        return config.tokenizer();
    }

    /// The longest request in tokens, 0 when it is not known.
    int contextTokens() {
        return config.contextTokens();
    }

    /// The model of a request that names none.
    String defaultModel() {
        return config.model();
    }

    /// The answer to `/v1/models`.
    byte[] models() {
        return models;
    }

    /// Whether a connection that was just made is to be refused.
    boolean refusesConnection() {
        return config.faults().refuses(connections++, engine.nowNs());
    }

    /// Whether the server is up yet.
    boolean isReady() {
        return engine.nowNs() >= config.faults().readyNs();
    }

    /// What goes wrong with the request that has just arrived.
    ///
    /// @param header what it asks for itself, empty for nothing
    Faults faultsOfNext(String header, long nowNs) {
        try {
            return config.faults().of(arrived++, nowNs, header);
        } catch (FaultException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()), null);
        }
    }

    /// A request has been read.
    ///
    /// @param text what its answer says
    AnswerFacts begin(CompletionRequest request, AnswerText text) {
        int drawn = answers.next();
        // As engines do: what the caller leaves open ends with the context at the latest.
        int room = contextTokens() > 0 ? Math.max(1, contextTokens() - request.promptTokens()) : Integer.MAX_VALUE;
        boolean open = request.maxTokens() == 0;
        return new AnswerFacts(
                request,
                request.api().idPrefix + begun++,
                nowSeconds(),
                open ? Math.min(drawn, room) : request.maxTokens(),
                open && drawn <= room ? FinishedReason.STOP : FinishedReason.LENGTH,
                text);
    }

    /// Hands a request to the engine; [#end()] follows.
    ///
    /// @param arrivalNs when it arrived at the server
    ServingEngine.Ticket submit(AnswerFacts facts, long arrivalNs, RequestListener listener) {
        inFlight.incrementAndGet();
        CompletionRequest request = facts.request();
        EngineRequest engineRequest = new EngineRequest(
                request.prompt(),
                request.promptTokens(),
                facts.tokens(),
                facts.tokens(),
                PromptSpans.ANSWER,
                request.priority());
        RequestFacts measured =
                new RequestFacts(arrivalNs, request.promptTokens(), facts.tokens(), facts.finishReason());
        return engine.submit(engineRequest, measured, listener);
    }

    /// The words for a request that the engine does not take.
    ApiException rejection(Rejection reason, AnswerFacts facts) {
        return switch (reason) {
            case QUEUE_FULL ->
                ApiException.of(
                        HttpResponseStatus.TOO_MANY_REQUESTS, "too many requests are waiting; try again later", 1);
            case TOO_LONG ->
                ApiException.badRequest(tooLong(facts), facts.request().api() == Api.CHAT ? "messages" : "prompt");
        };
    }

    private String tooLong(AnswerFacts facts) {
        long prompt = facts.request().promptTokens();
        String asked = "you requested " + (prompt + facts.tokens()) + " tokens (" + prompt + " in the prompt, "
                + facts.tokens() + " in the completion). Please reduce the length of the prompt or of the completion.";
        return contextTokens() > 0
                ? "This model's maximum context length is " + contextTokens() + " tokens. However, " + asked
                : "This model's maximum context length does not hold the request: " + asked;
    }

    /// A request is answered, or its client has gone.
    void end() {
        inFlight.decrementAndGet();
    }

    int inFlight() {
        return inFlight.get();
    }

    private static long nowSeconds() {
        return System.currentTimeMillis() / 1000;
    }
}
