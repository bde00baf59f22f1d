package dev.goodput.cli;

import dev.goodput.core.gate.PolicyResult;
import dev.goodput.report.GithubAnnotations;
import dev.goodput.report.MarkdownReport;
import dev.goodput.report.PolicyMarkdown;
import dev.goodput.report.ReportFiles;
import dev.goodput.report.ReportInput;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/// What a CI system is told besides the files of a run: job summary and annotations, where it asks for them. A CI
/// system
/// that cannot be told never changes a verdict.
final class CiOutputs {
    private static final String GITHUB = "GITHUB_ACTIONS";
    private static final String SUMMARY = "GITHUB_STEP_SUMMARY";
    /// What GitHub takes a step; beyond it drops the whole summary.
    private static final int SUMMARY_BYTES = 1 << 20;

    private CiOutputs() {}

    /// Writes the run's report into the job summary and prints annotations, each where the environment says that
    /// somebody reads it.
    ///
    /// @param runDirectory holds the rest: `junit.xml`, `metrics.txt`, `badge.svg`
    /// @param environment the process's environment variables
    static void write(ReportInput input, Path runDirectory, Map<String, String> environment, Console console) {
        write(
                () -> MarkdownReport.render(input),
                () -> GithubAnnotations.of(input),
                runDirectory,
                environment,
                console);
    }

    /// The same for a verdict by a policy.
    static void write(PolicyResult policy, Path directory, Map<String, String> environment, Console console) {
        write(() -> PolicyMarkdown.render(policy), () -> GithubAnnotations.of(policy), directory, environment, console);
    }

    private static void write(
            Supplier<String> report,
            Supplier<List<String>> annotations,
            Path directory,
            Map<String, String> environment,
            Console console) {
        String summary = environment.getOrDefault(SUMMARY, "");
        if (!summary.isEmpty()) {
            append(Path.of(summary), report.get(), directory, console);
        }
        if (isGithub(environment)) {
            annotations.get().forEach(console.out()::println);
            console.out().flush();
        }
    }

    /// Runs `printing`, during which a GitHub runner takes nothing in the log for a command: reports hold text of
    /// models
    /// and servers, and a line of it may begin with `::`.
    static void guarded(Map<String, String> environment, Console console, Runnable printing) {
        if (!isGithub(environment)) {
            printing.run();
            return;
        }
        String token = UUID.randomUUID().toString();
        console.out().println("::stop-commands::" + token);
        try {
            printing.run();
        } finally {
            console.out().println("::" + token + "::");
            console.out().flush();
        }
    }

    private static boolean isGithub(Map<String, String> environment) {
        return "true".equals(environment.get(GITHUB));
    }

    private static void append(Path file, String report, Path runDirectory, Console console) {
        try {
            byte[] text = report.getBytes(StandardCharsets.UTF_8);
            long present = Files.exists(file) ? Files.size(file) : 0;
            if (present + text.length > SUMMARY_BYTES) {
                console.say("note: no room in the job summary; the report is "
                        + runDirectory.resolve(ReportFiles.MARKDOWN));
                return;
            }
            Files.write(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            console.say("note: the job summary cannot be written: " + RunFiles.reason(e));
        }
    }
}
