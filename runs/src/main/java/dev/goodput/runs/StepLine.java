package dev.goodput.runs;

import dev.goodput.core.trace.EngineStep;
import java.io.ByteArrayOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// One engine step as one line of `steps.jsonl`. Fields that this version does not know are skipped.
final class StepLine {
    private static final JsonFactory JSON = new JsonFactory();

    private static final String[] NAMES = {
        "replica",
        "start_ns",
        "end_ns",
        "prefills",
        "prefill_tokens",
        "decodes",
        "context_tokens",
        "waiting",
        "kv_blocks_used",
        "kv_blocks",
        "preempted"
    };

    private StepLine() {}

    static byte[] write(EngineStep step) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(192);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("replica", step.replica());
            json.writeNumberProperty("start_ns", step.startNs());
            json.writeNumberProperty("end_ns", step.endNs());
            json.writeNumberProperty("prefills", step.prefills());
            json.writeNumberProperty("prefill_tokens", step.prefillTokens());
            json.writeNumberProperty("decodes", step.decodes());
            json.writeNumberProperty("context_tokens", step.contextTokens());
            json.writeNumberProperty("waiting", step.waiting());
            json.writeNumberProperty("kv_blocks_used", step.kvBlocksUsed());
            json.writeNumberProperty("kv_blocks", step.kvBlocks());
            json.writeNumberProperty("preempted", step.preempted());
            json.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    /// @throws IllegalArgumentException with a short reason when the line is not a step
    static EngineStep read(byte[] line) {
        long[] values = new long[NAMES.length];
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("not a JSON object");
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                int field = field(json.currentName());
                json.nextToken();
                if (field < 0) {
                    json.skipChildren();
                } else {
                    values[field] = json.getLongValue();
                }
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
        return new EngineStep(
                (int) values[0],
                values[1],
                values[2],
                (int) values[3],
                values[4],
                (int) values[5],
                values[6],
                (int) values[7],
                (int) values[8],
                (int) values[9],
                (int) values[10]);
    }

    private static int field(String name) {
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
