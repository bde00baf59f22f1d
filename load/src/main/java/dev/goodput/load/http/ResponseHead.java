package dev.goodput.load.http;

import java.util.Locale;

/// What this client needs of a response's head.
///
/// @param contentType media type with its parameters, in lower case; empty if there is none
/// @param contentEncoding in lower case; empty if there is none. A transfer coding other than `chunked` counts
///     too
/// @param keepAlive whether the server offers to keep the connection open
record ResponseHead(int status, String contentType, String contentEncoding, String location, boolean keepAlive) {
    static final ResponseHead NONE = new ResponseHead(0, "", "", "", false);

    boolean isOk() {
        return status >= 200 && status < 300;
    }

    /// Whether the body is to be read as server-sent events. A server that names no type gets the benefit of the
    /// doubt.
    boolean isEventStream() {
        String type = contentType.split(";", 2)[0].strip();
        return isOk()
                && (type.isEmpty() || type.equals("text/event-stream"))
                && (contentEncoding.isEmpty() || contentEncoding.equals("identity"));
    }

    /// Collects header fields.
    static final class Builder {
        private final int status;
        private boolean keepAlive;
        private String contentType = "";
        private String contentEncoding = "";
        private String location = "";
        private boolean chunked;
        private boolean transferCoded;
        private long contentLength = -1;

        Builder(int status, boolean isHttp11) {
            this.status = status;
            this.keepAlive = isHttp11;
        }

        /// @throws MalformedResponse if lengths contradict each other
        void field(String name, String value) throws MalformedResponse {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "content-type" -> contentType = value.toLowerCase(Locale.ROOT);
                case "content-encoding" -> contentEncoding = value.toLowerCase(Locale.ROOT);
                case "location" -> location = value;
                case "connection" -> connection(value.toLowerCase(Locale.ROOT));
                case "content-length" -> contentLength(value);
                case "transfer-encoding" -> transferEncoding(value.toLowerCase(Locale.ROOT));
                default -> {
                    // Of no interest here.
                }
            }
        }

        private void connection(String value) {
            if (value.contains("close")) {
                keepAlive = false;
            } else if (value.contains("keep-alive")) {
                keepAlive = true;
            }
        }

        private void contentLength(String value) throws MalformedResponse {
            if (!value.matches("\\d{1,18}") || (contentLength >= 0 && contentLength != Long.parseLong(value))) {
                throw new MalformedResponse("content-length '" + value + "' makes no sense");
            }
            contentLength = Long.parseLong(value);
        }

        private void transferEncoding(String value) {
            transferCoded = true;
            chunked = value.endsWith("chunked");
            String others = value.replace("chunked", "").replace(",", "").strip();
            if (!others.isEmpty() && !others.equals("identity")) {
                contentEncoding = others;
            }
        }

        boolean isChunked() {
            return chunked;
        }

        /// The body's length, or -1 where it ends otherwise. A transfer coding overrides it (RFC 9112, section
        /// 6.3).
        long bodyLength() {
            return status < 200 || status == 204 || status == 304 ? 0 : transferCoded ? -1 : contentLength;
        }

        ResponseHead build() {
            boolean endsWithConnection = !chunked && bodyLength() < 0;
            boolean ambiguous = transferCoded && contentLength >= 0;
            return new ResponseHead(
                    status, contentType, contentEncoding, location, keepAlive && !endsWithConnection && !ambiguous);
        }
    }
}
