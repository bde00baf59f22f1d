package dev.goodput.server;

import dev.goodput.engine.RequestSampler;
import dev.goodput.engine.TokenEngine;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A modelled endpoint behind OpenAI-compatible HTTP, on the real clock.
///
/// `POST /v1/chat/completions` and `/v1/completions`, streaming or not, `GET /v1/models` and `/health`. Prompts count
/// one token a word. A request that sets `max_tokens` (or `max_completion_tokens`) gets exactly that many; another as
/// many as the profile draws. When each token is due is the decision of a [TokenEngine]; the head of a stream goes
/// out when the queue ends, so that a client sees queue and prefill apart.
public final class GoodputServer implements AutoCloseable {
    /// An engine replica each. One loop carries some 100,000 tokens/s; more than two would take the cores from the
    /// clients on the same machine. A degraded engine is one engine.
    private static final int MAX_LOOPS = 2;

    /// Connections that may wait to be accepted: a load generator opens a thousand at once.
    private static final int BACKLOG = 4_096;

    /// A client that leaves so much of its stream unread is cut off: some 5,000 tokens.
    private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(512 << 10, 1 << 20);

    private final EventLoopGroup loops;
    private final Channel listener;
    private final ChannelGroup connections;
    private final Served served;
    private final SendLateness lateness;

    private GoodputServer(
            EventLoopGroup loops, Channel listener, ChannelGroup connections, Served served, SendLateness lateness) {
        this.loops = loops;
        this.listener = listener;
        this.connections = connections;
        this.served = served;
        this.lateness = lateness;
    }

    /// Starts a server; it answers when this returns.
    ///
    /// @throws ServerException when the port is taken or the host is not one of this machine
    public static GoodputServer start(ServerConfig config) {
        boolean epoll = Epoll.isAvailable();
        int threads =
                config.degraded() ? 1 : Math.min(MAX_LOOPS, Runtime.getRuntime().availableProcessors());
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory("goodput-server", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        Served served = new Served(config.model());
        SendLateness lateness = new SendLateness();
        Map<EventLoop, LoopEngine> engines = engines(config, loops, lateness);
        // Stays closed: a connection accepted while the server closes is closed as well.
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        Class<? extends ServerChannel> type = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        LoopEngine engine = Objects.requireNonNull(engines.get(channel.eventLoop()));
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new BodyCollector())
                                .addLast(new Connection(channel, engine, served));
                    }
                })
                .bind(config.host(), config.port())
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            throw new ServerException("cannot listen on " + config.host() + ":" + config.port() + " ("
                    + failure.getMessage() + "); choose another port, or 0 for any free one");
        }
        return new GoodputServer(loops, bound.channel(), connections, served, lateness);
    }

    private static Map<EventLoop, LoopEngine> engines(
            ServerConfig config, EventLoopGroup loops, SendLateness lateness) {
        long originNs = System.nanoTime();
        RequestSampler sampler = new RequestSampler(config.profile(), config.seed());
        Map<EventLoop, LoopEngine> engines = new HashMap<>();
        for (EventExecutor executor : loops) {
            EventLoop loop = (EventLoop) executor;
            TokenEngine engine = config.degraded()
                    ? TokenEngine.degraded(config.profile(), sampler, config.seed(), 0)
                    : TokenEngine.healthy(config.profile(), sampler);
            engines.put(loop, new LoopEngine(loop, engine, originNs, lateness));
        }
        return engines;
    }

    /// The port it listens on.
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /// Requests taken in and not yet answered. A client that disconnects ends its request.
    public int inFlight() {
        return served.inFlight();
    }

    /// How late tokens were sent so far.
    public SendLateness lateness() {
        return lateness;
    }

    /// Stops listening and cuts off what is in flight. Closing twice does nothing more.
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        // Not left to the loops: one that is just running tasks as it is told to end does not close its channels.
        connections.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
