package dev.goodput.load.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What a real engine sent in answer to one request, socket read by socket read, and what an independent program
/// (Python's `json` over the de-chunked body) found in it.
///
/// @param events `data:` lines, `[DONE]` included
/// @param chars UTF-16 units of generated output
/// @param finishes finish reasons
/// @param completionTokens of the last usage that was not zero, or -1
/// @param terminated whether the HTTP message was complete
/// @param stream whether it called itself an event stream
public record RecordedStream(
        String name,
        List<byte[]> reads,
        int status,
        int events,
        int chars,
        int finishes,
        int errors,
        int completionTokens,
        boolean terminated,
        boolean stream) {

    public static List<RecordedStream> all() {
        try {
            Path folder = Path.of(Objects.requireNonNull(RecordedStream.class.getResource("/streams"))
                    .toURI());
            try (Stream<Path> files = Files.list(folder)) {
                return files.sorted().map(RecordedStream::read).toList();
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RecordedStream read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String[] facts = lines.get(1).split(" ", -1);
        List<byte[]> reads = lines.stream()
                .skip(2)
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .filter(data -> !data.equals("eof"))
                .map(data -> Base64.getDecoder().decode(data))
                .toList();
        return new RecordedStream(
                file.getFileName().toString().replace(".reads", ""),
                reads,
                Integer.parseInt(facts[2]),
                Integer.parseInt(facts[4]),
                Integer.parseInt(facts[6]),
                Integer.parseInt(facts[8]),
                Integer.parseInt(facts[10]),
                Integer.parseInt(facts[12]),
                facts[14].equals("True"),
                facts[16].equals("True"));
    }

    public boolean isCompleteAnswer() {
        return stream && terminated && finishes > 0 && errors == 0 && chars > 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
