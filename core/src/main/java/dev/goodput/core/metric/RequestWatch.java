package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.FirstToken;
import dev.goodput.core.metric.axis.RequestEnd;
import dev.goodput.core.metric.axis.TimeZero;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import java.util.BitSet;

/// Where a dialect starts its watch on one request, which chunks are output to it, and where it stops.
///
/// @param startNs when the watch starts; unknown where the trace has no such stamp
/// @param outputs the rows of the chunks that are output under the dialect
/// @param endRow the chunk that ends the request, or −1 where none does
/// @param endNs when the request ends; unknown where it does not
public record RequestWatch(
        Dialect dialect, Fate fate, Reading reading, double startNs, BitSet outputs, int endRow, double endNs) {

    public static RequestWatch of(RequestTrace trace, Dialect dialect) {
        Outputs outputs = Outputs.of(trace.chunks(), dialect.on(FirstToken.class));
        BitSet rows = new BitSet();
        for (int i = 0; i < outputs.count(); i++) {
            rows.set(outputs.row(i));
        }
        int endRow = Reading.endRow(trace.chunks(), outputs, dialect.on(RequestEnd.class));
        Reading reading = Reading.of(trace, dialect, outputs);
        double startNs = Reading.zeroNs(trace.timeline(), dialect.on(TimeZero.class));
        boolean endsWithBody = endRow < 0 && Stamp.isKnown(reading.e2eNs());
        double endNs = endRow >= 0
                ? trace.chunks().arrivalNs(endRow)
                : endsWithBody ? trace.timeline().endNs() : Stamp.UNKNOWN;
        return new RequestWatch(dialect, Fate.of(trace, dialect), reading, startNs, rows, endRow, endNs);
    }

    /// The first output chunk, or −1 where there is none.
    public int firstRow() {
        return outputs.nextSetBit(0);
    }

    /// The last output chunk, or −1 where there is none.
    public int lastRow() {
        return outputs.length() - 1;
    }
}
