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
        double intendedStartNs,
        double startNs,
        double connectStartNs,
        double resolvedNs,
        double connectedNs,
        double tlsEndNs,
        double sendStartNs,
        double sendEndNs,
        double headNs,
        double endNs,
        boolean connectionReused) {

    /// The timeline of a request that was scheduled and never sent.
    public static Timeline neverSent(double intendedStartNs) {
        return new Builder(intendedStartNs).build();
    }

    /// All stamps moved; what is unknown stays so.
    Timeline laterBy(double ns) {
        return new Timeline(
                intendedStartNs + ns,
                startNs + ns,
                connectStartNs + ns,
                resolvedNs + ns,
                connectedNs + ns,
                tlsEndNs + ns,
                sendStartNs + ns,
                sendEndNs + ns,
                headNs + ns,
                endNs + ns,
                connectionReused);
    }

    /// Filled by a producer as the request advances. Not thread-safe: one owner.
    public static final class Builder {
        private final double intendedStartNs;
        public double startNs = Stamp.UNKNOWN;
        public double connectStartNs = Stamp.UNKNOWN;
        public double resolvedNs = Stamp.UNKNOWN;
        public double connectedNs = Stamp.UNKNOWN;
        public double tlsEndNs = Stamp.UNKNOWN;
        public double sendStartNs = Stamp.UNKNOWN;
        public double sendEndNs = Stamp.UNKNOWN;
        public double headNs = Stamp.UNKNOWN;
        public double endNs = Stamp.UNKNOWN;
        public boolean connectionReused;

        public Builder(double intendedStartNs) {
            this.intendedStartNs = intendedStartNs;
        }

        public Timeline build() {
            return build(intendedStartNs);
        }

        /// For a reader, which meets the intended start in whatever order the fields come.
        public Timeline build(double knownIntendedStartNs) {
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
