package dev.goodput.report;

import dev.goodput.core.gate.PolicyResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The renderings that a run directory holds.
public final class ReportFiles {
    public static final String SUMMARY = "summary.json";
    public static final String VERDICT = "verdict.json";
    public static final String HTML = "report.html";
    public static final String MARKDOWN = "report.md";
    public static final String JUNIT = "junit.xml";
    public static final String METRICS = "metrics.txt";
    public static final String BADGE = "badge.svg";
    public static final String POLICY = "policy.json";

    private ReportFiles() {}

    /// Writes every rendering into the directory, each whole or not at all: to a file beside it first, then moved into
    /// place. Without a result neither `verdict.json` nor `badge.svg` is written, and those of an earlier
    /// judgement are removed.
    ///
    /// @throws IOException when a file cannot be written; files that were there before stay as they were
    public static void write(Path runDirectory, ReportInput input) throws IOException {
        replace(runDirectory.resolve(SUMMARY), SummaryJson.render(input));
        if (input.results().isEmpty()) {
            Files.deleteIfExists(runDirectory.resolve(VERDICT));
            Files.deleteIfExists(runDirectory.resolve(BADGE));
        } else {
            replace(runDirectory.resolve(VERDICT), VerdictJson.render(input));
            replace(runDirectory.resolve(BADGE), Badge.render(input));
        }
        replace(runDirectory.resolve(HTML), HtmlReport.render(input));
        replace(runDirectory.resolve(MARKDOWN), MarkdownReport.render(input));
        replace(runDirectory.resolve(JUNIT), JunitReport.render(input));
        replace(runDirectory.resolve(METRICS), OpenMetrics.render(input));
    }

    /// The same for a verdict by a policy, beside the run directories of its levels.
    ///
    /// @throws IOException when a file cannot be written
    public static void write(Path directory, PolicyResult policy) throws IOException {
        replace(directory.resolve(POLICY), PolicyJson.render(policy));
        replace(
                directory.resolve(BADGE),
                Badge.render(
                        policy.verdict(),
                        policy.peak().side().result().goodput().share()));
        replace(directory.resolve(HTML), PolicyHtml.render(policy));
        replace(directory.resolve(MARKDOWN), PolicyMarkdown.render(policy));
        replace(directory.resolve(JUNIT), JunitReport.render(policy));
        replace(directory.resolve(METRICS), OpenMetrics.render(policy));
    }

    private static void replace(Path file, String content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            // Not writeString, which refuses the lone surrogates that a hostile name may hold.
            Files.write(draft, content.getBytes(StandardCharsets.UTF_8));
            try {
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
