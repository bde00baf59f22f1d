package dev.goodput.engine.workload;

import dev.goodput.engine.serving.EngineRequest;
import dev.goodput.engine.serving.Prompt;
import dev.goodput.engine.serving.Prompt.Span;
import dev.goodput.engine.workload.WorkloadRequest.After;
import dev.goodput.engine.workload.WorkloadRequest.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What one caller asks, turn by turn: each prompt is the one before it, the answer to that, and new text.
final class Conversation {
    private final RequestClass kind;
    private final RandomGenerator random;
    private final List<Span> spans = new ArrayList<>();
    private final int turns;
    private int promptTokens;
    private int turn;
    private long thinkNs;
    private int newTokens;
    private int answerTokens;

    /// @param random the caller's own
    /// @param seed of the workload, for texts shared with others
    Conversation(RequestClass kind, RandomGenerator random, long seed) {
        this.kind = kind;
        this.random = random;
        for (PrefixPart part : kind.prefix()) {
            part.addTo(spans, random, seed);
        }
        promptTokens = spans.stream().mapToInt(Span::tokens).sum();
        turns = kind.turns().tokens(random.nextDouble());
        draw(kind.prompt());
    }

    /// Whether there is another turn. The first is asked however long it is.
    boolean goesOn() {
        return turn == 0 || (turn < turns && promptTokens + newTokens + answerTokens <= kind.maxContext());
    }

    /// The next turn.
    ///
    /// @param firstStart when the first is due
    WorkloadRequest ask(long index, Supplier<Start> firstStart) {
        // Even contents are callers' texts, odd ones answers, and negative ones are shared.
        spans.add(new Span(2 * index, newTokens));
        promptTokens += newTokens;
        long answer = 2 * index + 1;
        EngineRequest request = new EngineRequest(
                new Prompt(spans), promptTokens, answerTokens, kind.maxAnswer(answerTokens), answer, kind.priority());
        Start start = turn == 0 ? firstStart.get() : new After(index - 1, thinkNs);
        spans.add(new Span(answer, answerTokens));
        promptTokens += answerTokens;
        turn++;
        if (turn < turns) {
            draw(kind.followUp());
        }
        return new WorkloadRequest(index, request, kind.name(), start);
    }

    private void draw(Variate text) {
        newTokens = text.tokens(random.nextDouble());
        answerTokens = kind.answer().tokens(random.nextDouble());
        thinkNs = kind.think().nanos(random.nextDouble());
    }
}
