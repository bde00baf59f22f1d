package dev.goodput.runs.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A file or directory to import, with readers that stay within bounds whatever is in it: gzip and zstd are unpacked by
/// their magic numbers, JSON nests at most [#MAX_DEPTH] deep, names no key twice, and one document is at most
/// [#MAX_DOCUMENT_BYTES] long.
public final class ImportSource {
    static final int MAX_DEPTH = 100;
    static final long MAX_DOCUMENT_BYTES = 512L << 20;
    static final long MAX_FILE_BYTES = 16L << 30;
    private static final int MAX_FILES = 10_000;
    private static final int MAX_LINE_BYTES = 64 << 20;
    private static final int SNIFF_BYTES = 64 << 10;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_LINE_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    // Some tools write bare NaN and Infinity where they have no value.
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .build())
            .build();

    private final Path path;

    public ImportSource(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    public boolean isDirectory() {
        return Files.isDirectory(path);
    }

    /// @throws ImportException when there is nothing that could be read: no such file, a pipe, no permission, an empty
    /// folder, a packed file that is damaged
    void requireReadable() {
        if (isDirectory()) {
            if (!Files.isReadable(path)) {
                throw new ImportException("cannot read " + path + ": permission denied");
            }
            if (SourceTree.files(this).isEmpty()) {
                throw new ImportException(path + ": no files in it");
            }
            return;
        }
        try (InputStream in = open(path)) {
            if (in.read() < 0) {
                throw new ImportException(path + ": empty");
            }
        } catch (IOException e) {
            throw FileFaults.of(path, e);
        }
    }

    /// Reads a file that nobody recognised to its end: what is damaged cannot be recognised, and that is what to say.
    ///
    /// @throws ImportException when it is cut off or damaged, or begins as JSON and goes on as something else
    void requireSound() {
        if (isDirectory()) {
            return;
        }
        String beginning = beginning(path).stripLeading();
        if (beginning.startsWith("{") || beginning.startsWith("[")) {
            streamed(path, parser -> {
                while (parser.nextToken() != null) {
                    parser.skipChildren();
                }
            });
            return;
        }
        try (InputStream in = open(path)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw FileFaults.of(path, e);
        }
    }

    /// The regular files directly in the directory, sorted by name; the file itself when it is one.
    ///
    /// @throws ImportException when there are too many to be one tool's results
    public List<Path> files() {
        if (!isDirectory()) {
            return List.of(path);
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            int seen = 0;
            for (Path entry : entries) {
                if (Files.isRegularFile(entry)) {
                    files.add(entry);
                }
                if (++seen > MAX_FILES) {
                    throw new ImportException(path + ": more than " + MAX_FILES
                            + " files and folders; name the file or the folder of one result");
                }
            }
        } catch (IOException e) {
            throw FileFaults.of(path, e);
        }
        files.sort(null);
        return files;
    }

    /// A file of the directory by name, if it is there.
    public Optional<Path> file(String name) {
        Path file = path.resolve(name);
        return isDirectory() && Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /// The beginning of a file, unpacked, as Latin-1 text: enough to recognise a format by; empty when it cannot be
    /// read.
    public static String beginning(Path file) {
        try (InputStream in = open(file)) {
            return new String(in.readNBytes(SNIFF_BYTES), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException | ImportException e) {
            return "";
        }
    }

    /// Reads a file that is one JSON document.
    public static JsonNode json(Path file) {
        try (InputStream in = UnpackedFile.open(file, MAX_DOCUMENT_BYTES)) {
            JsonNode node = JSON.readTree(in);
            if (node == null || node.isMissingNode()) {
                throw new ImportException(file + ": empty");
            }
            return node;
        } catch (JacksonException e) {
            throw FileFaults.of(file, 0, e);
        } catch (IOException e) {
            throw FileFaults.of(file, e);
        }
    }

    /// Reads a file that is one JSON document piece by piece: for documents too large to hold.
    ///
    /// @param reader gets a parser that stands before the document, or the first of several
    public static void streamed(Path file, Consumer<JsonParser> reader) {
        try (InputStream in = open(file);
                JsonParser parser = JSON.createParser(in)) {
            reader.accept(parser);
        } catch (JacksonException e) {
            throw FileFaults.of(file, 0, e);
        } catch (IOException e) {
            throw FileFaults.of(file, e);
        }
    }

    /// A consumer of numbered lines, from 1.
    public interface LineConsumer {
        void accept(int number, byte[] line);
    }

    /// Reads a file line by line (LF or CRLF), without the line ends; empty lines are passed over.
    public static void textLines(Path file, LineConsumer consumer) {
        try (InputStream in = open(file)) {
            byte[] buffer = new byte[1 << 12];
            int length = 0;
            int number = 1;
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    accept(consumer, number++, buffer, length);
                    length = 0;
                    continue;
                }
                if (length == buffer.length) {
                    if (length >= MAX_LINE_BYTES) {
                        throw new ImportException(file + " line " + number + ": longer than 64 MiB");
                    }
                    buffer = Arrays.copyOf(buffer, length * 2);
                }
                buffer[length++] = (byte) b;
            }
            accept(consumer, number, buffer, length);
        } catch (IOException e) {
            throw FileFaults.of(file, e);
        }
    }

    private static void accept(LineConsumer consumer, int number, byte[] buffer, int length) {
        int end = length > 0 && buffer[length - 1] == '\r' ? length - 1 : length;
        if (end > 0) {
            consumer.accept(number, Arrays.copyOf(buffer, end));
        }
    }

    /// Parses one JSON document from text inside a file.
    public static JsonNode parse(Path file, int line, byte[] text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw FileFaults.of(file, line, e);
        }
    }

    /// Opens a file, unpacking gzip and zstd.
    public static InputStream open(Path file) throws IOException {
        return UnpackedFile.open(file, MAX_FILE_BYTES);
    }
}
