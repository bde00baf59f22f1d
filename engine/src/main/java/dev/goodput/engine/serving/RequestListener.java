package dev.goodput.engine.serving;

/// Is told what becomes of one request, in order, on the thread that advances the engine. All times are
/// the engine's own: when something was due, never later than the time that the engine was advanced to.
public interface RequestListener {
    /// Nobody listens.
    RequestListener NOBODY = new RequestListener() {
        @Override
        public void admitted(long atNs, int cachedTokens) {
            // Not heard.
        }

        @Override
        public void tokens(int count, boolean last, long atNs) {
            // Not heard.
        }

        @Override
        public void rejected(Rejection reason, long atNs) {
            // Not heard.
        }
    };

    /// The queue has ended: the first step with a part of this prompt begins. Told once.
    ///
    /// @param cachedTokens prompt tokens found in the prefix cache
    void admitted(long atNs, int cachedTokens);

    /// A step ended with tokens for this request: one, or with speculative decoding several at once.
    ///
    /// @param count at least 1
    /// @param last whether the answer ends with them
    void tokens(int count, boolean last, long atNs);

    /// The engine had no memory left and took this request's away: it waits again, and what it had is
    /// computed anew.
    default void preempted(long atNs) {}

    /// The request will not be served. Nothing follows.
    void rejected(Rejection reason, long atNs);
}
