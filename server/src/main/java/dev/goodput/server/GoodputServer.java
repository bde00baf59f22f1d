package dev.goodput.server;

import dev.goodput.server.fault.FaultSchedule;
import dev.goodput.server.metric.EngineMetrics;
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
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// A modelled endpoint behind OpenAI-compatible HTTP, on the real clock.
///
/// `POST /v1/chat/completions` and `/v1/completions`, streaming or not, `GET /v1/models`, `/health` and
/// `/metrics`, `POST /tokenize` and `/detokenize`. A request that sets `max_tokens` (or
/// `max_completion_tokens`) gets exactly that many; the length of another is drawn. When each token is
/// due is the decision of a [ServingEngine], one for all connections; the head of a stream goes out when
/// the queue ends, so that a client sees queue and prefill apart.
public final class GoodputServer implements AutoCloseable {
    /// One scheduler and one cache for all requests, and so one thread, which carries some 100,000
    /// tokens/s.
    private static final int LOOPS = 1;

    /// Connections that may wait to be accepted: a load generator opens a thousand at once.
    private static final int BACKLOG = 4_096;

    /// A client that leaves so much of its stream unread is cut off: some 5,000 tokens.
    private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(512 << 10, 1 << 20);

    private final EventLoopGroup loops;
    private final ExecutorService aside;
    private final Channel listener;
    private final ChannelGroup connections;
    private final Served served;
    private final SendLateness lateness;

    private GoodputServer(
            EventLoopGroup loops,
            ExecutorService aside,
            Channel listener,
            ChannelGroup connections,
            Served served,
            SendLateness lateness) {
        this.loops = loops;
        this.aside = aside;
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
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                LOOPS,
                new DefaultThreadFactory("goodput-server", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        // One after the other, so that long prompts keep their order.
        ExecutorService aside = Executors.newSingleThreadExecutor(new DefaultThreadFactory("goodput-prompts", true));
        SendLateness lateness = new SendLateness();
        LoopEngine engine = engine(config, loops.next(), lateness);
        Served served = new Served(config, engine, aside);
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
                        if (served.refusesConnection()) {
                            Connection.reset(channel);
                            return;
                        }
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new BodyCollector())
                                .addLast(new Connection(channel, served));
                    }
                })
                .bind(config.host(), config.port())
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            engine.endPauses();
            aside.shutdownNow();
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            throw new ServerException("cannot listen on " + config.host() + ":" + config.port() + " ("
                    + failure.getMessage() + "); choose another port, or 0 for any free one");
        }
        return new GoodputServer(loops, aside, bound.channel(), connections, served, lateness);
    }

    private static LoopEngine engine(ServerConfig config, EventLoop loop, SendLateness lateness) {
        long originNs = System.nanoTime();
        EngineMetrics metrics = new EngineMetrics(config.model(), config.contextTokens());
        LoopEngine engine = new LoopEngine(loop, config.engine().get(), metrics, originNs, lateness);
        config.faults().pauses().forEach(pause -> pauseAgainAndAgain(engine, pause, pause.periodNs()));
        return engine;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // goes on until the loop ends
    private static void pauseAgainAndAgain(LoopEngine engine, FaultSchedule.Pause pause, long atNs) {
        engine.schedule(
                () -> {
                    engine.pause(pause.pauseNs());
                    pauseAgainAndAgain(engine, pause, Math.max(engine.nowNs(), atNs + pause.periodNs()));
                },
                atNs);
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
        served.engine().endPauses();
        listener.close().awaitUninterruptibly();
        // Not left to the loops: one that is just running tasks as it is told to end does not close its channels.
        connections.close().awaitUninterruptibly();
        aside.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
