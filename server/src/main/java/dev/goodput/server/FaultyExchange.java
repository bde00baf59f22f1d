package dev.goodput.server;

import dev.goodput.engine.serving.RequestListener;
import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/// A request with which something goes wrong: what happens before the engine sees it, if it ever does.
final class FaultyExchange {
    private final Connection connection;
    private final Served served;
    private final LoopEngine engine;
    private final Faults faults;
    private final long arrivalNs;
    private final FaultyWriter out;
    private final DelayedQueue pace;
    private final DelayedQueue pings;

    FaultyExchange(Connection connection, Channel channel, Served served, Faults faults, long arrivalNs) {
        this.connection = connection;
        this.served = served;
        this.engine = served.engine();
        this.faults = faults;
        this.arrivalNs = arrivalNs;
        this.out = new FaultyWriter(connection, channel, engine, faults);
        this.pace = new DelayedQueue(engine);
        this.pings = new DelayedQueue(engine);
    }

    void begin(CompletionRequest request) {
        if (faults.has(FaultWord.PAUSE)) {
            engine.pause(faults.timeNs(FaultWord.PAUSE));
        }
        if (faults.has(FaultWord.HANG)) {
            return;
        }
        if (faults.has(FaultWord.DROP)) {
            connection.cutOff(true);
            return;
        }
        long hereNs = arrivalNs + faults.timeNs(FaultWord.RTT) / 2;
        if (faults.has(FaultWord.STATUS)) {
            pace.at(hereNs + faults.timeNs(FaultWord.HEAD_DELAY), () -> out.then(this::status));
        } else if (faults.has(FaultWord.REDIRECT)) {
            pace.at(hereNs + faults.timeNs(FaultWord.HEAD_DELAY), () -> out.then(this::redirect));
        } else {
            pace.at(hereNs, () -> generate(request));
        }
    }

    private void status() {
        int code = (int) faults.number(FaultWord.STATUS).orElseThrow();
        long retryAfterSeconds = Math.ceilDiv(faults.timeNs(FaultWord.RETRY_AFTER), 1_000_000_000L);
        HttpResponseStatus status = HttpResponseStatus.valueOf(code);
        ApiException error = ApiException.of(status, status.reasonPhrase() + " (asked for)", retryAfterSeconds);
        switch (faults.text(FaultWord.BODY)) {
            case "text" -> respond(error, status.reasonPhrase() + "\n", "text/plain; charset=utf-8");
            case "html" ->
                respond(error, "<html><body><h1>" + status + "</h1></body></html>\n", "text/html; charset=utf-8");
            case "empty" -> respond(error, "", Connection.JSON_TYPE);
            default -> connection.respond(error);
        }
    }

    private void respond(ApiException error, String body, String contentType) {
        connection.respond(error.status(), body.getBytes(StandardCharsets.UTF_8), contentType, error.header());
    }

    private void redirect() {
        ApiException.Header location =
                new ApiException.Header(HttpHeaderNames.LOCATION, faults.text(FaultWord.REDIRECT));
        connection.respond(HttpResponseStatus.TEMPORARY_REDIRECT, new byte[0], Connection.JSON_TYPE, location);
    }

    private void generate(CompletionRequest request) {
        boolean multibyte = faults.has(FaultWord.MULTIBYTE) || faults.has(FaultWord.SPLIT_UTF8);
        AnswerFacts facts = served.begin(
                request,
                multibyte
                        ? served.tokenizer().multibyteAnswers()
                        : served.tokenizer().answers());
        FaultyPace answerPace = new FaultyPace(pace, faults, facts.tokens());
        RequestListener listener;
        if (request.stream()) {
            FaultyStream stream = new FaultyStream(connection, engine, facts, faults, answerPace, pings, out);
            stream.begin(arrivalNs);
            listener = stream;
        } else {
            listener = new FaultyWhole(connection, engine, facts, faults, answerPace, out);
        }
        connection.submit(facts, arrivalNs, listener);
    }

    /// The request is over, whatever way: nothing more is written.
    void stop() {
        pace.stop();
        pings.stop();
        out.stop();
    }
}
