package dev.goodput.core.metric;

/// One independent choice that a definition of a latency metric makes. A [Dialect] is one option on every axis.
///
/// The options are enums, so every place that interprets an axis is an exhaustive switch: a new option is a compile
/// error wherever it is not handled.
public sealed interface Axis {

    /// The option's stable identifier, as used in output.
    String id();

    /// The option in words, completing "The clock …".
    String words();

    /// When the watch of TTFT and E2E starts.
    enum TimeZero implements Axis {
        SCHEDULE("schedule", "starts at the intended start, even if the request left late"),
        PRE_REQUEST("pre-request", "starts when the client turns to the request; waiting for a slot is left out");

        private final String id;
        private final String words;

        TimeZero(String id, String words) {
            this.id = id;
            this.words = words;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public String words() {
            return words;
        }
    }

    /// Which chunk is the first token, and which chunks are output at all.
    enum FirstToken implements Axis {
        ANY_TEXT_OR_TOOL("any-text-or-tool", "stops at the first non-empty text, reasoning or tool-call chunk"),
        CONTENT_ONLY("content-only", "stops at the first non-empty answer text; reasoning is ignored");

        private final String id;
        private final String words;

        FirstToken(String id, String words) {
            this.id = id;
            this.words = words;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public String words() {
            return words;
        }
    }

    /// How the time between tokens becomes one number per request.
    enum PerToken implements Axis {
        DECODE_AFTER_FIRST(
                "decode/after-first", "(last − first output) / (tokens after the first chunk); TTFT is left out"),
        DECODE_N_MINUS_1("decode/(n-1)", "(last − first output) / (tokens − 1), to whole ns; TTFT is left out"),
        SUM_CHUNKS("sum/chunks", "(last output − start) / (data lines of the stream); TTFT is put in");

        private final String id;
        private final String words;

        PerToken(String id, String words) {
            this.id = id;
            this.words = words;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public String words() {
            return words;
        }
    }
}
