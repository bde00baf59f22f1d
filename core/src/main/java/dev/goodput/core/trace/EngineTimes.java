package dev.goodput.core.trace;

/// What the serving engine itself knows about one request, on the clock of the run: there where a model
/// made the traces.
///
/// @param receivedNs the request reached the engine
/// @param admittedNs its queue ended: the first step that computed some of its prompt began
/// @param firstTokenNs the step that gave its first token ended
/// @param lastTokenNs the step that gave its last token ended
/// @param preemptions times that it lost its memory and had to be computed anew
public record EngineTimes(
        double receivedNs, double admittedNs, double firstTokenNs, double lastTokenNs, int preemptions) {

    /// From arrival to admission.
    public double queueNs() {
        return admittedNs - receivedNs;
    }

    /// From admission to the first token.
    public double prefillNs() {
        return firstTokenNs - admittedNs;
    }

    /// From the first token to the last.
    public double decodeNs() {
        return lastTokenNs - firstTokenNs;
    }

    /// All stamps moved.
    EngineTimes laterBy(double ns) {
        return new EngineTimes(receivedNs + ns, admittedNs + ns, firstTokenNs + ns, lastTokenNs + ns, preemptions);
    }
}
