package dev.goodput.engine;

/// Is told what one request's generation does, in order, on the thread that advances the engine.
public interface TokenListener {
    /// The queue has ended and the prefill begins.
    ///
    /// @param dueNs when, on the engine's clock
    void prefillStarted(long dueNs);

    /// A token is there.
    ///
    /// @param index from 0
    /// @param last whether the answer ends with it
    /// @param dueNs when it was due, on the engine's clock; never later than the time the engine was advanced to
    void token(int index, boolean last, long dueNs);
}
