package dev.goodput.server;

import dev.goodput.engine.serving.Rejection;
import dev.goodput.engine.serving.RequestListener;
import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/// An answer in one piece with which something goes wrong.
final class FaultyWhole implements RequestListener {
    private final Connection connection;
    private final LoopEngine engine;
    private final AnswerFacts facts;
    private final Faults faults;
    private final FaultyPace pace;
    private final FaultyWriter out;
    private int produced;

    FaultyWhole(
            Connection connection,
            LoopEngine engine,
            AnswerFacts facts,
            Faults faults,
            FaultyPace pace,
            FaultyWriter out) {
        this.connection = connection;
        this.engine = engine;
        this.facts = facts;
        this.faults = faults;
        this.pace = pace;
        this.out = out;
    }

    @Override
    public void admitted(long atNs, int cachedTokens) {
        pace.head(atNs, () -> goesOn(0));
    }

    @Override
    public void tokens(int count, boolean last, long atNs) {
        pace.tokens(count, last, atNs, this::token);
    }

    private void token(boolean last) {
        produced++;
        if (last) {
            out.whole(body());
        } else {
            goesOn(produced);
        }
    }

    private void goesOn(int tokens) {
        if (tokens == faults.tokens(FaultWord.DROP_AFTER)) {
            connection.cutOff(true);
        } else if (tokens == faults.tokens(FaultWord.CLOSE_AFTER)) {
            connection.cutOff(false);
        } else if (tokens == faults.tokens(FaultWord.ERROR_AFTER)) {
            if (!pace.isComplete()) {
                engine.metrics().failed();
            }
            connection.stopGeneration();
            connection.respond(
                    ApiException.of(HttpResponseStatus.INTERNAL_SERVER_ERROR, FaultyEvents.ERROR_MESSAGE, 0));
        }
    }

    private byte[] body() {
        int reasoning = facts.request().api() == Api.CHAT
                ? (int) Math.min(produced, Math.max(0, faults.tokens(FaultWord.REASONING)))
                : 0;
        return WholeBody.of(
                facts,
                text(reasoning, produced),
                reasoning > 0 ? text(0, reasoning) : null,
                FaultyEvents.reasoningField(faults),
                usage());
    }

    private String text(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(facts.text().text(i, i == produced - 1));
        }
        return text.toString();
    }

    private @Nullable UsageCounts usage() {
        return switch (faults.text(FaultWord.USAGE)) {
            case "none" -> null;
            case "zero" -> new UsageCounts(0, 0);
            case "wrong" -> UsageCounts.of(facts, 2 * produced);
            default -> UsageCounts.of(facts, produced);
        };
    }

    @Override
    public void rejected(Rejection reason, long atNs) {
        connection.respond(connection.rejection(reason, facts));
    }
}
