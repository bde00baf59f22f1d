package dev.goodput.server;

import dev.goodput.server.fault.FaultWord;
import dev.goodput.server.fault.Faults;
import java.util.function.Consumer;

/// When what the engine does for one request shows: later by the delays and the stall that its faults
/// ask for.
final class FaultyPace {
    private final DelayedQueue queue;
    private final Faults faults;
    private final long stallAfter;
    private long shiftNs;
    private long tokens;
    private boolean isComplete;

    /// @param answerTokens how long the answer will be
    FaultyPace(DelayedQueue queue, Faults faults, int answerTokens) {
        this.queue = queue;
        this.faults = faults;
        this.stallAfter = faults.stallAfter(answerTokens);
        this.shiftNs = faults.timeNs(FaultWord.HEAD_DELAY);
    }

    /// The engine has begun.
    void head(long atNs, Runnable action) {
        queue.at(atNs + shiftNs, action);
    }

    /// The engine has made further tokens.
    ///
    /// @param each what becomes of one when it shows, told whether it is the last
    void tokens(int count, boolean last, long atNs, Consumer<Boolean> each) {
        isComplete = last;
        for (int i = 0; i < count; i++) {
            boolean ends = last && i == count - 1;
            token(atNs, () -> each.accept(ends));
        }
    }

    /// Whether the engine has made the last token, and counted the request as finished; it may not show yet.
    boolean isComplete() {
        return isComplete;
    }

    private void token(long atNs, Runnable action) {
        if (tokens == 0) {
            shiftNs += faults.timeNs(FaultWord.FIRST_TOKEN_DELAY);
        }
        if (tokens == stallAfter) {
            shiftNs += faults.timeNs(FaultWord.STALL);
        }
        tokens++;
        queue.at(atNs + shiftNs, action);
    }
}
