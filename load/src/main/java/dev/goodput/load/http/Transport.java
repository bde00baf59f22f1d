package dev.goodput.load.http;

import dev.goodput.load.health.LagHistogram;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.resolver.NoopAddressResolverGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Sends requests to one origin over HTTP/1.1 and records what comes back. Nothing is retried, redirected or sent
/// twice.
///
/// Connections are kept alive and pooled by event loop, the one used last first; one that was idle for 4 s is not
/// used again, nor any after the server was seen to close right after an answer. Each request belongs to the
/// event
/// loop of its index, from its start to its end.
public final class Transport implements AutoCloseable {
    private static final long CLOSE_WAIT_S = 5;

    final Origin origin;
    final Limits limits;
    final @Nullable SslContext tls;
    final KeepAlive keepAlive;
    long epochNs;

    private final MultiThreadIoEventLoopGroup group;
    private final List<Loop> loops = new ArrayList<>();

    /// @throws IllegalStateException if this JVM has no TLS
    public Transport(Origin origin, Limits limits, int loopCount) {
        this(origin, limits, loopCount, Epoll.isAvailable());
    }

    /// @param epoll whether to use it: only where it is available
    Transport(Origin origin, Limits limits, int loopCount, boolean epoll) {
        this.origin = origin;
        this.limits = limits;
        this.tls = origin.tls() ? tlsContext() : null;
        this.keepAlive = KeepAlive.of(origin);
        group = new MultiThreadIoEventLoopGroup(
                loopCount,
                new DefaultThreadFactory("load", true, Thread.MAX_PRIORITY),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        for (int i = 0; i < loopCount; i++) {
            IoEventLoop executor = group.next();
            Loop loop = new Loop(this, executor, epoll && tls == null ? null : bootstrap(executor, epoll));
            loops.add(loop);
            executor.execute(loop::startHeartbeat);
        }
    }

    private static Bootstrap bootstrap(IoEventLoop executor, boolean epoll) {
        return new Bootstrap()
                .group(executor)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .resolver(NoopAddressResolverGroup.INSTANCE)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.TCP_NODELAY, true)
                // The loop's own sweep watches the connect deadline, which covers TLS and the proxy as well.
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
    }

    /// One event loop a core, less one for everything else.
    public static int defaultLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    }

    private static SslContext tlsContext() {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this JVM offers no TLS: " + e.getMessage(), e);
        }
    }

    /// Sets the moment that stamps count from, as `System.nanoTime()` says it. Before the first request. Lateness
    /// seen before the epoch is forgotten.
    public void epoch(long nanoTime) {
        epochNs = nanoTime;
        onEachLoop(loop -> loop.lag = new LagHistogram());
    }

    /// Opens connections ahead of their first use, spread over the loops; those that fail are left to the
    /// requests,
    /// which say so.
    public void preopen(int connections) {
        for (int i = 0; i < connections; i++) {
            Loop loop = loops.get(i % loops.size());
            loop.executor.execute(loop::preopen);
        }
        await(() -> total(loop -> loop.opened + loop.notOpened) >= connections, PREOPEN_WAIT_NS);
    }

    private static final long PREOPEN_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static void await(BooleanSupplier condition, long limitNs) {
        long until = System.nanoTime() + limitNs;
        while (!condition.getAsBoolean() && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /// Starts a call on the event loop of its index; from any thread.
    public void start(Call call) {
        Loop loop = loops.get((int) (call.index % loops.size()));
        if (loop.executor.inEventLoop()) {
            loop.start(call);
        } else {
            loop.executor.execute(() -> loop.start(call));
        }
    }

    /// Runs something after a delay, on an event loop.
    public void later(Runnable task, long delayNs) {
        ScheduledFuture<?> _ = loops.getFirst().executor.schedule(task, delayNs, TimeUnit.NANOSECONDS);
    }

    /// Ends what is in flight as cancelled.
    public void cancelAll() {
        loops.forEach(loop -> loop.executor.execute(loop::cancelAll));
    }

    /// Waits until it is known whether the server keeps connections open, for a few times as long as that takes.
    public void awaitKeepAlive() {
        await(() -> !keepAlive.isUnproven(), 4 * KeepAlive.PROOF_NS);
    }

    /// Whether the server was seen to close connections right after an answer.
    public boolean serverClosesAfterAnswers() {
        return keepAlive.closes();
    }

    /// What the loops counted.
    ///
    /// @param opened connections opened
    public record Counts(long reads, long chunks, long opened, LagHistogram lag) {}

    public Counts counts() {
        LagHistogram lag = new LagHistogram();
        long[] sums = new long[3];
        onEachLoop(loop -> {
            lag.addAll(loop.lag);
            sums[0] += loop.reads;
            sums[1] += loop.chunks;
            sums[2] += loop.opened;
        });
        return new Counts(sums[0], sums[1], sums[2], lag);
    }

    private long total(ToLongFunction<Loop> count) {
        long[] sum = new long[1];
        onEachLoop(loop -> sum[0] += count.applyAsLong(loop));
        return sum[0];
    }

    /// Runs a task on each loop, one after the other, and waits for it.
    private void onEachLoop(Consumer<Loop> task) {
        for (Loop loop : loops) {
            loop.executor.submit(() -> task.accept(loop)).syncUninterruptibly();
        }
    }

    @Override
    public void close() {
        onEachLoop(Loop::closeIdle);
        group.shutdownGracefully(0, CLOSE_WAIT_S, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_WAIT_S, TimeUnit.SECONDS);
    }
}
