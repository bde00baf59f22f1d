package dev.goodput.runs.imports;

import dev.goodput.core.trace.Asked;
import dev.goodput.core.trace.ChunkKind;
import dev.goodput.core.trace.Chunks;
import dev.goodput.core.trace.FailureCategory;
import dev.goodput.core.trace.Outcome;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Stamp;
import dev.goodput.core.trace.Timeline;
import dev.goodput.core.trace.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One record of inference-perf's per-request file; stamps are seconds of a process clock.
///
/// @param fields what is small of it: the error, bounds of its own, media of the request
/// @param id the server's name for the answer, where the file keeps chunks; else empty
/// @param chunkS when each chunk with text came; empty where the file does not keep it
/// @param tokenS the same for each token: those of a chunk are equal
/// @param clientTokens the tool's own count of the whole text, or [Usage#UNKNOWN]
/// @param requestBytes size of the request, or NaN where requests were not kept
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record InferencePerfRow(
        JsonFields fields,
        String id,
        double startS,
        double endS,
        double[] chunkS,
        double[] tokenS,
        int promptTokens,
        int clientTokens,
        @Nullable Usage usage,
        double requestBytes) {

    private static final Pattern ID = Pattern.compile("^\\{\"id\": ?\"([^\"\\\\]{1,100})\"");

    static InferencePerfRow of(JsonFields row) {
        row.required("start_time");
        row.required("end_time");
        double startS = row.stampS("start_time");
        double endS = row.stampS("end_time");
        if (endS < startS) {
            throw row.child("end_time").wrong("after 'start_time' " + startS);
        }
        JsonFields info = row.child("info");
        // Before 0.7 the response's fields stood in `info` itself.
        JsonFields response = info.has("response_metrics") ? info.child("response_metrics") : info;
        double[] chunkS = response.numbers("chunk_times");
        double[] tokenS = response.numbers("output_token_times");
        requireOrder(row, startS, chunkS);
        requireOrder(row, startS, tokenS);
        int promptTokens = info.has("request_metrics")
                ? info.child("request_metrics").child("text").count("input_tokens")
                : info.count("input_tokens");
        @Nullable String request = row.text("request");
        return new InferencePerfRow(
                small(row),
                id(response),
                startS,
                endS,
                chunkS.length > 0 ? chunkS : distinct(tokenS),
                tokenS,
                promptTokens,
                response.count("output_tokens"),
                usage(response.child("server_usage")),
                request == null ? Double.NaN : request.getBytes(StandardCharsets.UTF_8).length);
    }

    /// Prompt, answer and stamps are most of a record.
    private static JsonFields small(JsonFields row) {
        ObjectNode small = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("error", "computed_metrics")) {
            if (row.has(name)) {
                small.set(name, row.child(name).node());
            }
        }
        JsonFields info = row.child("info");
        if (info.has("request_metrics")) {
            small.putObject("info")
                    .set("request_metrics", info.child("request_metrics").node());
        }
        return new JsonFields(row.file(), row.where(), small);
    }

    private static void requireOrder(JsonFields row, double startS, double[] stampsS) {
        double before = startS;
        for (double stampS : stampsS) {
            if (!(stampS >= before)) {
                throw new ImportException(row.file() + ": '" + row.where() + "' has a chunk before its predecessor");
            }
            before = stampS;
        }
    }

    private static double[] distinct(double[] stampsS) {
        return Arrays.stream(stampsS).distinct().toArray();
    }

    private static @Nullable Usage usage(JsonFields usage) {
        if (usage.node().isMissingNode()) {
            return null;
        }
        return new Usage(
                usage.count("prompt_tokens"),
                usage.count("completion_tokens"),
                usage.child("completion_tokens_details").count("reasoning_tokens"),
                usage.child("prompt_tokens_details").count("cached_tokens"));
    }

    boolean isFailed() {
        return fields.has("error");
    }

    /// Instances of another kind of input that the request carried: `image`, `video` or `audio`.
    JsonFields media(String kind) {
        return fields.child("info").child("request_metrics").child(kind);
    }

    String errorType() {
        return fields.child("error").textOr("error_type", "");
    }

    String errorMessage() {
        return fields.child("error").textOr("error_msg", "");
    }

    RequestTrace trace(int index, double epochS) {
        Timeline.Builder timeline = new Timeline.Builder(Stamp.UNKNOWN);
        timeline.startNs = (startS - epochS) * 1e9;
        timeline.endNs = (endS - epochS) * 1e9;
        return new RequestTrace(
                index,
                id.isEmpty() ? "row-" + index : id,
                new Asked(promptTokens > 0 ? promptTokens : Usage.UNKNOWN, Usage.UNKNOWN, null),
                timeline.build(),
                chunks(epochS),
                usage,
                clientTokens,
                outcome());
    }

    /// The server's name for the answer, where the file keeps chunks.
    private static String id(JsonFields response) {
        Matcher named =
                ID.matcher(response.node().path("response_chunks").path(0).asString(""));
        return named.find() ? named.group(1) : "";
    }

    private Chunks chunks(double epochS) {
        Chunks.Builder chunks = new Chunks.Builder();
        int next = 0;
        for (double atS : chunkS) {
            int tokens = 0;
            while (next < tokenS.length && tokenS[next] == atS) {
                tokens++;
                next++;
            }
            double atNs = (atS - epochS) * 1e9;
            if (tokens > 0 || tokenS.length == 0) {
                chunks.text(atNs, tokenS.length == 0 ? Chunks.TOKENS_UNKNOWN : tokens, 0);
            } else {
                // The tool counted no token in it, so to the tool it is no output.
                chunks.add(atNs, ChunkKind.CHOICES);
            }
        }
        return chunks.build();
    }

    private Outcome outcome() {
        if (!isFailed()) {
            return new Outcome.Completed("", false);
        }
        String type = errorType();
        String status = type.replaceFirst("^HTTP Error ", "");
        if (!status.equals(type) && status.matches("[1-5][0-9]{2}")) {
            return new Outcome.Failed(FailureCategory.HTTP_STATUS, Integer.parseInt(status), errorMessage());
        }
        return new Outcome.Failed(category(type, errorMessage()), 0, type + ": " + errorMessage());
    }

    /// By the names of the errors of the tool's HTTP library.
    private static FailureCategory category(String type, String message) {
        if (type.contains("Timeout")) {
            return FailureCategory.TOTAL_TIMEOUT;
        }
        return switch (type) {
            case "ClientPayloadError" -> FailureCategory.BROKEN;
            case "ServerDisconnectedError", "ClientOSError", "ConnectionResetError" -> FailureCategory.RESET;
            case "ClientConnectorDNSError" -> FailureCategory.NAME_RESOLUTION;
            case "ClientConnectorSSLError", "ClientConnectorCertificateError" -> FailureCategory.TLS;
            case "ClientConnectorError" ->
                message.toLowerCase(Locale.ROOT).contains("refused")
                        ? FailureCategory.CONNECT_REFUSED
                        : FailureCategory.CONNECT_FAILED;
            case "CancelledError" -> FailureCategory.CANCELLED;
            default -> FailureCategory.UNSTATED;
        };
    }
}
