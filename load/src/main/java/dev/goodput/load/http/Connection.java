package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Stamp;
import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ErrorText;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One connection: opened, carrying one call at a time, idle in between. Lives on one event loop.
final class Connection extends ChannelInboundHandlerAdapter {
    private final Loop loop;
    private @Nullable Channel channel;
    private @Nullable Call call;
    private boolean opening = true;
    private int carried;
    private long idleSinceNs;

    private long connectStartNs = Stamp.UNKNOWN;
    private long connectedNs = Stamp.UNKNOWN;
    private long tlsEndNs = Stamp.UNKNOWN;

    /// When the bytes being handled came out of the socket.
    private long stampNs;

    private final ResponseState response = new ResponseState();

    Connection(Loop loop) {
        this.loop = loop;
    }

    boolean hasCarried() {
        return carried > 0;
    }

    long idleSinceNs() {
        return idleSinceNs;
    }

    boolean isOpen() {
        return channel != null && channel.isActive();
    }

    void close() {
        if (channel != null) {
            ChannelFuture _ = channel.close();
        }
    }

    /// Opens the connection, for `first` or ahead of its use.
    void open(@Nullable Call first) {
        call = first;
        if (first != null) {
            first.connection = this;
        }
        connectStartNs = System.nanoTime();
        connect(0);
    }

    private void connect(int addressIndex) {
        List<InetSocketAddress> addresses = loop.transport.origin.addresses();
        try {
            Bootstrap bootstrap = loop.bootstrap.clone().handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel opened) {
                    fill(opened.pipeline(), addresses.get(addressIndex));
                }
            });
            ChannelFuture connecting = bootstrap.connect(destination(addresses.get(addressIndex)));
            channel = connecting.channel();
            connecting.addListener(done -> {
                if (done.isSuccess()) {
                    connectedNs = System.nanoTime();
                    afterTcp();
                } else if (addressIndex + 1 < addresses.size() && opening) {
                    connect(addressIndex + 1);
                } else {
                    openFailed(done.cause());
                }
            });
        } catch (RuntimeException e) {
            openFailed(e);
        }
    }

    /// Through a tunnel the proxy handler connects to the proxy and asks it for the endpoint by name.
    private InetSocketAddress destination(InetSocketAddress address) {
        Origin origin = loop.transport.origin;
        return isTunnelled() ? InetSocketAddress.createUnresolved(origin.host(), origin.port()) : address;
    }

    private boolean isTunnelled() {
        return loop.transport.origin.proxy() != null && loop.transport.origin.tls();
    }

    private void fill(ChannelPipeline pipeline, InetSocketAddress address) {
        Transport transport = loop.transport;
        pipeline.addLast(new ReadStamp());
        Proxy proxy = transport.origin.proxy();
        if (proxy != null && isTunnelled()) {
            String user = proxy.user();
            String password = proxy.password();
            HttpProxyHandler tunnel = user == null
                    ? new HttpProxyHandler(address)
                    : new HttpProxyHandler(address, user, password == null ? "" : password);
            tunnel.setConnectTimeoutMillis(0);
            pipeline.addLast(tunnel);
        }
        if (transport.tls != null) {
            SslHandler tls = transport.tls.newHandler(
                    pipeline.channel().alloc(), transport.origin.host(), transport.origin.port());
            tls.setHandshakeTimeoutMillis(0);
            pipeline.addLast(tls);
        }
        pipeline.addLast(new HttpResponseDecoder(new HttpDecoderConfig()
                .setMaxInitialLineLength(8192)
                .setMaxHeaderSize(65536)
                .setMaxChunkSize(1 << 20)));
        pipeline.addLast(this);
    }

    private void afterTcp() {
        Channel connected = channel;
        if (connected == null) {
            return;
        }
        SslHandler tls = connected.pipeline().get(SslHandler.class);
        if (tls == null) {
            opened();
            return;
        }
        tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                tlsEndNs = System.nanoTime();
                opened();
            } else {
                openFailed(done.cause());
            }
        });
    }

    private void opened() {
        opening = false;
        loop.opened++;
        Call waiting = call;
        if (waiting == null) {
            idle();
        } else {
            send(waiting);
        }
    }

    private void openFailed(Throwable cause) {
        opening = false;
        Call waiting = call;
        call = null;
        close();
        if (waiting != null) {
            loop.end(waiting, Failures.connecting(cause), System.nanoTime());
        }
    }

    void send(Call next) {
        call = next;
        next.connection = this;
        response.reset();
        long epochNs = loop.transport.epochNs;
        next.timeline.connectionReused = carried > 0;
        if (carried++ == 0) {
            next.timeline.connectStartNs = connectStartNs - epochNs;
            next.timeline.resolvedNs = connectStartNs - epochNs;
            next.timeline.connectedNs = connectedNs - epochNs;
            next.timeline.tlsEndNs = tlsEndNs == Stamp.UNKNOWN ? Stamp.UNKNOWN : tlsEndNs - epochNs;
        }
        Channel open = channel;
        byte[] request = next.request;
        if (open == null || request == null) {
            return;
        }
        next.sentNs = System.nanoTime();
        next.sent = true;
        next.timeline.sendStartNs = next.sentNs - epochNs;
        open.writeAndFlush(Unpooled.wrappedBuffer(request)).addListener(done -> {
            if (done.isSuccess()) {
                next.timeline.sendEndNs = System.nanoTime() - epochNs;
                next.request = null;
            } else if (call == next) {
                lost(Failures.describe(done.cause()), true);
            }
        });
    }

    private void idle() {
        idleSinceNs = System.nanoTime();
        call = null;
        loop.release(this);
    }

    /// Gives a call up for a reason of the client's: a deadline, or the end of the run.
    void abandon(FailureCategory category, String message, long now) {
        Call given = call;
        call = null;
        opening = false;
        close();
        if (given == null) {
            return;
        }
        boolean statusKnown = response.status != 0 && !response.isOk();
        loop.end(
                given,
                statusKnown && category != FailureCategory.CANCELLED
                        ? response.failure()
                        : new Outcome.Failed(category, response.status, message),
                now);
    }

    private final class ReadStamp extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            stampNs = System.nanoTime();
            loop.reads++;
            Call current = call;
            if (current != null) {
                current.lastReadNs = stampNs;
            }
            ctx.fireChannelRead(msg);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        try {
            Call current = call;
            Answer answer = current == null ? null : current.answer;
            if (current == null || answer == null) {
                close();
                return;
            }
            current.anyByteRead = true;
            if (msg instanceof HttpResponse head) {
                if (head.decoderResult().isFailure()) {
                    malformed(head.decoderResult().cause());
                    return;
                }
                response.head(head);
                if (response.status >= 200) {
                    current.timeline.headNs = stampNs - loop.transport.epochNs;
                }
            }
            if (msg instanceof HttpContent content) {
                if (content.decoderResult().isFailure()) {
                    malformed(content.decoderResult().cause());
                    return;
                }
                ByteBuf body = content.content();
                int n = body.readableBytes();
                if (n > 0) {
                    byte[] bytes = loop.scratch(n);
                    body.readBytes(bytes, 0, n);
                    if (response.isStream()) {
                        if (!answer.feed(bytes, 0, n, stampNs - loop.transport.epochNs)) {
                            malformed(new IllegalStateException("line longer than 16 MiB"));
                            return;
                        }
                    } else {
                        response.keep(bytes, 0, n);
                    }
                }
                if (msg instanceof LastHttpContent && response.status >= 200) {
                    messageEnds(current, answer);
                }
            }
        } finally {
            ReferenceCountUtil.release(msg);
        }
    }

    private void malformed(Throwable cause) {
        abandon(FailureCategory.MALFORMED, Failures.describe(cause), stampNs);
    }

    private void messageEnds(Call current, Answer answer) {
        call = null;
        Outcome outcome;
        if (response.isStream()) {
            answer.bodyEnds(stampNs - loop.transport.epochNs);
            outcome = answer.terminated();
        } else {
            outcome = response.failure();
        }
        if (response.keepAlive && isOpen() && !loop.transport.keepAlive.closes()) {
            idle();
        } else {
            close();
        }
        loop.end(current, outcome, stampNs);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (call == null) {
            loop.forget(this, System.nanoTime());
        } else if (!opening) {
            lost("connection closed", false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (opening) {
            openFailed(cause);
        } else if (call != null) {
            lost(Failures.describe(cause), false);
        } else {
            close();
        }
    }

    /// The connection was lost under a call.
    private void lost(String how, boolean writing) {
        Call current = call;
        call = null;
        close();
        if (current == null) {
            return;
        }
        long now = System.nanoTime();
        Answer answer = current.answer;
        Outcome outcome;
        if (!current.anyByteRead) {
            FailureCategory category = carried > 1
                    ? FailureCategory.STALE_CONNECTION
                    : writing ? FailureCategory.WRITE_FAILED : FailureCategory.RESET;
            outcome = Failures.of(category, how + " before any answer");
        } else if (response.status == 0) {
            outcome = Failures.of(FailureCategory.RESET, how + " inside the response head");
        } else if (response.isStream() && answer != null) {
            answer.bodyEnds(now - loop.transport.epochNs);
            outcome = answer.cut(how);
        } else {
            outcome = response.failure();
        }
        loop.end(current, outcome, now);
    }

    /// What is known of the response being read.
    private static final class ResponseState {
        int status;
        boolean keepAlive;
        private String contentType = "";
        private String location = "";
        private String encoding = "";
        private byte[] start = new byte[0];

        void reset() {
            status = 0;
            keepAlive = false;
            contentType = "";
            location = "";
            encoding = "";
            start = new byte[0];
        }

        void head(HttpResponse head) {
            status = head.status().code();
            keepAlive = HttpUtil.isKeepAlive(head);
            contentType = lower(head.headers().get(HttpHeaderNames.CONTENT_TYPE));
            location = head.headers().get(HttpHeaderNames.LOCATION, "");
            encoding = lower(head.headers().get(HttpHeaderNames.CONTENT_ENCODING));
        }

        private static String lower(@Nullable String value) {
            return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
        }

        boolean isOk() {
            return status >= 200 && status < 300;
        }

        boolean isStream() {
            return isOk()
                    && (contentType.isEmpty() || contentType.startsWith("text/event-stream"))
                    && (encoding.isEmpty() || encoding.equals("identity"));
        }

        void keep(byte[] bytes, int from, int to) {
            int room = ErrorText.MAX_BYTES - start.length;
            int kept = Math.min(room, to - from);
            if (kept > 0) {
                int before = start.length;
                start = Arrays.copyOf(start, before + kept);
                System.arraycopy(bytes, from, start, before, kept);
            }
        }

        Outcome failure() {
            String text = ErrorText.start(start, 0, start.length);
            if (!isOk()) {
                return new Outcome.Failed(
                        FailureCategory.HTTP_STATUS,
                        status,
                        location.isEmpty() ? text : "redirected to " + ErrorText.line(location) + " (not followed)");
            }
            return new Outcome.Failed(
                    FailureCategory.NOT_A_STREAM,
                    status,
                    encoding.isEmpty() ? text : "compressed (" + encoding + ") though that was not accepted");
        }
    }
}
