package dev.goodput.runs.exports;

import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes JSON in which a number that does not exist is null.
final class JsonOut implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .rootValueSeparator("\n")
                    .build())
            .build();

    private final JsonGenerator json;
    private boolean written;

    private JsonOut(JsonGenerator json) {
        this.json = json;
    }

    /// One document, indented.
    static JsonOut document(OutputStream out) {
        return new JsonOut(MAPPER.writerWithDefaultPrettyPrinter().createGenerator(out));
    }

    /// One object a line.
    static JsonOut lines(OutputStream out) {
        return new JsonOut(MAPPER.createGenerator(out));
    }

    JsonOut object() {
        written = true;
        json.writeStartObject();
        return this;
    }

    JsonOut object(String name) {
        json.writeName(name);
        return object();
    }

    JsonOut end() {
        json.writeEndObject();
        return this;
    }

    JsonOut array() {
        written = true;
        json.writeStartArray();
        return this;
    }

    JsonOut array(String name) {
        json.writeName(name);
        json.writeStartArray();
        return this;
    }

    JsonOut endArray() {
        json.writeEndArray();
        return this;
    }

    JsonOut text(String name, @Nullable String value) {
        json.writeName(name);
        return text(value);
    }

    JsonOut text(@Nullable String value) {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value);
        }
        return this;
    }

    JsonOut number(String name, double value) {
        json.writeName(name);
        return number(value);
    }

    JsonOut number(double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
        return this;
    }

    JsonOut whole(String name, long value) {
        json.writeName(name);
        return whole(value);
    }

    JsonOut whole(long value) {
        json.writeNumber(value);
        return this;
    }

    /// A count, null when it is negative.
    JsonOut count(String name, long value) {
        json.writeName(name);
        return count(value);
    }

    JsonOut count(long value) {
        if (value < 0) {
            json.writeNull();
        } else {
            json.writeNumber(value);
        }
        return this;
    }

    JsonOut flag(String name, boolean value) {
        json.writeName(name);
        json.writeBoolean(value);
        return this;
    }

    JsonOut nothing(String name) {
        json.writeName(name);
        json.writeNull();
        return this;
    }

    /// Ends the last line.
    @Override
    public void close() {
        if (written) {
            json.writeRaw('\n');
        }
        json.close();
    }
}
