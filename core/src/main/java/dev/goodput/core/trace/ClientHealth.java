package dev.goodput.core.trace;

/// What the load generator saw of itself while it measured.
///
/// @param loopLagP99Ns how late the heartbeat of the event loops ran, 99th percentile: a bound on stamp error
/// @param loopLagMaxNs the worst of them
/// @param gcPauseTotalNs time in garbage-collection pauses during the run
/// @param gcPauseMaxNs the longest of them
/// @param cpuShare CPU time of this process over wall time and all cores, 0 to 1
/// @param reads socket reads of response bytes
/// @param chunks events decoded from them
public record ClientHealth(
        long loopLagP99Ns,
        long loopLagMaxNs,
        long gcPauseTotalNs,
        long gcPauseMaxNs,
        double cpuShare,
        long reads,
        long chunks) {

    /// The health over this part of a run and another: the worse of what bounds an error, the sum of what adds up.
    ///
    /// @param bothLoopLagP99Ns the 99th percentile over both, which cannot be had from the two of them (the
    ///     larger of them is never less)
    public ClientHealth and(ClientHealth other, long bothLoopLagP99Ns) {
        return new ClientHealth(
                bothLoopLagP99Ns,
                Math.max(loopLagMaxNs, other.loopLagMaxNs),
                gcPauseTotalNs + other.gcPauseTotalNs,
                Math.max(gcPauseMaxNs, other.gcPauseMaxNs),
                Math.max(cpuShare, other.cpuShare),
                reads + other.reads,
                chunks + other.chunks);
    }
}
