package dev.goodput.server;

import dev.goodput.engine.TokenListener;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpServerCodec;

/// Streams an answer: the head when the queue ends, then a write to the socket for each event, the moment it is due.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class StreamedAnswer implements TokenListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final StreamEvents events;
    private final boolean includeUsage;
    private final Channel channel;
    /// Writes from here pass the HTTP encoder by: the events are framed already.
    private final ChannelHandlerContext socket;

    StreamedAnswer(Connection connection, Channel channel, LoopEngine engine, AnswerFacts facts) {
        this.connection = connection;
        this.engine = engine;
        this.events = new StreamEvents(facts);
        this.includeUsage = facts.request().includeUsage();
        this.channel = channel;
        this.socket = channel.pipeline().context(HttpServerCodec.class);
    }

    @Override
    public void prefillStarted(long dueNs) {
        connection.streamHead();
    }

    @Override
    public void token(int index, boolean last, long dueNs) {
        if (!channel.isWritable()) {
            // The client has stopped reading and the buffer is full. Nothing may wait here, so the stream ends.
            channel.close();
            return;
        }
        ByteBufAllocator allocator = channel.alloc();
        if (index == 0 && events.hasRole()) {
            socket.writeAndFlush(events.role(allocator), socket.voidPromise());
        }
        socket.writeAndFlush(events.text(allocator, index, last), socket.voidPromise());
        engine.sent(dueNs);
        if (last) {
            if (includeUsage) {
                socket.writeAndFlush(events.usage(allocator, index + 1), socket.voidPromise());
            }
            socket.write(events.done(allocator), socket.voidPromise());
            connection.streamEnd();
        }
    }
}
