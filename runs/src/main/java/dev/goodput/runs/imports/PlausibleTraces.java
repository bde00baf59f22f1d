package dev.goodput.runs.imports;

import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Whatever the tool: a request does not end before it starts, chunks come one after the other, and no answer has a
/// billion tokens. A file that says so is refused, since every number made of it would be a lie.
final class PlausibleTraces {
    private static final double MAX_NS = Plausible.MAX_DURATION_S * 1e9;

    private PlausibleTraces() {}

    /// @throws ImportException naming the file, the request and what is wrong with it
    static void require(Path file, List<RequestTrace> traces) {
        for (int i = 0; i < traces.size(); i++) {
            String mistake = mistake(traces.get(i));
            if (!mistake.isEmpty()) {
                throw new ImportException(
                        file + ": request " + (i + 1) + " (" + traces.get(i).id() + ") " + mistake);
            }
        }
    }

    private static String mistake(RequestTrace trace) {
        double startNs = trace.timeline().startNs();
        double endNs = trace.timeline().endNs();
        for (double stampNs : new double[] {startNs, endNs, trace.timeline().intendedStartNs()}) {
            if (Stamp.isKnown(stampNs) && !(Math.abs(stampNs) <= MAX_NS)) {
                return "has a time of " + seconds(stampNs) + " s, which no run takes";
            }
        }
        if (Stamp.isKnown(startNs) && Stamp.isKnown(endNs) && endNs < startNs) {
            return "ends " + seconds(startNs - endNs) + " s before it starts";
        }
        Chunks chunks = trace.chunks();
        double beforeNs = Stamp.isKnown(startNs) ? startNs : Double.NEGATIVE_INFINITY;
        for (int i = 0; i < chunks.size(); i++) {
            double chunkNs = chunks.arrivalNs(i);
            if (!(chunkNs >= beforeNs && chunkNs <= MAX_NS)) {
                return i == 0 && chunkNs < beforeNs
                        ? "has its first chunk " + seconds(beforeNs - chunkNs) + " s before it starts"
                        : "has chunk " + (i + 1) + " at " + seconds(chunkNs) + " s, which cannot be";
            }
            beforeNs = chunkNs;
        }
        Usage usage = trace.usage() == null ? Usage.of(Usage.UNKNOWN, Usage.UNKNOWN) : trace.usage();
        for (int tokens : new int[] {
            usage.promptTokens(),
            usage.completionTokens(),
            trace.clientTokens(),
            trace.asked().promptTokens(),
            trace.asked().maxOutputTokens()
        }) {
            if (tokens != Usage.UNKNOWN && !Plausible.isCount(tokens)) {
                return "counts " + tokens + " tokens, which cannot be";
            }
        }
        return "";
    }

    private static String seconds(double ns) {
        return String.format(Locale.ROOT, "%.9g", ns / 1e9);
    }
}
