package dev.goodput.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Writes every rendering of the sample runs below a directory, to look at: run it with that directory as argument.
final class SampleReports {
    private SampleReports() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Map<String, ReportInput> samples = new LinkedHashMap<>();
        samples.put("healthy", SampleRuns.judged(SampleRuns.healthy(600), SampleRuns.TARGET));
        samples.put(
                "degraded",
                SampleRuns.judged(SampleRuns.degraded(600), SampleRuns.TARGET, SampleRuns.LOOSE, SampleRuns.TIGHT));
        samples.put("troubled", SampleRuns.judged(SampleRuns.troubled(), SampleRuns.TARGET));
        samples.put("empty", SampleRuns.judged(SampleRuns.empty(), SampleRuns.TARGET));
        samples.put("all-failing", SampleRuns.judged(SampleRuns.allFailing(), SampleRuns.TARGET));
        samples.put(
                "conditions",
                SampleRuns.judged(
                        SampleRuns.degraded(600),
                        SampleRuns.slo(
                                "by length",
                                "ttft<=300ms when input_tokens<1000, ttft<=2s, itl_max<=90ms, e2e<=3s when"
                                        + " output_tokens<300, e2e<=9s",
                                "0.9")));
        samples.put("no-slo", SampleRuns.judged(SampleRuns.healthy(600)));
        for (Map.Entry<String, ReportInput> sample : samples.entrySet()) {
            Path run = Files.createDirectories(directory.resolve(sample.getKey()));
            ReportFiles.write(run, sample.getValue());
            Files.writeString(
                    run.resolve("terminal.txt"), TerminalReport.render(sample.getValue(), new TerminalStyle(true, 96)));
        }
    }
}
