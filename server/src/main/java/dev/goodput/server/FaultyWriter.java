package dev.goodput.server;

import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts a response on the wire the way that its faults ask for: over a slow network, compressed, in
/// HTTP/1.0, in pieces. Writes are in order. On the loop's thread only.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class FaultyWriter {
    /// A slow network delivers what it carries in twentieths of a second.
    private static final int PIECES_A_SECOND = 20;

    /// Pieces of a split event: far enough apart that they are read apart.
    private static final long SPLIT_NS = 1_000_000;

    /// What waits for a slow network at most; more is a client that will never see the end.
    private static final int MAX_WAITING = 200_000;

    private final Connection connection;
    private final Channel channel;
    private final ChannelHandlerContext socket;
    private final LoopEngine clock;
    private final DelayedQueue network;
    private final Faults faults;
    private final long halfRttNs;
    private final long bytesPerSecond;
    private final boolean http10;
    private final @Nullable Gzip gzip;
    private boolean chunked;
    /// When the network has carried all that was given to it.
    private long freeNs = Long.MIN_VALUE;

    FaultyWriter(Connection connection, Channel channel, LoopEngine clock, Faults faults) {
        this.connection = connection;
        this.channel = channel;
        this.socket = channel.pipeline().context(HttpServerCodec.class);
        this.clock = clock;
        this.network = new DelayedQueue(clock);
        this.faults = faults;
        this.halfRttNs = faults.timeNs(FaultWord.RTT) / 2;
        this.bytesPerSecond = faults.number(FaultWord.BANDWIDTH).orElse(Long.MAX_VALUE);
        this.http10 = faults.has(FaultWord.HTTP10);
        this.gzip = faults.has(FaultWord.GZIP) ? new Gzip() : null;
    }

    /// Sends the head of a stream.
    void streamHead() {
        HttpResponse head = head(Connection.STREAM_TYPE);
        head.headers().set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE);
        if (!http10) {
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            chunked = true;
        }
        then(() -> connection.send(head));
    }

    private HttpResponse head(String contentType) {
        HttpResponse head = connection.head(http10 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1, contentType);
        if (gzip != null) {
            head.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
        }
        return head;
    }

    /// Sends a whole answer.
    void whole(byte[] body) {
        HttpResponse head = head(Connection.JSON_TYPE);
        byte[] sent = gzip == null ? body : gzip.whole(body);
        if (!http10) {
            head.headers().set(HttpHeaderNames.CONTENT_LENGTH, sent.length);
        }
        then(() -> connection.send(head));
        carry(Unpooled.wrappedBuffer(sent), clock.nowNs());
        then(connection::streamEnd);
    }

    /// Sends events in one write, or each in the pieces that the faults ask for.
    void events(List<byte[]> events) {
        long atNs = clock.nowNs();
        List<ByteBuf> write = new ArrayList<>();
        for (byte[] event : events) {
            List<byte[]> pieces = pieces(event);
            for (int i = 0; i < pieces.size(); i++) {
                byte[] body = gzip == null ? pieces.get(i) : gzip.piece(pieces.get(i));
                if (i > 0) {
                    carry(joined(write), atNs);
                    write.clear();
                    atNs = Math.max(atNs, clock.nowNs()) + SPLIT_NS;
                }
                write.add(framed(body));
            }
        }
        carry(joined(write), atNs);
    }

    private static ByteBuf joined(List<ByteBuf> buffers) {
        return Unpooled.wrappedBuffer(buffers.toArray(ByteBuf[]::new));
    }

    private List<byte[]> pieces(byte[] event) {
        if (faults.has(FaultWord.SPLIT_UTF8)) {
            return Pieces.insideCharacter(event);
        }
        return Pieces.ofSize(event, faults.number(FaultWord.SPLIT).orElse(Integer.MAX_VALUE));
    }

    private ByteBuf framed(byte[] body) {
        byte[] none = {};
        return chunked ? Chunked.chunk(channel.alloc(), body, none, none) : Unpooled.wrappedBuffer(body);
    }

    /// Ends the message as it should.
    void end() {
        if (gzip != null && chunked) {
            carry(framed(gzip.trailer()), clock.nowNs());
        } else if (gzip != null) {
            carry(Unpooled.wrappedBuffer(gzip.trailer()), clock.nowNs());
        }
        then(connection::streamEnd);
    }

    /// Does something to the connection when all that was written is through.
    void then(Runnable action) {
        carry(0, clock.nowNs(), action);
    }

    /// Gives bytes to the network.
    private void carry(ByteBuf bytes, long atNs) {
        if (network.size() > MAX_WAITING || !channel.isWritable()) {
            bytes.release();
            channel.close();
            return;
        }
        long piece = Math.max(1, bytesPerSecond / PIECES_A_SECOND);
        while (bytes.readableBytes() > piece) {
            byte[] slice = ByteBufUtil.getBytes(bytes.readSlice((int) piece));
            carry(slice.length, atNs, () -> socket.writeAndFlush(Unpooled.wrappedBuffer(slice), socket.voidPromise()));
        }
        byte[] rest = ByteBufUtil.getBytes(bytes);
        bytes.release();
        carry(rest.length, atNs, () -> socket.writeAndFlush(Unpooled.wrappedBuffer(rest), socket.voidPromise()));
    }

    private void carry(long bytes, long atNs, Runnable arrival) {
        long carriedNs = bytesPerSecond == Long.MAX_VALUE ? 0 : bytes * 1_000_000_000L / bytesPerSecond;
        freeNs = Math.max(freeNs, atNs) + carriedNs;
        network.at(freeNs + halfRttNs, arrival);
    }

    /// Forgets what is not written yet.
    void stop() {
        network.stop();
        if (gzip != null) {
            gzip.close();
        }
    }
}
