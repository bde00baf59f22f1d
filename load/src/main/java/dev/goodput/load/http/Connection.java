package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Stamp;
import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ErrorText;
import dev.goodput.load.sse.SseDecoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One connection: opened, carrying one call at a time, idle in between. Lives on one event loop.
final class Connection extends ChannelInboundHandlerAdapter implements ResponseDecoder.Sink {
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

    private final ResponseDecoder decoder = new ResponseDecoder(this);
    private ReceivedResponse response = ReceivedResponse.NOTHING;
    private boolean isPlain;

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
        isPlain = transport.tls == null;
        if (!isPlain) {
            pipeline.addLast(new ReadStamp());
        }
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
        if (waiting == null) {
            loop.notOpened++;
        } else {
            loop.end(waiting, Failures.connecting(cause), System.nanoTime());
        }
    }

    void send(Call next) {
        call = next;
        next.connection = this;
        decoder.reset();
        response = ReceivedResponse.NOTHING;
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
        boolean statusKnown = response.head().status() != 0 && !response.head().isOk();
        loop.end(
                given,
                statusKnown && category != FailureCategory.CANCELLED
                        ? response.failure()
                        : new Outcome.Failed(category, response.head().status(), message),
                now);
    }

    private void readAt(long nanoTime) {
        stampNs = nanoTime;
        loop.reads++;
        Call current = call;
        if (current != null) {
            current.lastReadNs = nanoTime;
            current.anyByteRead |= !opening;
        }
    }

    /// First in the pipeline where there is one in front of this handler: bytes are stamped before decryption.
    private final class ReadStamp extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            readAt(System.nanoTime());
            ctx.fireChannelRead(msg);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (isPlain) {
            readAt(System.nanoTime());
        }
        ByteBuf read = (ByteBuf) msg;
        int n = read.readableBytes();
        byte[] bytes = loop.scratch(n);
        read.readBytes(bytes, 0, n);
        read.release();
        Call current = call;
        if (current == null) {
            // Nobody asked for anything: whatever this is, the connection cannot be trusted any more.
            close();
            return;
        }
        current.anyByteRead = true;
        try {
            int end = decoder.feed(bytes, 0, n);
            if (decoder.isComplete()) {
                messageEnds(end == n);
            }
        } catch (MalformedResponse e) {
            abandon(FailureCategory.MALFORMED, ErrorText.line(String.valueOf(e.getMessage())), stampNs);
        }
    }

    @Override
    public void head(ResponseHead received) {
        response = new ReceivedResponse(received);
        Call current = call;
        if (current != null) {
            current.timeline.headNs = stampNs - loop.transport.epochNs;
        }
    }

    @Override
    public void body(byte[] bytes, int from, int to) throws MalformedResponse {
        Call current = call;
        Answer answer = current == null ? null : current.answer;
        if (!response.isStream() || answer == null) {
            response.keep(bytes, from, to);
        } else if (!answer.feed(bytes, from, to, stampNs - loop.transport.epochNs)) {
            throw new MalformedResponse("line or event longer than " + SseDecoder.MAX_LINE_BYTES + " bytes");
        }
    }

    /// @param reusable whether nothing followed the response
    private void messageEnds(boolean reusable) {
        Call current = call;
        if (current == null) {
            return;
        }
        call = null;
        Outcome outcome = outcomeOfWhole(current);
        // The connection goes back first: the next request of a closed loop starts in `end`, and may want it.
        if (reusable && response.head().keepAlive() && isOpen() && !loop.transport.keepAlive.closes()) {
            idle();
        } else {
            close();
        }
        loop.end(current, outcome, stampNs);
    }

    private Outcome outcomeOfWhole(Call current) {
        Answer answer = current.answer;
        if (!response.isStream() || answer == null) {
            return response.failure();
        }
        answer.bodyEnds(stampNs - loop.transport.epochNs);
        return answer.terminated();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (call == null) {
            loop.forget(this, System.nanoTime());
        } else if (decoder.endsWithConnection()) {
            stampNs = System.nanoTime();
            messageEnds(false);
        } else if (!opening) {
            lost("connection closed", false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (opening) {
            openFailed(cause);
        } else if (cause instanceof IOException || cause instanceof DecoderException) {
            lost(Failures.describe(cause), false);
        } else {
            abandon(FailureCategory.CLIENT_ERROR, Failures.describe(cause), System.nanoTime());
        }
    }

    /// The connection was lost under a call.
    private void lost(String how, boolean writing) {
        Call current = call;
        call = null;
        close();
        if (current != null) {
            long now = System.nanoTime();
            loop.end(current, outcomeOfLost(current, how, writing, now), now);
        }
    }

    private Outcome outcomeOfLost(Call current, String how, boolean writing, long now) {
        Answer answer = current.answer;
        if (!current.anyByteRead) {
            FailureCategory category = carried > 1
                    ? FailureCategory.STALE_CONNECTION
                    : writing ? FailureCategory.WRITE_FAILED : FailureCategory.RESET;
            return Failures.of(category, how + " before any answer");
        }
        if (response.head().status() == 0) {
            return Failures.of(FailureCategory.RESET, how + " inside the response head");
        }
        if (!response.isStream() || answer == null) {
            return response.failure();
        }
        answer.bodyEnds(now - loop.transport.epochNs);
        return answer.cut(how);
    }
}
