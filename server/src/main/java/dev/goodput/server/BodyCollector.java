package dev.goodput.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;

/// Collects request bodies up to a limit. A larger one is answered with 413 and the rest of it read and dropped:
/// closing
/// at once would reset the connection under the client before it has seen the answer.
@SuppressWarnings("FutureReturnValueIgnored") // failed writes end in exceptionCaught
final class BodyCollector extends HttpObjectAggregator {
    /// A prompt of a million words.
    static final int MAX_BYTES = 8 << 20;

    BodyCollector() {
        super(MAX_BYTES);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        ApiException error = ApiException.tooLarge("the body is larger than " + MAX_BYTES + " bytes");
        byte[] body = error.body();
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, error.status(), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        ctx.writeAndFlush(response, ctx.voidPromise());
    }
}
