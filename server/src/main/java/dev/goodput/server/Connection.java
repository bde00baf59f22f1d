package dev.goodput.server;

import dev.goodput.engine.Generation;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One client connection: reads requests, hands them to the engine of its event loop, writes responses. It answers one
/// request at a time; where a client sends the next one early (pipelining), the connection closes after the answer.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final String REQUEST_ID = "x-request-id";

    /// Ids outside this are not echoed: they come from strangers and go into a header.
    private static final Pattern ECHOED_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private final Channel channel;
    private final LoopEngine engine;
    private final Served served;
    private @Nullable Generation generation;
    private @Nullable String requestId;
    private boolean busy;
    private boolean keepAlive;

    Connection(Channel channel, LoopEngine engine, Served served) {
        this.channel = channel;
        this.engine = engine;
        this.served = served;
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
            respond(e.status(), e.body(), e.allow());
        }
    }

    private void route(FullHttpRequest request, long arrivalNs) {
        if (request.decoderResult().isFailure()) {
            keepAlive = false;
            throw ApiException.badRequest("not an HTTP request that this server understands", null);
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
            case "/health", "/v1/health" -> {
                allowOnly(HttpMethod.GET, request);
                respond(HttpResponseStatus.OK, new byte[0]);
            }
            default ->
                throw ApiException.notFound(
                        "no such path; this server has /v1/chat/completions, /v1/completions, /v1/models and /health");
        }
    }

    private static void allowOnly(HttpMethod method, FullHttpRequest request) {
        if (!request.method().equals(method)) {
            throw ApiException.methodNotAllowed(method);
        }
    }

    private void generate(Api api, FullHttpRequest request, long arrivalNs) {
        byte[] body = ByteBufUtil.getBytes(request.content());
        CompletionRequest completion = CompletionRequest.parse(api, body, served.defaultModel());
        if (completion.stream() && !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            throw ApiException.badRequest("streaming needs HTTP/1.1", "stream");
        }
        AnswerFacts facts = served.begin(completion);
        generation = engine.submit(
                arrivalNs,
                completion,
                completion.stream()
                        ? new StreamedAnswer(this, channel, engine, facts)
                        : new WholeAnswer(this, engine, facts));
    }

    /// Sends the head of a streamed answer.
    void streamHead() {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8")
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE)
                .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        addCommonHeaders(head);
        channel.writeAndFlush(head, channel.voidPromise());
    }

    /// Ends a streamed answer.
    void streamEnd() {
        answered(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    /// Sends a whole response.
    void respond(HttpResponseStatus status, byte[] body) {
        respond(status, body, null);
    }

    private void respond(HttpResponseStatus status, byte[] body, @Nullable String allow) {
        HttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        if (body.length > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        }
        if (allow != null) {
            response.headers().set(HttpHeaderNames.ALLOW, allow);
        }
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        addCommonHeaders(response);
        answered(channel.writeAndFlush(response));
    }

    private void addCommonHeaders(HttpResponse response) {
        if (requestId != null) {
            response.headers().set(REQUEST_ID, requestId);
        }
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private void answered(ChannelFuture written) {
        endGeneration();
        busy = false;
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void endGeneration() {
        if (generation != null) {
            engine.cancel(generation);
            generation = null;
            served.end();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        endGeneration();
    }

    /// A lost connection is everyday; anything else is a fault of this server and goes to Netty's log as well.
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            ctx.fireExceptionCaught(cause);
        }
        ctx.close();
    }
}
