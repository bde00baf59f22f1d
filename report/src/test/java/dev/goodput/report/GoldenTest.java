package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Renderings of eight requests with round numbers, against files that were read by a person line by line. After a
/// wanted change, run with `-Dgoodput.golden.write=true`, and read the difference before committing it.
class GoldenTest {
    private final ReportInput input =
            SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET, SampleRuns.LOOSE, SampleRuns.TIGHT);

    @Test
    void terminal() throws IOException {
        check("golden.txt", TerminalReport.render(input, TerminalStyle.PLAIN));
    }

    @Test
    void markdown() throws IOException {
        check("golden.md", MarkdownReport.render(input));
    }

    @Test
    void junit() throws IOException {
        check("golden.xml", JunitReport.render(input));
    }

    private static void check(String name, String actual) throws IOException {
        if (Boolean.getBoolean("goodput.golden.write")) {
            Files.writeString(Path.of("src/test/resources/dev/goodput/report", name), actual);
        }
        try (InputStream in = Objects.requireNonNull(GoldenTest.class.getResourceAsStream(name), name)) {
            assertThat(actual).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
