package dev.goodput.load.http;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Plain TCP, straight on the event loop's epoll: one system call and one stamp a read, into a buffer that all
/// connections of the loop share.
///
/// A Netty channel does the same with a buffer allocated a read, a pipeline walked three times a read, and
/// level-triggered polling that asks the kernel about every socket twice. With 200 streams of 40 chunks a second the
/// whole program took 20.0 µs of CPU a chunk that way and 14.5 this way (a heartbeat of 5 ms instead of 1 ms included).
final class EpollLink implements Link, EpollIoHandle {
    /// With edges, news of bytes come once; the peer's end comes as an event of its own.
    private static final EpollIoOps READ =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP).with(EpollIoOps.EPOLLET);

    private static final EpollIoOps READ_AND_WRITE = READ.with(EpollIoOps.EPOLLOUT);

    /// Reads before the loop turns to other work; a server that floods must not stop the deadlines.
    private static final int MAX_READS = 16;

    private static final int TRANSFERS =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLOUT).value();

    private final Connection owner;
    private final Loop loop;
    private final Socket socket = Socket.newSocketStream();
    private @Nullable IoRegistration registration;
    private boolean connected;
    private byte @Nullable [] unsent;
    private int sent;

    EpollLink(Connection owner, Loop loop) {
        this.owner = owner;
        this.loop = loop;
    }

    @Override
    public FileDescriptor fd() {
        return socket;
    }

    @Override
    public void connect(InetSocketAddress address) {
        try {
            socket.setTcpNoDelay(true);
            boolean atOnce = socket.connect(address);
            Future<IoRegistration> registering = loop.executor.register(this);
            IoRegistration registered = registering.getNow();
            if (registered == null) {
                throw new IOException("cannot watch a socket", registering.cause());
            }
            registration = registered;
            registered.submit(READ_AND_WRITE);
            if (atOnce) {
                connected();
            }
        } catch (IOException e) {
            close();
            owner.connectFailed(e);
        }
    }

    private void connected() {
        connected = true;
        watch(READ);
        owner.connected(System.nanoTime());
    }

    private void watch(EpollIoOps events) {
        IoRegistration registered = registration;
        if (registered != null && registered.isValid()) {
            registered.submit(events);
        }
    }

    @Override
    public void handle(IoRegistration registered, IoEvent event) {
        EpollIoOps happened = ((EpollIoEvent) event).ops();
        try {
            if (!connected) {
                finishConnecting();
                return;
            }
            if (unsent != null && happened.contains(EpollIoOps.EPOLLOUT)) {
                write();
            }
            read((happened.value() & ~TRANSFERS) != 0);
        } catch (IOException e) {
            close();
            owner.broken(e);
        }
    }

    private void finishConnecting() {
        try {
            if (socket.finishConnect()) {
                connected();
            }
        } catch (IOException e) {
            close();
            owner.connectFailed(e);
        }
    }

    /// Reads until the socket is empty, which a read that leaves room in the buffer shows without asking again.
    ///
    /// @param ending whether the peer is known to send no more, so that the end itself is to be read
    private void read(boolean ending) throws IOException {
        ByteBuffer buffer = loop.readBuffer;
        int n = buffer.capacity();
        for (int reads = 0; isOpen() && n > 0 && (ending || n == buffer.capacity()); reads++) {
            if (reads == MAX_READS) {
                // Asking again brings the event again.
                watch(READ);
                return;
            }
            n = socket.recv(buffer, 0, buffer.capacity());
            if (n > 0) {
                owner.readAt(System.nanoTime());
                byte[] bytes = loop.scratch(n);
                buffer.get(0, bytes, 0, n);
                owner.received(bytes, n);
            }
        }
        if (n < 0) {
            close();
            owner.closed();
        }
    }

    @Override
    public void send(byte[] message) {
        unsent = message;
        sent = 0;
        try {
            write();
        } catch (IOException e) {
            unsent = null;
            owner.sendFailed(e);
        }
    }

    private void write() throws IOException {
        byte[] message = unsent;
        ByteBuffer buffer = loop.writeBuffer;
        while (message != null && sent < message.length) {
            int length = Math.min(buffer.capacity(), message.length - sent);
            buffer.put(0, message, sent, length);
            int n = socket.send(buffer, 0, length);
            if (n <= 0) {
                watch(READ_AND_WRITE);
                return;
            }
            sent += n;
        }
        unsent = null;
        owner.messageSent();
    }

    @Override
    public boolean isOpen() {
        return connected && socket.isOpen();
    }

    @Override
    public void close() {
        IoRegistration registered = registration;
        if (registered != null) {
            registered.cancel();
        }
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
