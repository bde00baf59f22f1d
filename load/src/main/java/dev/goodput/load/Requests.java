package dev.goodput.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.core.trace.Asked;
import dev.goodput.load.http.Proxy;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Makes the HTTP requests of a plan. Costs what a long prompt costs to write: never called on an event loop.
final class Requests {
    private static final JsonFactory JSON = new JsonFactory();

    private final Target target;
    private final LengthDraws lengths;
    private final long seed;
    private final boolean ignoreEos;
    private final String headStart;

    Requests(Target target, Lengths lengths, long seed, boolean ignoreEos, @Nullable Proxy proxy) {
        this.target = target;
        this.lengths = new LengthDraws(lengths, seed);
        this.seed = seed;
        this.ignoreEos = ignoreEos;
        this.headStart = headStart(target, proxy);
    }

    /// Request `index`, which depends on the seed and the index alone.
    Prepared request(long index) {
        Asked asked = lengths.of(index);
        String id = id(index);
        byte[] body = body(Prompts.prompt(seed, index, asked.promptTokens()), asked.maxOutputTokens());
        return new Prepared(index, id, asked, message(id, body));
    }

    /// A version-4 UUID, because some servers answer 400 to any other `x-request-id`.
    private String id(long index) {
        SplittableRandom random = Seeds.stream(seed, Seeds.IDS, index);
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(high, low).toString();
    }

    private byte[] body(String prompt, int maxTokens) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(prompt.length() + 256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("model", target.model());
            switch (target.api()) {
                case CHAT -> {
                    json.writeArrayPropertyStart("messages");
                    json.writeStartObject();
                    json.writeStringProperty("role", "user");
                    json.writeStringProperty("content", prompt);
                    json.writeEndObject();
                    json.writeEndArray();
                }
                case COMPLETIONS -> json.writeStringProperty("prompt", prompt);
            }
            json.writeNumberProperty("max_tokens", maxTokens);
            json.writeBooleanProperty("stream", true);
            json.writeObjectPropertyStart("stream_options");
            json.writeBooleanProperty("include_usage", true);
            json.writeEndObject();
            if (ignoreEos) {
                json.writeBooleanProperty("ignore_eos", true);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private byte[] message(String id, byte[] body) {
        byte[] head = (headStart + "x-request-id: " + id + "\r\ncontent-length: " + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] message = new byte[head.length + body.length];
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(body, 0, message, head.length, body.length);
        return message;
    }

    private static String headStart(Target target, @Nullable Proxy proxy) {
        URI endpoint = target.endpoint();
        String authority = endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
        Proxy plainProxy = target.isTls() ? null : proxy;
        List<String> lines = new ArrayList<>();
        // A proxy for plain HTTP is told the whole URL (RFC 9112, section 3.2.2).
        lines.add("POST " + (plainProxy == null ? "" : "http://" + authority) + endpoint.getRawPath() + " HTTP/1.1");
        lines.add("host: " + authority);
        lines.add("content-type: application/json");
        lines.add("accept: text/event-stream");
        lines.add("accept-encoding: identity");
        lines.add("user-agent: goodput");
        if (target.apiKey() != null) {
            lines.add("authorization: Bearer " + target.apiKey());
        }
        if (plainProxy != null && plainProxy.user() != null) {
            String login = plainProxy.user() + ":" + (plainProxy.password() == null ? "" : plainProxy.password());
            lines.add("proxy-authorization: Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)));
        }
        return String.join("\r\n", lines) + "\r\n";
    }
}
