package dev.goodput.runs;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.EngineTimes;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/// One request trace as one line of `traces.jsonl`. What is unknown is left out, never written as 0.
///
/// Chunks are columns: `arrival_ns`, `kinds` (sets of bits, see [dev.goodput.core.trace.ChunkKind]), `chars`, and
/// `tokens` where the server told any, `unstamped` where an imported file counted chunks that it did not stamp. Fields
/// that this version does not know are skipped.
final class TraceLine {
    private static final JsonFactory JSON = new JsonFactory();

    private TraceLine() {}

    static byte[] write(RequestTrace trace) {
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(256 + 24 * trace.chunks().size());
        try (JsonGenerator json = JSON.createGenerator(tools.jackson.core.ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("index", trace.index());
            json.writeStringProperty("id", trace.id());
            writeAsked(json, trace.asked());
            writeTimeline(json, trace.timeline());
            writeOutcome(json, trace.outcome());
            if (trace.usage() != null) {
                writeUsage(json, trace.usage());
            }
            count(json, "client_tokens", trace.clientTokens());
            if (trace.engine() != null) {
                writeEngine(json, trace.engine());
            }
            writeChunks(json, trace.chunks());
            json.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static void writeAsked(JsonGenerator json, Asked asked) {
        json.writeObjectPropertyStart("asked");
        count(json, "prompt_tokens", asked.promptTokens());
        count(json, "max_output_tokens", asked.maxOutputTokens());
        if (asked.requestClass() != null) {
            json.writeStringProperty("class", asked.requestClass());
        }
        if (asked.round() > 0) {
            json.writeNumberProperty("round", asked.round());
        }
        json.writeEndObject();
    }

    private static void writeTimeline(JsonGenerator json, Timeline timeline) {
        json.writeObjectPropertyStart("timeline");
        stamp(json, "intended_start_ns", timeline.intendedStartNs());
        stamp(json, "start_ns", timeline.startNs());
        stamp(json, "connect_start_ns", timeline.connectStartNs());
        stamp(json, "resolved_ns", timeline.resolvedNs());
        stamp(json, "connected_ns", timeline.connectedNs());
        stamp(json, "tls_end_ns", timeline.tlsEndNs());
        stamp(json, "send_start_ns", timeline.sendStartNs());
        stamp(json, "send_end_ns", timeline.sendEndNs());
        stamp(json, "head_ns", timeline.headNs());
        stamp(json, "end_ns", timeline.endNs());
        json.writeBooleanProperty("connection_reused", timeline.connectionReused());
        json.writeEndObject();
    }

    private static void writeOutcome(JsonGenerator json, Outcome outcome) {
        json.writeObjectPropertyStart("outcome");
        switch (outcome) {
            case Outcome.Completed completed -> {
                json.writeStringProperty("result", "completed");
                json.writeStringProperty("finish_reason", completed.finishReason());
                json.writeBooleanProperty("done_seen", completed.doneSeen());
            }
            case Outcome.Failed failed -> {
                json.writeStringProperty("result", "failed");
                json.writeStringProperty("category", failed.category().name().toLowerCase(Locale.ROOT));
                if (failed.httpStatus() != 0) {
                    json.writeNumberProperty("http_status", failed.httpStatus());
                }
                json.writeStringProperty("message", failed.message());
            }
        }
        json.writeEndObject();
    }

    private static void writeUsage(JsonGenerator json, Usage usage) {
        json.writeObjectPropertyStart("usage");
        count(json, "prompt_tokens", usage.promptTokens());
        count(json, "completion_tokens", usage.completionTokens());
        count(json, "reasoning_tokens", usage.reasoningTokens());
        count(json, "cached_tokens", usage.cachedTokens());
        json.writeEndObject();
    }

    private static void writeEngine(JsonGenerator json, EngineTimes engine) {
        json.writeObjectPropertyStart("engine");
        stamp(json, "received_ns", engine.receivedNs());
        stamp(json, "admitted_ns", engine.admittedNs());
        stamp(json, "first_token_ns", engine.firstTokenNs());
        stamp(json, "last_token_ns", engine.lastTokenNs());
        json.writeNumberProperty("preemptions", engine.preemptions());
        json.writeEndObject();
    }

    private static void writeChunks(JsonGenerator json, Chunks chunks) {
        int n = chunks.size();
        json.writeObjectPropertyStart("chunks");
        json.writeArrayPropertyStart("arrival_ns");
        for (int i = 0; i < n; i++) {
            number(json, chunks.arrivalNs(i));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("kinds");
        for (int i = 0; i < n; i++) {
            json.writeNumber(chunks.kinds(i));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("chars");
        for (int i = 0; i < n; i++) {
            json.writeNumber(chunks.chars(i));
        }
        json.writeEndArray();
        boolean told = false;
        for (int i = 0; i < n && !told; i++) {
            told = chunks.tokens(i) != Chunks.TOKENS_UNKNOWN;
        }
        if (told) {
            json.writeArrayPropertyStart("tokens");
            for (int i = 0; i < n; i++) {
                json.writeNumber(chunks.tokens(i));
            }
            json.writeEndArray();
        }
        if (chunks.unstamped() > 0) {
            json.writeNumberProperty("unstamped", chunks.unstamped());
        }
        json.writeEndObject();
    }

    private static void stamp(JsonGenerator json, String name, double stampNs) {
        if (Stamp.isKnown(stampNs)) {
            json.writeName(name);
            number(json, stampNs);
        }
    }

    /// Whole nanoseconds without a decimal point; the fractions that imported stamps have with all their digits.
    private static void number(JsonGenerator json, double stampNs) {
        if (stampNs == Math.rint(stampNs) && Math.abs(stampNs) < 1e15) {
            json.writeNumber((long) stampNs);
        } else {
            json.writeNumber(stampNs);
        }
    }

    private static void count(JsonGenerator json, String name, int value) {
        if (value >= 0) {
            json.writeNumberProperty(name, value);
        }
    }

    /// Reads one line.
    ///
    /// @throws IllegalArgumentException with a short reason when the line is not a whole and sensible trace
    static RequestTrace read(byte[] line) {
        try (JsonParser json = JSON.createParser(tools.jackson.core.ObjectReadContext.empty(), line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("not a JSON object");
            }
            Reader reader = new Reader();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                reader.field(name, json);
            }
            if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
                throw new IllegalArgumentException("not one JSON object a line");
            }
            return reader.build();
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /// Collects the fields of one line in whatever order they come.
    private static final class Reader {
        private long index = -1;
        private String id = "";
        private Asked asked = new Asked(Usage.UNKNOWN, Usage.UNKNOWN, null);
        private Timeline timeline = Timeline.neverSent(Stamp.UNKNOWN);
        private @Nullable Outcome outcome;
        private @Nullable Usage usage;
        private int clientTokens = Usage.UNKNOWN;
        private Chunks chunks = Chunks.NONE;
        private @Nullable EngineTimes engine;

        void field(String name, JsonParser json) {
            switch (name) {
                case "index" -> index = json.getLongValue();
                case "id" -> id = json.getString();
                case "asked" -> asked = readAsked(json);
                case "timeline" -> timeline = readTimeline(json);
                case "outcome" -> outcome = readOutcome(json);
                case "usage" -> usage = readUsage(json);
                case "client_tokens" -> clientTokens = json.getIntValue();
                case "chunks" -> chunks = readChunks(json);
                case "engine" -> engine = readEngine(json);
                default -> json.skipChildren();
            }
        }

        RequestTrace build() {
            if (index < 0) {
                throw new IllegalArgumentException("no index");
            }
            if (outcome == null) {
                throw new IllegalArgumentException("no outcome");
            }
            return new RequestTrace(index, id, asked, timeline, chunks, usage, clientTokens, outcome, engine);
        }
    }

    private static Asked readAsked(JsonParser json) {
        int promptTokens = Usage.UNKNOWN;
        int maxOutputTokens = Usage.UNKNOWN;
        String requestClass = null;
        int round = 0;
        while (nextField(json)) {
            switch (json.currentName()) {
                case "prompt_tokens" -> promptTokens = json.nextIntValue(Usage.UNKNOWN);
                case "max_output_tokens" -> maxOutputTokens = json.nextIntValue(Usage.UNKNOWN);
                case "class" -> requestClass = json.nextStringValue();
                case "round" -> round = json.nextIntValue(0);
                default -> skip(json);
            }
        }
        return new Asked(promptTokens, maxOutputTokens, requestClass, round);
    }

    private static Timeline readTimeline(JsonParser json) {
        double intendedStartNs = Stamp.UNKNOWN;
        Timeline.Builder stamps = new Timeline.Builder(intendedStartNs);
        while (nextField(json)) {
            switch (json.currentName()) {
                case "intended_start_ns" -> intendedStartNs = nextStamp(json);
                case "start_ns" -> stamps.startNs = nextStamp(json);
                case "connect_start_ns" -> stamps.connectStartNs = nextStamp(json);
                case "resolved_ns" -> stamps.resolvedNs = nextStamp(json);
                case "connected_ns" -> stamps.connectedNs = nextStamp(json);
                case "tls_end_ns" -> stamps.tlsEndNs = nextStamp(json);
                case "send_start_ns" -> stamps.sendStartNs = nextStamp(json);
                case "send_end_ns" -> stamps.sendEndNs = nextStamp(json);
                case "head_ns" -> stamps.headNs = nextStamp(json);
                case "end_ns" -> stamps.endNs = nextStamp(json);
                case "connection_reused" -> stamps.connectionReused = json.nextToken() == JsonToken.VALUE_TRUE;
                default -> skip(json);
            }
        }
        return stamps.build(intendedStartNs);
    }

    private static Outcome readOutcome(JsonParser json) {
        String result = null;
        String finishReason = "";
        boolean doneSeen = false;
        String category = "";
        int httpStatus = 0;
        String message = "";
        while (nextField(json)) {
            switch (json.currentName()) {
                case "result" -> result = json.nextStringValue();
                case "finish_reason" -> finishReason = text(json);
                case "done_seen" -> doneSeen = json.nextToken() == JsonToken.VALUE_TRUE;
                case "category" -> category = text(json);
                case "http_status" -> httpStatus = json.nextIntValue(0);
                case "message" -> message = text(json);
                default -> skip(json);
            }
        }
        if ("completed".equals(result)) {
            return new Outcome.Completed(finishReason, doneSeen);
        }
        if ("failed".equals(result)) {
            return new Outcome.Failed(category(category), httpStatus, message);
        }
        throw new IllegalArgumentException("outcome without a known result");
    }

    private static FailureCategory category(String name) {
        return Arrays.stream(FailureCategory.values())
                .filter(category -> category.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown failure category '" + name + "'"));
    }

    private static Usage readUsage(JsonParser json) {
        int promptTokens = Usage.UNKNOWN;
        int completionTokens = Usage.UNKNOWN;
        int reasoningTokens = Usage.UNKNOWN;
        int cachedTokens = Usage.UNKNOWN;
        while (nextField(json)) {
            switch (json.currentName()) {
                case "prompt_tokens" -> promptTokens = json.nextIntValue(Usage.UNKNOWN);
                case "completion_tokens" -> completionTokens = json.nextIntValue(Usage.UNKNOWN);
                case "reasoning_tokens" -> reasoningTokens = json.nextIntValue(Usage.UNKNOWN);
                case "cached_tokens" -> cachedTokens = json.nextIntValue(Usage.UNKNOWN);
                default -> skip(json);
            }
        }
        return new Usage(promptTokens, completionTokens, reasoningTokens, cachedTokens);
    }

    private static EngineTimes readEngine(JsonParser json) {
        double receivedNs = Stamp.UNKNOWN;
        double admittedNs = Stamp.UNKNOWN;
        double firstTokenNs = Stamp.UNKNOWN;
        double lastTokenNs = Stamp.UNKNOWN;
        int preemptions = 0;
        while (nextField(json)) {
            switch (json.currentName()) {
                case "received_ns" -> receivedNs = nextStamp(json);
                case "admitted_ns" -> admittedNs = nextStamp(json);
                case "first_token_ns" -> firstTokenNs = nextStamp(json);
                case "last_token_ns" -> lastTokenNs = nextStamp(json);
                case "preemptions" -> preemptions = json.nextIntValue(0);
                default -> skip(json);
            }
        }
        return new EngineTimes(receivedNs, admittedNs, firstTokenNs, lastTokenNs, preemptions);
    }

    private static Chunks readChunks(JsonParser json) {
        Column arrivalNs = new Column();
        Column kinds = new Column();
        Column chars = new Column();
        Column tokens = new Column();
        int unstamped = 0;
        while (nextField(json)) {
            switch (json.currentName()) {
                case "arrival_ns" -> arrivalNs.read(json);
                case "kinds" -> kinds.read(json);
                case "chars" -> chars.read(json);
                case "tokens" -> tokens.read(json);
                case "unstamped" -> unstamped = Math.max(json.nextIntValue(0), 0);
                default -> skip(json);
            }
        }
        int n = arrivalNs.size;
        return Chunks.of(arrivalNs.doubles(), kinds.ints(n, 0), tokens.ints(n, Chunks.TOKENS_UNKNOWN), chars.ints(n, 0))
                .withUnstamped(unstamped);
    }

    private static boolean nextField(JsonParser json) {
        return json.nextToken() == JsonToken.PROPERTY_NAME;
    }

    private static void skip(JsonParser json) {
        json.nextToken();
        json.skipChildren();
    }

    private static double nextStamp(JsonParser json) {
        json.nextToken();
        return json.getDoubleValue();
    }

    private static String text(JsonParser json) {
        String value = json.nextStringValue();
        return value == null ? "" : value;
    }

    /// A growing column of numbers.
    private static final class Column {
        private double[] values = new double[64];
        private int size;

        void read(JsonParser json) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("a chunk column is not an array");
            }
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (size == values.length) {
                    values = Arrays.copyOf(values, size * 2);
                }
                values[size++] = json.getDoubleValue();
            }
        }

        double[] doubles() {
            return Arrays.copyOf(values, size);
        }

        /// The column as whole numbers; a column that is not there is `absent` in every one of `n` rows.
        int[] ints(int n, int absent) {
            int[] whole = new int[size == 0 ? n : size];
            Arrays.fill(whole, absent);
            for (int i = 0; i < size; i++) {
                whole[i] = (int) values[i];
                if (whole[i] != values[i]) {
                    throw new IllegalArgumentException("a chunk column holds " + values[i] + ", not a whole number");
                }
            }
            return whole;
        }
    }
}
