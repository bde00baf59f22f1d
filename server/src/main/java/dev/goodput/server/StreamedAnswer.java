package dev.goodput.server;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpServerCodec;

/// Streams an answer: the head when the queue ends, then a write to the socket for each event, the
/// moment it is due.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class StreamedAnswer implements RequestListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final AnswerFacts facts;
    private final StreamEvents events;
    private final Channel channel;
    /// Writes from here pass the HTTP encoder by: the events are framed already.
    private final ChannelHandlerContext socket;

    private int produced;

    StreamedAnswer(Connection connection, Channel channel, LoopEngine engine, AnswerFacts facts) {
        this.connection = connection;
        this.engine = engine;
        this.facts = facts;
        this.events = new StreamEvents(facts);
        this.channel = channel;
        this.socket = channel.pipeline().context(HttpServerCodec.class);
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        connection.streamHead();
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        if (!channel.isWritable()) {
            // The client has stopped reading and the buffer is full. Nothing may wait here, so the stream ends.
            channel.close();
            return;
        }
        ByteBufAllocator allocator = channel.alloc();
        if (produced == 0 && events.hasRole()) {
            socket.writeAndFlush(events.role(allocator), socket.voidPromise());
        }
        socket.writeAndFlush(events.text(allocator, produced, count, last), socket.voidPromise());
        produced += count;
        engine.sent(atNs);
        if (last) {
            if (facts.request().includeUsage()) {
                socket.writeAndFlush(events.usage(allocator, produced), socket.voidPromise());
            }
            socket.write(events.done(allocator), socket.voidPromise());
            connection.streamEnd();
        }
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        connection.respond(connection.rejection(reason, facts));
    }
}
