package dev.goodput.engine.workload;

import dev.goodput.engine.serving.EngineRequest;
import org.jspecify.annotations.Nullable;

/// One request of a workload.
///
/// @param index its place, from 0
/// @param requestClass the class it belongs to, or null where there is one only
/// @param start when it is due
public record WorkloadRequest(
        long index, EngineRequest request, @Nullable String requestClass, Start start) {

    /// When a request is due.
    public sealed interface Start {}

    /// At a time from the beginning of the workload.
    public record At(long ns) implements Start {}

    /// As soon as a user is free: the load says how many there are.
    public record WhenFree() implements Start {}

    /// A turn of a conversation: some time after the answer to an earlier request has ended.
    ///
    /// @param index of the earlier request; when that one fails, this one is never asked
    /// @param thinkNs the time in between
    public record After(long index, long thinkNs) implements Start {}
}
