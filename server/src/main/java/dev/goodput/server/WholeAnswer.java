package dev.goodput.server;

import dev.goodput.engine.TokenListener;
import io.netty.handler.codec.http.HttpResponseStatus;

/// Answers in one piece when the last token is due.
final class WholeAnswer implements TokenListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final AnswerFacts facts;

    WholeAnswer(Connection connection, LoopEngine engine, AnswerFacts facts) {
        this.connection = connection;
        this.engine = engine;
        this.facts = facts;
    }

    @Override
    public void prefillStarted(long dueNs) {
        // The head goes out with the body.
    }

    @Override
    public void token(int index, boolean last, long dueNs) {
        if (last) {
            connection.respond(HttpResponseStatus.OK, WholeBody.of(facts, index + 1));
            engine.sent(dueNs);
        }
    }
}
