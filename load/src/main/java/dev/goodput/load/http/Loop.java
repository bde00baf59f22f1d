package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ChunkReader;
import dev.goodput.load.health.LagHistogram;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.IoEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Everything that belongs to one event loop: its connections, its active calls, its deadlines and its heartbeat.
/// All methods run on that loop, so nothing here is locked.
final class Loop {
    /// Servers commonly close idle connections after 5 s; one older than this may be closing already.
    static final long MAX_IDLE_NS = TimeUnit.SECONDS.toNanos(4);

    /// Each beat wakes the loop, which costs as much as a chunk; 200 a second are enough for a 99th percentile.
    private static final long HEARTBEAT_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /// Deadlines are looked at every so many heartbeats.
    private static final int BEATS_PER_SWEEP = 4;

    private static final int BUFFER_BYTES = 1 << 16;

    final IoEventLoop executor;
    private final @Nullable Bootstrap bootstrap;
    final Transport transport;
    final ChunkReader reader = new ChunkReader();
    final ByteBuffer readBuffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    final ByteBuffer writeBuffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private byte[] scratch = new byte[BUFFER_BYTES];
    long reads;
    long chunks;
    long opened;

    /// Connections that were to be opened ahead and could not be.
    long notOpened;

    LagHistogram lag = new LagHistogram();

    private final List<Call> active = new ArrayList<>();

    /// Idle connections, the one used last at the end.
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();

    private long nextBeatNs;
    private int beats;

    /// @param bootstrap of channels; null where plain sockets on epoll do
    Loop(Transport transport, IoEventLoop executor, @Nullable Bootstrap bootstrap) {
        this.transport = transport;
        this.executor = executor;
        this.bootstrap = bootstrap;
    }

    /// A link of the kind that the origin needs, not connected yet.
    Link newLink(Connection owner) {
        return bootstrap == null ? new EpollLink(owner, this) : new ChannelLink(owner, this, bootstrap);
    }

    /// A buffer for the bytes being decoded, at least `size` long; its content lasts for one read.
    byte[] scratch(int size) {
        if (scratch.length < size) {
            scratch = new byte[size];
        }
        return scratch;
    }

    void startHeartbeat() {
        nextBeatNs = System.nanoTime() + HEARTBEAT_NS;
        ScheduledFuture<?> _ = executor.schedule(this::beat, HEARTBEAT_NS, TimeUnit.NANOSECONDS);
    }

    private void beat() {
        long now = System.nanoTime();
        lag.add(now - nextBeatNs);
        if (++beats % BEATS_PER_SWEEP == 0) {
            sweep(now);
        }
        nextBeatNs = System.nanoTime() + HEARTBEAT_NS;
        ScheduledFuture<?> _ = executor.schedule(this::beat, HEARTBEAT_NS, TimeUnit.NANOSECONDS);
    }

    void start(Call call) {
        call.takenNs = System.nanoTime();
        call.answer = new Answer(reader);
        call.activeAt = active.size();
        active.add(call);
        if (transport.origin.addresses().isEmpty()) {
            end(
                    call,
                    Failures.of(
                            FailureCategory.NAME_RESOLUTION,
                            "host name '" + transport.origin.connectHost() + "' is unknown"),
                    call.takenNs);
            return;
        }
        Connection pooled = takeIdle(call.takenNs);
        if (pooled != null) {
            pooled.send(call);
        } else {
            new Connection(this).open(call);
        }
    }

    /// Opens a connection ahead of its use.
    void preopen() {
        if (!transport.origin.addresses().isEmpty()) {
            new Connection(this).open(null);
        }
    }

    private @Nullable Connection takeIdle(long now) {
        for (Connection last = idle.pollLast(); last != null; last = idle.pollLast()) {
            boolean fresh = !last.hasCarried();
            if (last.isOpen() && now - last.idleSinceNs() < MAX_IDLE_NS) {
                if (fresh || transport.keepAlive.allowsReuse()) {
                    return last;
                }
                if (transport.keepAlive.isUnproven()) {
                    idle.addLast(last);
                    return takeFresh(now);
                }
            }
            last.close();
        }
        return null;
    }

    /// A connection that was opened ahead and has carried nothing yet.
    private @Nullable Connection takeFresh(long now) {
        for (Connection connection : idle) {
            if (!connection.hasCarried() && connection.isOpen() && now - connection.idleSinceNs() < MAX_IDLE_NS) {
                idle.remove(connection);
                return connection;
            }
        }
        return null;
    }

    void release(Connection connection) {
        idle.addLast(connection);
    }

    /// A connection was closed by the other side, or for good by this one.
    void forget(Connection connection, long now) {
        boolean wasIdle = idle.remove(connection);
        if (wasIdle && connection.hasCarried() && now - connection.idleSinceNs() < KeepAlive.PROOF_NS) {
            transport.keepAlive.closedAtOnce();
        }
    }

    void end(Call call, Outcome outcome, long endNanoTime) {
        if (call.hasEnded()) {
            return;
        }
        Call last = active.removeLast();
        if (last != call) {
            active.set(call.activeAt, last);
            last.activeAt = call.activeAt;
        }
        if (call.answer != null) {
            chunks += call.answer.chunkCount();
        }
        call.end(outcome, endNanoTime - transport.epochNs);
    }

    private void sweep(long now) {
        for (int i = active.size() - 1; i >= 0; i--) {
            // Ending a call moves the last one into its place, or starts others behind it; both wait for the next
            // sweep.
            if (i < active.size()) {
                checkDeadlines(active.get(i), now);
            }
        }
        Connection oldest = idle.peekFirst();
        if (oldest == null) {
            return;
        }
        if (transport.keepAlive.isUnproven()
                && oldest.hasCarried()
                && oldest.isOpen()
                && now - oldest.idleSinceNs() > KeepAlive.PROOF_NS) {
            transport.keepAlive.outlived();
        }
        if (now - oldest.idleSinceNs() > MAX_IDLE_NS) {
            idle.removeFirst();
            oldest.close();
        }
    }

    private void checkDeadlines(Call call, long now) {
        Limits limits = transport.limits;
        if (!call.sent) {
            if (now - call.takenNs > limits.connectNs()) {
                expire(
                        call,
                        FailureCategory.CONNECT_TIMEOUT,
                        "no connection within " + seconds(limits.connectNs()),
                        now);
            }
        } else if (now - call.sentNs > limits.totalNs()) {
            expire(call, FailureCategory.TOTAL_TIMEOUT, "not complete within " + seconds(limits.totalNs()), now);
        } else if (!call.anyByteRead) {
            if (now - call.sentNs > limits.firstByteNs()) {
                expire(
                        call,
                        FailureCategory.FIRST_BYTE_TIMEOUT,
                        "no byte within " + seconds(limits.firstByteNs()),
                        now);
            }
        } else if (now - call.lastReadNs > limits.stallNs()) {
            boolean output = call.answer != null && call.answer.outputSeen();
            if (output || now - call.sentNs > limits.firstByteNs()) {
                expire(call, FailureCategory.STALL_TIMEOUT, "no byte for " + seconds(limits.stallNs()), now);
            }
        }
    }

    private void expire(Call call, FailureCategory category, String message, long now) {
        Connection connection = call.connection;
        if (connection != null) {
            connection.abandon(category, message, now);
        }
    }

    void cancelAll() {
        long now = System.nanoTime();
        for (Call call : List.copyOf(active)) {
            expire(call, FailureCategory.CANCELLED, "still running when the run was stopped", now);
        }
    }

    void closeIdle() {
        List.copyOf(idle).forEach(Connection::close);
        idle.clear();
    }

    private static String seconds(long ns) {
        return ns % 1_000_000_000 == 0 ? ns / 1_000_000_000 + " s" : ns / 1_000_000 + " ms";
    }
}
