package dev.goodput.core.trace;

/// When each phase of one request happened, as the client saw it.
///
/// @param intendedStartNs when the schedule said the request should start; unknown only in imported runs
/// @param startNs when the client turned to it: a slot was free and the transport was called; unknown if never sent
/// @param connectStartNs start of opening a connection; unknown on a reused one
/// @param resolvedNs the host name was resolved
/// @param connectedNs the TCP connection stood
/// @param tlsEndNs the TLS handshake was over; unknown without TLS
/// @param sendStartNs the first byte of the request was handed to the kernel
/// @param sendEndNs the last byte of the request was handed to the kernel
/// @param headNs the read that completed the response head
/// @param endNs the response was complete, or the connection ended
/// @param connectionReused the connection had already carried a request
public record Timeline(
        long intendedStartNs,
        long startNs,
        long connectStartNs,
        long resolvedNs,
        long connectedNs,
        long tlsEndNs,
        long sendStartNs,
        long sendEndNs,
        long headNs,
        long endNs,
        boolean connectionReused) {

    /// The timeline of a request that was scheduled and never sent.
    public static Timeline neverSent(long intendedStartNs) {
        return new Builder(intendedStartNs).build();
    }

    /// Filled by a producer as the request advances. Not thread-safe: one owner.
    public static final class Builder {
        private final long intendedStartNs;
        public long startNs = Stamp.UNKNOWN;
        public long connectStartNs = Stamp.UNKNOWN;
        public long resolvedNs = Stamp.UNKNOWN;
        public long connectedNs = Stamp.UNKNOWN;
        public long tlsEndNs = Stamp.UNKNOWN;
        public long sendStartNs = Stamp.UNKNOWN;
        public long sendEndNs = Stamp.UNKNOWN;
        public long headNs = Stamp.UNKNOWN;
        public long endNs = Stamp.UNKNOWN;
        public boolean connectionReused;

        public Builder(long intendedStartNs) {
            this.intendedStartNs = intendedStartNs;
        }

        public Timeline build() {
            return build(intendedStartNs);
        }

        /// For a reader, which meets the intended start in whatever order the fields come.
        public Timeline build(long knownIntendedStartNs) {
            return new Timeline(
                    knownIntendedStartNs,
                    startNs,
                    connectStartNs,
                    resolvedNs,
                    connectedNs,
                    tlsEndNs,
                    sendStartNs,
                    sendEndNs,
                    headNs,
                    endNs,
                    connectionReused);
        }
    }
}
