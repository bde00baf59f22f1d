package dev.goodput.server;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.engine.serving.ServingEngine;
import dev.goodput.server.fault.Faults;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One client connection: reads requests, hands them to the engine, writes responses. It answers one
/// request at a time; where a client sends the next one early (pipelining), the connection closes after
/// the answer.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
    static final String STREAM_TYPE = "text/event-stream; charset=utf-8";
    static final String JSON_TYPE = "application/json";

    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String REQUEST_ID = "x-request-id";
    private static final String FAULT = "x-goodput-fault";

    /// Ids outside this are not echoed: they come from strangers and go into a header.
    private static final Pattern ECHOED_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private final Channel channel;
    private final Served served;
    private final LoopEngine engine;
    private ServingEngine.@Nullable Ticket ticket;
    private @Nullable FaultyExchange faulty;
    private @Nullable String requestId;
    private boolean busy;
    private boolean generating;
    private boolean keepAlive;

    Connection(Channel channel, Served served) {
        this.channel = channel;
        this.served = served;
        this.engine = served.engine();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        long arrivalNs = engine.nowNs();
        if (busy) {
            keepAlive = false;
            return;
        }
        busy = true;
        keepAlive = HttpUtil.isKeepAlive(request);
        String id = request.headers().get(REQUEST_ID);
        requestId = id != null && ECHOED_ID.matcher(id).matches() ? id : null;
        try {
            route(request, arrivalNs);
        } catch (ApiException e) {
            respond(e);
        }
    }

    private void route(FullHttpRequest request, long arrivalNs) {
        if (request.decoderResult().isFailure()) {
            keepAlive = false;
            throw ApiException.badRequest("not an HTTP request that this server understands", null);
        }
        if (!served.isReady()) {
            throw ApiException.of(HttpResponseStatus.SERVICE_UNAVAILABLE, "Loading model", 0);
        }
        String path = request.uri().split("\\?", 2)[0];
        switch (path) {
            case "/v1/chat/completions" -> {
                allowOnly(HttpMethod.POST, request);
                generate(Api.CHAT, request, arrivalNs);
            }
            case "/v1/completions" -> {
                allowOnly(HttpMethod.POST, request);
                generate(Api.COMPLETIONS, request, arrivalNs);
            }
            case "/v1/models" -> {
                allowOnly(HttpMethod.GET, request);
                respond(HttpResponseStatus.OK, served.models());
            }
            case "/tokenize" -> {
                allowOnly(HttpMethod.POST, request);
                byte[] body = body(request);
                work(body, () -> TokenApi.tokenize(body, served), answer -> respond(HttpResponseStatus.OK, answer));
            }
            case "/detokenize" -> {
                allowOnly(HttpMethod.POST, request);
                byte[] body = body(request);
                work(body, () -> TokenApi.detokenize(body, served), answer -> respond(HttpResponseStatus.OK, answer));
            }
            case "/metrics" -> {
                allowOnly(HttpMethod.GET, request);
                String page = engine.metrics().page(engine.stats());
                respond(HttpResponseStatus.OK, page.getBytes(StandardCharsets.UTF_8), METRICS_TYPE, null);
            }
            case "/health", "/v1/health" -> {
                allowOnly(HttpMethod.GET, request);
                respond(HttpResponseStatus.OK, new byte[0]);
            }
            default ->
                throw ApiException.notFound("no such path; this server has /v1/chat/completions, /v1/completions,"
                        + " /v1/models, /tokenize, /detokenize, /metrics and /health");
        }
    }

    private static void allowOnly(HttpMethod method, FullHttpRequest request) {
        if (!request.method().equals(method)) {
            throw ApiException.methodNotAllowed(method);
        }
    }

    private static byte[] body(FullHttpRequest request) {
        return ByteBufUtil.getBytes(request.content());
    }

    private void generate(Api api, FullHttpRequest request, long arrivalNs) {
        byte[] body = body(request);
        HttpVersion version = request.protocolVersion();
        Faults faults = served.faultsOfNext(String.join(";", request.headers().getAll(FAULT)), arrivalNs);
        work(body, () -> completion(api, body, version), completion -> answer(completion, faults, arrivalNs));
    }

    private void answer(CompletionRequest completion, Faults faults, long arrivalNs) {
        if (!faults.isEmpty()) {
            faulty = new FaultyExchange(this, channel, served, faults, arrivalNs);
            faulty.begin(completion);
            return;
        }
        AnswerFacts facts = served.begin(completion, served.tokenizer().answers());
        RequestListener listener = completion.stream()
                ? new StreamedAnswer(this, channel, engine, facts)
                : new WholeAnswer(this, engine, facts);
        submit(facts, arrivalNs, listener);
    }

    /// Works on a body and goes on with the result: at once, or, where that would hold up the tokens of
    /// others, beside the loop.
    private <T> void work(byte[] body, Supplier<T> work, Consumer<T> then) {
        if (body.length <= served.tokenizer().quickBytes()) {
            then.accept(work.get());
            return;
        }
        CompletableFuture.supplyAsync(work, served.aside())
                .thenAcceptAsync(
                        result -> {
                            if (channel.isActive()) {
                                then.accept(result);
                            }
                        },
                        channel.eventLoop())
                .whenCompleteAsync((_, failure) -> failed(failure), channel.eventLoop());
    }

    /// The same answer to what the work and what followed it threw as Netty and [#channelRead0] give on
    /// the loop.
    private void failed(@Nullable Throwable failure) {
        if (failure == null || !channel.isActive()) {
            return;
        }
        if (failure.getCause() instanceof ApiException error) {
            respond(error);
        } else {
            channel.pipeline().fireExceptionCaught(failure);
        }
    }

    private CompletionRequest completion(Api api, byte[] body, HttpVersion version) {
        CompletionRequest completion = CompletionRequest.parse(api, body, served.defaultModel(), served.tokenizer());
        if (completion.stream() && !version.equals(HttpVersion.HTTP_1_1)) {
            throw ApiException.badRequest("streaming needs HTTP/1.1", "stream");
        }
        return completion;
    }

    /// Hands a request that was taken in to the engine.
    void submit(AnswerFacts facts, long arrivalNs, RequestListener listener) {
        generating = true;
        ticket = served.submit(facts, arrivalNs, listener);
    }

    /// A response's head, with what all of them have.
    HttpResponse head(HttpVersion version, String contentType) {
        HttpResponse head = new DefaultHttpResponse(version, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
        if (version.equals(HttpVersion.HTTP_1_0)) {
            keepAlive = false;
        }
        return head;
    }

    /// Sends the head of a streamed answer.
    void streamHead() {
        HttpResponse head = head(HttpVersion.HTTP_1_1, STREAM_TYPE);
        head.headers()
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE)
                .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        send(head);
    }

    /// Sends a head; the body is written past the HTTP encoder.
    void send(HttpResponse head) {
        addCommonHeaders(head.headers());
        channel.writeAndFlush(head, channel.voidPromise());
    }

    /// Ends an answer whose body was written past the HTTP encoder.
    void streamEnd() {
        stopGeneration();
        answered(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    /// Sends a whole response.
    void respond(HttpResponseStatus status, byte[] body) {
        respond(status, body, JSON_TYPE, null);
    }

    /// Sends an error.
    void respond(ApiException error) {
        respond(error.status(), error.body(), JSON_TYPE, error.header());
    }

    /// The words for a request that the engine does not take.
    ApiException rejection(Rejection reason, AnswerFacts facts) {
        return served.rejection(reason, facts);
    }

    void respond(HttpResponseStatus status, byte[] body, String contentType, ApiException.@Nullable Header header) {
        stopGeneration();
        HttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        if (body.length > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
        }
        if (header != null) {
            response.headers().set(header.name(), header.value());
        }
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        addCommonHeaders(response.headers());
        answered(channel.writeAndFlush(response));
    }

    private void addCommonHeaders(HttpHeaders headers) {
        if (requestId != null) {
            headers.set(REQUEST_ID, requestId);
        }
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private void answered(ChannelFuture written) {
        endFaulty();
        busy = false;
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /// Closes the connection at once.
    ///
    /// @param reset whether the client sees it reset instead of closed
    void cutOff(boolean reset) {
        if (reset) {
            reset(channel);
        } else {
            channel.close();
        }
    }

    /// Closes a connection so that the other side sees it reset.
    static void reset(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    /// Stops the engine's work for this connection; what was answered stays on its way.
    void stopGeneration() {
        if (generating) {
            generating = false;
            if (ticket != null) {
                engine.cancel(ticket);
                ticket = null;
            }
            served.end();
        }
    }

    private void endFaulty() {
        if (faulty != null) {
            faulty.stop();
            faulty = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stopGeneration();
        endFaulty();
    }

    /// A lost connection is everyday; anything else is a fault of this server and goes to Netty's log as
    /// well.
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A client that went in the middle of its request is everyday too.
        if (!(cause instanceof IOException || cause instanceof PrematureChannelClosureException)) {
            ctx.fireExceptionCaught(cause);
        }
        ctx.close();
    }
}
