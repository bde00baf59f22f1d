package dev.goodput.engine.serving;

/// A modelled endpoint without a clock and without threads: a server advances it with the real time, a
/// simulation with a virtual one, and both see the same schedule. Not thread-safe: one owner.
public interface ServingEngine {
    /// What [#nextDueNs()] says when nothing is due at all.
    long NEVER = Long.MAX_VALUE;

    /// A request that was submitted, to cancel it by.
    interface Ticket {}

    /// Takes in a request that arrived now; what is due until now is done first.
    ///
    /// @param nowNs not before any time given earlier
    Ticket submit(long nowNs, EngineRequest request, RequestListener listener);

    /// The caller has gone: the listener hears nothing more. Does nothing after the request's end.
    void cancel(Ticket ticket);

    /// When the engine next has something to do, or [#NEVER].
    long nextDueNs();

    /// Does everything that is due up to and including `nowNs`, in the order in which it is due.
    void advanceTo(long nowNs);

    /// What the engine holds and has done so far.
    EngineStats stats();
}
