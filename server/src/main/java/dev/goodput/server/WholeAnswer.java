package dev.goodput.server;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import io.netty.handler.codec.http.HttpResponseStatus;

/// Answers in one piece when the last token is due.
final class WholeAnswer implements RequestListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final AnswerFacts facts;
    private int produced;

    WholeAnswer(Connection connection, LoopEngine engine, AnswerFacts facts) {
        this.connection = connection;
        this.engine = engine;
        this.facts = facts;
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        // The head goes out with the body.
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        produced += count;
        if (last) {
            byte[] body = WholeBody.of(facts, produced, UsageCounts.of(facts, produced));
            connection.respond(HttpResponseStatus.OK, body);
            engine.sent(atNs);
        }
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        connection.respond(connection.rejection(reason, facts));
    }
}
