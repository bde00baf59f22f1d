package dev.goodput.load.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// A Netty channel: TLS, tunnels through proxies, and systems without epoll.
final class ChannelLink extends ChannelInboundHandlerAdapter implements Link {
    private final Connection owner;
    private final Loop loop;
    private final Bootstrap bootstrap;
    private @Nullable Channel channel;
    private boolean isOpening = true;

    ChannelLink(Connection owner, Loop loop, Bootstrap bootstrap) {
        this.owner = owner;
        this.loop = loop;
        this.bootstrap = bootstrap;
    }

    @Override
    public void connect(InetSocketAddress address) {
        ChannelFuture connecting = bootstrap
                .clone()
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        fill(opened.pipeline(), address);
                    }
                })
                .connect(destination(address));
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                long connectedNs = System.nanoTime();
                afterTcp(connecting.channel(), connectedNs);
            } else {
                owner.connectFailed(done.cause());
            }
        });
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
        pipeline.addLast(this);
    }

    private void afterTcp(Channel connected, long connectedNs) {
        SslHandler tls = connected.pipeline().get(SslHandler.class);
        if (tls == null) {
            isOpening = false;
            owner.connected(connectedNs);
            return;
        }
        tls.handshakeFuture().addListener(done -> {
            isOpening = false;
            if (done.isSuccess()) {
                owner.secured(connectedNs, System.nanoTime());
            } else {
                owner.openFailed(done.cause());
            }
        });
    }

    /// First in the pipeline: bytes are stamped before they are decrypted.
    private final class ReadStamp extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            owner.readAt(System.nanoTime());
            ctx.fireChannelRead(msg);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf read = (ByteBuf) msg;
        int n = read.readableBytes();
        byte[] bytes = loop.scratch(n);
        read.readBytes(bytes, 0, n);
        read.release();
        owner.received(bytes, n);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        owner.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (isOpening) {
            owner.openFailed(cause);
        } else {
            close();
            owner.broken(cause);
        }
    }

    @Override
    public void send(byte[] message) {
        Channel open = channel;
        if (open == null) {
            return;
        }
        open.writeAndFlush(Unpooled.wrappedBuffer(message)).addListener(done -> {
            if (done.isSuccess()) {
                owner.messageSent();
            } else {
                owner.sendFailed(done.cause());
            }
        });
    }

    @Override
    public boolean isOpen() {
        return channel != null && channel.isActive();
    }

    @Override
    public void close() {
        if (channel != null) {
            ChannelFuture _ = channel.close();
        }
    }
}
