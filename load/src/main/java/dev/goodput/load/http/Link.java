package dev.goodput.load.http;

import java.net.InetSocketAddress;

/// What carries a connection's bytes. Lives on one event loop, and tells its [Connection] what happens: the attempt
/// to connect succeeded or failed, bytes came, a message went out, the other side closed.
///
/// There are two: [EpollLink] for plain TCP on Linux, and [ChannelLink] for everything that needs more of Netty.
interface Link {
    void connect(InetSocketAddress address);

    /// Sends a whole message, not before the one sent earlier went out.
    void send(byte[] message);

    /// Whether bytes can go either way as far as is known.
    boolean isOpen();

    void close();
}
