package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.Stamp;
import dev.goodput.load.answer.Answer;
import dev.goodput.load.answer.ErrorText;
import dev.goodput.load.sse.SseDecoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One connection: opened, carrying one call at a time, idle in between. Lives on one event loop.
final class Connection implements ResponseDecoder.Sink {
    private static final byte[] NO_BYTES = new byte[0];

    private final Loop loop;
    private @Nullable Link link;
    private @Nullable Call call;
    private boolean opening = true;
    private int addressIndex;
    private int carried;
    private long idleSinceNs;

    private double connectStartNs = Stamp.UNKNOWN;
    private double connectedNs = Stamp.UNKNOWN;
    private double tlsEndNs = Stamp.UNKNOWN;

    /// When the bytes being handled came out of the socket.
    private long stampNs;

    private final ResponseDecoder decoder = new ResponseDecoder(this);
    private ResponseHead head = ResponseHead.NONE;
    private boolean isStream;
    private byte[] bodyStart = NO_BYTES;

    Connection(Loop loop) {
        this.loop = loop;
    }

    boolean hasCarried() {
        return carried > 0;
    }

    long idleSinceNs() {
        return idleSinceNs;
    }

    boolean isOpen() {
        return link != null && link.isOpen();
    }

    void close() {
        if (link != null) {
            link.close();
        }
    }

    /// Opens the connection, for `first` or ahead of its use.
    void open(@Nullable Call first) {
        call = first;
        if (first != null) {
            first.connection = this;
        }
        connectStartNs = System.nanoTime();
        connect(0);
    }

    private void connect(int index) {
        addressIndex = index;
        try {
            Link next = loop.newLink(this);
            link = next;
            next.connect(loop.transport.origin.addresses().get(index));
        } catch (RuntimeException e) {
            openFailed(e);
        }
    }

    /// The attempt at one address failed.
    void connectFailed(Throwable cause) {
        if (opening && addressIndex + 1 < loop.transport.origin.addresses().size()) {
            connect(addressIndex + 1);
        } else {
            openFailed(cause);
        }
    }

    /// TCP is connected, and there is no TLS.
    void connected(long nanoTime) {
        connectedNs = nanoTime;
        opened();
    }

    /// TCP is connected, and TLS on top of it.
    void secured(long tcpNanoTime, long tlsNanoTime) {
        connectedNs = tcpNanoTime;
        tlsEndNs = tlsNanoTime;
        opened();
    }

    private void opened() {
        opening = false;
        loop.opened++;
        Call waiting = call;
        if (waiting == null) {
            idle();
        } else {
            send(waiting);
        }
    }

    void openFailed(Throwable cause) {
        opening = false;
        Call waiting = call;
        call = null;
        close();
        if (waiting != null) {
            loop.end(waiting, Failures.connecting(cause), System.nanoTime());
        }
    }

    void send(Call next) {
        call = next;
        next.connection = this;
        decoder.reset();
        head = ResponseHead.NONE;
        isStream = false;
        bodyStart = NO_BYTES;
        long epochNs = loop.transport.epochNs;
        next.timeline.connectionReused = carried > 0;
        if (carried++ == 0) {
            next.timeline.connectStartNs = connectStartNs - epochNs;
            next.timeline.resolvedNs = connectStartNs - epochNs;
            next.timeline.connectedNs = connectedNs - epochNs;
            next.timeline.tlsEndNs = tlsEndNs - epochNs;
        }
        Link open = link;
        byte[] request = next.request;
        if (open == null || request == null) {
            return;
        }
        next.sentNs = System.nanoTime();
        next.sent = true;
        next.timeline.sendStartNs = next.sentNs - epochNs;
        open.send(request);
    }

    void messageSent() {
        Call current = call;
        if (current != null) {
            current.timeline.sendEndNs = System.nanoTime() - loop.transport.epochNs;
            current.request = null;
        }
    }

    void sendFailed(Throwable cause) {
        if (call != null) {
            lost(Failures.describe(cause), true);
        }
    }

    private void idle() {
        idleSinceNs = System.nanoTime();
        call = null;
        loop.release(this);
    }

    /// Gives a call up for a reason of the client's: a deadline, or the end of the run.
    void abandon(FailureCategory category, String message, long now) {
        Call given = call;
        call = null;
        opening = false;
        close();
        if (given == null) {
            return;
        }
        boolean statusKnown = head.status() != 0 && !head.isOk();
        loop.end(
                given,
                statusKnown && category != FailureCategory.CANCELLED
                        ? failure()
                        : new Outcome.Failed(category, head.status(), message),
                now);
    }

    /// Bytes came out of the socket at `nanoTime`; [#received] follows, maybe more than once or not at all with TLS.
    void readAt(long nanoTime) {
        stampNs = nanoTime;
        loop.reads++;
        Call current = call;
        if (current != null) {
            current.lastReadNs = nanoTime;
            current.anyByteRead |= !opening;
        }
    }

    /// Takes the first `n` of `bytes`, which hold until the next read of the loop.
    void received(byte[] bytes, int n) {
        Call current = call;
        if (current == null) {
            // Nobody asked for anything: whatever this is, the connection cannot be trusted any more.
            close();
            loop.forget(this, stampNs);
            return;
        }
        current.anyByteRead = true;
        try {
            int end = decoder.feed(bytes, 0, n);
            if (decoder.isComplete()) {
                messageEnds(end == n);
            }
        } catch (MalformedResponse e) {
            abandon(FailureCategory.MALFORMED, ErrorText.line(String.valueOf(e.getMessage())), stampNs);
        }
    }

    @Override
    public void head(ResponseHead received) {
        head = received;
        isStream = received.isEventStream();
        Call current = call;
        if (current != null) {
            current.timeline.headNs = stampNs - loop.transport.epochNs;
        }
    }

    @Override
    public void body(byte[] bytes, int from, int to) throws MalformedResponse {
        Call current = call;
        Answer answer = current == null ? null : current.answer;
        if (!isStream || answer == null) {
            keepStart(bytes, from, to);
        } else if (!answer.feed(bytes, from, to, stampNs - loop.transport.epochNs)) {
            throw new MalformedResponse("line or event longer than " + SseDecoder.MAX_LINE_BYTES + " bytes");
        }
    }

    private void keepStart(byte[] bytes, int from, int to) {
        int before = bodyStart.length;
        int kept = Math.min(ErrorText.MAX_BYTES - before, to - from);
        if (kept > 0) {
            bodyStart = Arrays.copyOf(bodyStart, before + kept);
            System.arraycopy(bytes, from, bodyStart, before, kept);
        }
    }

    /// @param reusable whether nothing followed the response
    private void messageEnds(boolean reusable) {
        Call current = call;
        if (current == null) {
            return;
        }
        call = null;
        Outcome outcome = outcomeOfWhole(current);
        // The connection goes back first: the next request of a closed loop starts in `end`, and may want it.
        if (reusable && head.keepAlive() && isOpen() && !loop.transport.keepAlive.closes()) {
            idle();
        } else {
            close();
        }
        loop.end(current, outcome, stampNs);
    }

    private Outcome outcomeOfWhole(Call current) {
        Answer answer = current.answer;
        if (!isStream || answer == null) {
            return failure();
        }
        answer.bodyEnds(stampNs - loop.transport.epochNs);
        return answer.terminated();
    }

    /// The failure that a response is by its head alone.
    private Outcome.Failed failure() {
        String text = ErrorText.start(bodyStart, 0, bodyStart.length);
        if (!head.isOk()) {
            return new Outcome.Failed(
                    FailureCategory.HTTP_STATUS,
                    head.status(),
                    head.location().isEmpty()
                            ? text
                            : "redirected to " + ErrorText.line(head.location()) + " (not followed)");
        }
        boolean compressed =
                !head.contentEncoding().isEmpty() && !head.contentEncoding().equals("identity");
        return new Outcome.Failed(
                FailureCategory.NOT_A_STREAM,
                head.status(),
                compressed ? "compressed (" + ErrorText.line(head.contentEncoding()) + ") though unasked" : text);
    }

    /// The connection ended in order.
    void closed() {
        if (call == null) {
            loop.forget(this, System.nanoTime());
        } else if (decoder.endsWithConnection()) {
            stampNs = System.nanoTime();
            messageEnds(false);
        } else if (!opening) {
            lost("connection closed", false);
        }
    }

    /// The connection, once open, ended out of order, and is closed.
    void broken(Throwable cause) {
        if (call != null) {
            lost(Failures.describe(cause), false);
        } else {
            loop.forget(this, System.nanoTime());
        }
    }

    /// The connection was lost under a call.
    private void lost(String how, boolean writing) {
        Call current = call;
        call = null;
        close();
        if (current != null) {
            long now = System.nanoTime();
            loop.end(current, outcomeOfLost(current, how, writing, now), now);
        }
    }

    private Outcome outcomeOfLost(Call current, String how, boolean writing, long now) {
        Answer answer = current.answer;
        if (!current.anyByteRead) {
            FailureCategory category = carried > 1
                    ? FailureCategory.STALE_CONNECTION
                    : writing ? FailureCategory.WRITE_FAILED : FailureCategory.RESET;
            return Failures.of(category, how + " before any answer");
        }
        if (head.status() == 0) {
            return Failures.of(FailureCategory.RESET, how + " inside the response head");
        }
        if (!isStream || answer == null) {
            return failure();
        }
        answer.bodyEnds(now - loop.transport.epochNs);
        return answer.broken(how);
    }
}
