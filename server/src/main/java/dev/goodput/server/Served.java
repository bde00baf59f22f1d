package dev.goodput.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// What all connections of a server share. Thread-safe.
final class Served {
    private final String model;
    private final byte[] models;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicInteger inFlight = new AtomicInteger();

    Served(String model) {
        this.model = model;
        this.models = Json.bytes(list -> list.put("object", "list")
                .putArray("data")
                .addObject()
                .put("id", model)
                .put("object", "model")
                .put("created", nowSeconds())
                .put("owned_by", "goodput"));
    }

    /// The model of a request that names none.
    String defaultModel() {
        return model;
    }

    /// The answer to `/v1/models`.
    byte[] models() {
        return models;
    }

    /// A request is taken in.
    AnswerFacts begin(CompletionRequest request) {
        inFlight.incrementAndGet();
        return new AnswerFacts(request, request.api().idPrefix + begun.getAndIncrement(), nowSeconds());
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
