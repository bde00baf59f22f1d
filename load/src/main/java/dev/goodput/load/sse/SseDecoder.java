package dev.goodput.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Decodes `text/event-stream` incrementally, by the grammar of the HTML standard, section 9.2.6, whatever the
/// split of its bytes: lines end with LF, CRLF or CR, one space after the colon is dropped, unknown fields are
/// ignored.
///
/// Two leniences, because real servers need them: what stands at the end without a blank line is delivered by
/// [#finish()], and an `event: error` without data is delivered too.
///
/// A line that lies whole in the bytes fed is decoded in place; only lines and events that straddle two reads are
/// copied. Not thread-safe.
public final class SseDecoder {
    /// A longer line, or an event with more data, is not an answer but a fault.
    public static final int MAX_LINE_BYTES = 16 << 20;

    private static final byte[] NO_BYTES = new byte[0];
    private static final byte[] DATA = "data".getBytes(UTF_8);
    private static final byte[] EVENT = "event".getBytes(UTF_8);

    private final SseListener listener;

    /// The start of a line whose end has not come yet.
    private byte[] line = NO_BYTES;

    private int lineLength;

    /// The data of the event being read: a slice of what was fed, or of `joined` once that would not last.
    private byte[] data = NO_BYTES;

    private int dataFrom;
    private int dataTo;
    private byte[] joined = NO_BYTES;
    private boolean hasData;
    private @Nullable String name;

    private boolean firstLine = true;
    private boolean skipLf;
    private boolean overlong;

    public SseDecoder(SseListener listener) {
        this.listener = listener;
    }

    /// Decodes `bytes` from `from` to before `to`.
    ///
    /// @return whether decoding can go on; false once a line was longer than [#MAX_LINE_BYTES]
    public boolean feed(byte[] bytes, int from, int to) {
        int start = from;
        if (skipLf && from < to) {
            skipLf = false;
            if (bytes[from] == '\n') {
                start++;
            }
        }
        for (int i = start; i < to && !overlong; i++) {
            byte b = bytes[i];
            if (b > '\r') {
                continue;
            }
            if (b == '\n') {
                lineEnds(bytes, start, i);
                start = i + 1;
            } else if (b == '\r') {
                lineEnds(bytes, start, i);
                if (i + 1 == to) {
                    skipLf = true;
                } else if (bytes[i + 1] == '\n') {
                    i++;
                }
                start = i + 1;
            }
        }
        if (!overlong) {
            keepData();
            keepLine(bytes, start, to);
        }
        return !overlong;
    }

    /// Tells that no more bytes come: delivers what stands without a line end or a blank line.
    public void finish() {
        if (overlong) {
            return;
        }
        if (lineLength > 0) {
            lineEnds(NO_BYTES, 0, 0);
        }
        dispatch();
    }

    private void lineEnds(byte[] bytes, int from, int to) {
        if (lineLength == 0) {
            line(bytes, from, to);
            return;
        }
        keepLine(bytes, from, to);
        int length = lineLength;
        lineLength = 0;
        if (!overlong) {
            line(line, 0, length);
            keepData();
        }
    }

    private void keepLine(byte[] bytes, int from, int to) {
        int added = to - from;
        if (added > MAX_LINE_BYTES - lineLength) {
            overlong = true;
            return;
        }
        if (added == 0) {
            return;
        }
        if (line.length < lineLength + added) {
            line = Arrays.copyOf(line, Math.max(256, Math.max(line.length * 2, lineLength + added)));
        }
        System.arraycopy(bytes, from, line, lineLength, added);
        lineLength += added;
    }

    private void line(byte[] bytes, int lineFrom, int to) {
        int from = lineFrom;
        if (firstLine) {
            firstLine = false;
            if (to - from >= 3
                    && bytes[from] == (byte) 0xEF
                    && bytes[from + 1] == (byte) 0xBB
                    && bytes[from + 2] == (byte) 0xBF) {
                from += 3;
            }
        }
        if (from == to) {
            dispatch();
        } else if (bytes[from] == ':') {
            listener.comment();
        } else if (isField(DATA, bytes, from, to)) {
            data(bytes, value(from + DATA.length, bytes, to), to);
        } else if (isField(EVENT, bytes, from, to)) {
            int value = value(from + EVENT.length, bytes, to);
            name = new String(bytes, value, to - value, UTF_8);
        }
    }

    private static boolean isField(byte[] field, byte[] bytes, int from, int to) {
        int end = from + field.length;
        return end <= to && (end == to || bytes[end] == ':') && Arrays.equals(field, 0, field.length, bytes, from, end);
    }

    /// Where the value starts, given the end of the field's name.
    private static int value(int nameEnd, byte[] bytes, int to) {
        int afterColon = Math.min(nameEnd + 1, to);
        return afterColon < to && bytes[afterColon] == ' ' ? afterColon + 1 : afterColon;
    }

    private void data(byte[] bytes, int from, int to) {
        if (!hasData) {
            hasData = true;
            data = bytes;
            dataFrom = from;
            dataTo = to;
            return;
        }
        keepData();
        int length = dataTo + 1 + to - from;
        if (length < 0 || length > MAX_LINE_BYTES) {
            overlong = true;
            return;
        }
        if (joined.length < length) {
            joined = Arrays.copyOf(joined, Math.max(joined.length * 2, length));
            data = joined;
        }
        joined[dataTo] = '\n';
        System.arraycopy(bytes, from, joined, dataTo + 1, to - from);
        dataTo = length;
    }

    /// Copies data out of bytes that are about to be overwritten.
    private void keepData() {
        if (!hasData || data == joined) {
            return;
        }
        int length = dataTo - dataFrom;
        if (joined.length < length) {
            joined = new byte[Math.max(256, length)];
        }
        System.arraycopy(data, dataFrom, joined, 0, length);
        data = joined;
        dataFrom = 0;
        dataTo = length;
    }

    private void dispatch() {
        String eventName = name;
        boolean dispatches = (hasData && dataTo > dataFrom) || "error".equals(eventName);
        int from = hasData ? dataFrom : 0;
        int to = hasData ? dataTo : 0;
        byte[] bytes = data;
        name = null;
        hasData = false;
        data = NO_BYTES;
        if (dispatches) {
            listener.event(eventName, bytes, from, to);
        }
    }
}
