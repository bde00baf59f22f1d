package dev.goodput.load.http;

import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.load.answer.ErrorText;
import java.util.Arrays;

/// What a connection has of the response to its call: the head, and the start of a body that is no event stream.
final class ReceivedResponse {
    /// Before the head has come.
    static final ReceivedResponse NOTHING = new ReceivedResponse(ResponseHead.NONE);

    private final ResponseHead head;
    private final boolean isStream;
    private byte[] bodyStart = new byte[0];

    ReceivedResponse(ResponseHead head) {
        this.head = head;
        this.isStream = head.isEventStream();
    }

    ResponseHead head() {
        return head;
    }

    boolean isStream() {
        return isStream;
    }

    /// Keeps of the body what an error message takes.
    void keep(byte[] bytes, int from, int to) {
        int before = bodyStart.length;
        int kept = Math.min(ErrorText.MAX_BYTES - before, to - from);
        if (kept > 0) {
            bodyStart = Arrays.copyOf(bodyStart, before + kept);
            System.arraycopy(bytes, from, bodyStart, before, kept);
        }
    }

    /// The failure that the response is when it is no event stream.
    Outcome.Failed failure() {
        String text = ErrorText.start(bodyStart, 0, bodyStart.length);
        if (!head.isOk()) {
            boolean redirects = !head.location().isEmpty();
            return new Outcome.Failed(
                    FailureCategory.HTTP_STATUS,
                    head.status(),
                    redirects ? "redirected to " + ErrorText.line(head.location()) + " (not followed)" : text);
        }
        boolean compressed =
                !head.contentEncoding().isEmpty() && !head.contentEncoding().equals("identity");
        return new Outcome.Failed(
                FailureCategory.NOT_A_STREAM,
                head.status(),
                compressed ? "compressed (" + ErrorText.line(head.contentEncoding()) + ") though unasked" : text);
    }
}
