package dev.goodput.engine.serving;

/// Passes on what it hears of a request, and knows when that is over.
public abstract class WatchedRequest implements RequestListener {
    private final RequestListener next;

    protected WatchedRequest(RequestListener next) {
        this.next = next;
    }

    /// The request was answered or turned away; what else was told of it follows.
    protected abstract void over();

    @Override
    public final void admitted(long atNs, int cachedTokens) {
        next.admitted(atNs, cachedTokens);
    }

    @Override
    public final void tokens(int count, boolean last, long atNs) {
        if (last) {
            over();
        }
        next.tokens(count, last, atNs);
    }

    @Override
    public final void preempted(long atNs) {
        next.preempted(atNs);
    }

    @Override
    public final void rejected(Rejection reason, long atNs) {
        over();
        next.rejected(reason, atNs);
    }
}
