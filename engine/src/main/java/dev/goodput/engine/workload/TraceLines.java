package dev.goodput.engine.workload;

import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.config.Plain;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The lines of a file that say something: without empty ones and comments (`#`).
final class TraceLines implements AutoCloseable {
    /// A request with a million tokens of context in blocks of 512 needs some 20,000.
    private static final int MAX_CHARS = 1 << 20;

    private final String file;
    private final Reader in;
    private final char[] buffer = new char[1 << 13];
    private int position;
    private int end;
    private final StringBuilder line = new StringBuilder();
    private long number;

    /// @param file names it in messages
    TraceLines(String file, InputStream in) {
        this.file = file;
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
    }

    /// The next line, or null at the end.
    @Nullable
    String next() {
        try {
            while (read()) {
                String text = line.toString().strip();
                if (!text.isEmpty() && text.charAt(0) != '#') {
                    return text;
                }
            }
            return null;
        } catch (CharacterCodingException _) {
            throw new ConfigException(
                    Plain.text(file) + ": not UTF-8 text; a workload is a YAML file, or a CSV or JSON-lines trace");
        } catch (IOException e) {
            throw new ConfigException(Plain.text(file) + ": cannot be read ("
                    + Plain.text(String.valueOf(e.getMessage())) + "); check its permissions");
        }
    }

    /// What is wrong with the line read last.
    ConfigException error(String problem) {
        return new ConfigException(Plain.text(file) + " line " + number + ": " + problem);
    }

    private boolean read() throws IOException {
        line.setLength(0);
        int c = character();
        if (c < 0) {
            return false;
        }
        number++;
        while (c >= 0 && c != '\n') {
            if (line.length() == MAX_CHARS) {
                throw error("is longer than a million characters; a trace has a request a line");
            }
            if (c != '\uFEFF') {
                line.append((char) c);
            }
            c = character();
        }
        return true;
    }

    /// The next character, or -1 at the end.
    private int character() throws IOException {
        if (position == end) {
            position = 0;
            end = Math.max(0, in.read(buffer));
        }
        return position < end ? buffer[position++] : -1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
