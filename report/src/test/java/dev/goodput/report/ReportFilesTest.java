package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    @TempDir
    private Path directory;

    @Test
    void writesEveryRenderingAndNothingElse() throws IOException {
        ReportInput judged = SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET);
        ReportFiles.write(directory, judged);
        assertThat(names())
                .containsExactly(
                        "badge.svg",
                        "junit.xml",
                        "metrics.txt",
                        "report.html",
                        "report.md",
                        "summary.json",
                        "verdict.json");
        assertThat(Files.readString(directory.resolve("report.html"))).isEqualTo(HtmlReport.render(judged));
        assertThat(Files.readString(directory.resolve("verdict.json"))).isEqualTo(VerdictJson.render(judged));
    }

    @Test
    void anOldVerdictDoesNotOutliveItsSlo() throws IOException {
        ReportFiles.write(directory, SampleRuns.judged(SampleRuns.golden(), SampleRuns.TARGET));
        ReportFiles.write(directory, SampleRuns.judged(SampleRuns.golden()));
        assertThat(names()).containsExactly("junit.xml", "metrics.txt", "report.html", "report.md", "summary.json");
    }

    @Test
    void writesTextsThatNoFileCanHold() throws IOException {
        ReportFiles.write(directory, SampleRuns.judged(SampleRuns.hostile("\ud800 alone"), SampleRuns.TARGET));
        assertThat(Files.readString(directory.resolve("summary.json"))).contains("alone");
    }

    @Test
    void aFailureLeavesWhatWasThere() throws IOException {
        ReportFiles.write(directory, SampleRuns.judged(SampleRuns.golden()));
        Files.createDirectories(directory.resolve("report.html.tmp/in-the-way"));
        String before = Files.readString(directory.resolve("report.html"));
        assertThatThrownBy(() ->
                        ReportFiles.write(directory, SampleRuns.judged(SampleRuns.allFailing(), SampleRuns.TARGET)))
                .isInstanceOf(IOException.class);
        assertThat(Files.readString(directory.resolve("report.html"))).isEqualTo(before);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
