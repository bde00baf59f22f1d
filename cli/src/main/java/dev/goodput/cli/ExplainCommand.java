package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Explanation;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Measurements;
import dev.goodput.core.metric.Quantity;
import dev.goodput.core.metric.Repair;
import dev.goodput.core.slo.Suggestions;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Run;
import dev.goodput.report.ExplainHtml;
import dev.goodput.report.ExplainInput;
import dev.goodput.report.ExplainTerminal;
import dev.goodput.runs.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput explain RUN`: why two tools give different numbers for the same run.
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Explains why two tools give different numbers for one run: the way from one definition to the"
                + " other, one choice at a time, and how far the number moves.",
        footer = {
            "",
            "Example: goodput explain RUN --metric itl --from genai-perf --to llmperf-head",
            "Dialects: goodput definitions"
        })
final class ExplainCommand implements Callable<Integer> {
    /// Measuring reads every chunk; a walk over all orders may read this many.
    private static final long CHUNKS_TO_READ = 400_000_000;

    private static final int MOST_MEASUREMENTS = 1 << 14;
    private static final int FEWEST_MEASUREMENTS = 1 << 8;

    private final Console console;

    @Parameters(paramLabel = "RUN", description = "A run directory.")
    @SuppressWarnings("NullAway.Init")
    private Path run;

    @Option(
            names = "--metric",
            required = true,
            paramLabel = "METRIC",
            description = "ttft, ttat, tpot, itl, e2e, ntpot, output_tokens, request_rate, output_token_rate, goodput,"
                    + " goodput_rate, …")
    @SuppressWarnings("NullAway.Init")
    private String metric;

    @Option(names = "--from", required = true, paramLabel = "ID", description = "The dialect to begin with.")
    @SuppressWarnings("NullAway.Init")
    private String from;

    @Option(names = "--to", required = true, paramLabel = "ID", description = "The dialect to arrive at.")
    @SuppressWarnings("NullAway.Init")
    private String to;

    @Option(names = "--stat", paramLabel = "STAT", description = "mean, p50, p90, p95, p99 or max (default: mean).")
    private String stat = "mean";

    @Option(names = "--all-orders", description = "Also what each choice contributes on average over all orders.")
    private boolean allOrders;

    @Option(names = "--request", paramLabel = "ID", description = "One request only, by its id or index.")
    @Nullable
    private String request;

    @Option(
            names = "--slo",
            paramLabel = "SLO",
            description = "Bounds for goodput: ttft, tpot, itl (mean of a request), e2e (default: the run's).")
    @Nullable
    private String slo;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page to FILE.")
    @Nullable
    private Path html;

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Dialect fromDialect = Names.dialect(from);
        Dialect toDialect = Names.dialect(to);
        if (!Names.metrics().contains(metric)) {
            throw Names.unknownMetric(metric);
        }
        Names.statistic(stat);
        Run recorded = RunReader.read(run);
        RequestTrace one = request == null ? null : find(recorded, request);
        Measure measure = ExplainMeasure.of(
                metric,
                Names.statistic(stat),
                ExplainMeasure.isGoodput(metric) ? bounds(recorded) : Map.of(),
                ExplainMeasure.haveShares(fromDialect, toDialect));
        if (one != null && !(measure instanceof Measure.OfRequests)) {
            throw new CliException(ExitCode.USAGE, metric + " is not a metric of one request; leave out --request");
        }
        Run seen = one == null ? recorded : new Run(recorded.manifest(), List.of(one));
        Measurements measurements = new Measurements(seen, measure);
        Explanation way = Explanation.of(fromDialect, toDialect, measurements, allOrders ? maxMeasurements(seen) : 0);
        ExplainInput input = new ExplainInput(
                recorded, measure, way, Repair.of(fromDialect, measurements), Repair.of(toDialect, measurements), one);
        if (html != null) {
            TextFile.write(html, ExplainHtml.render(input));
        }
        console.out().print(ExplainTerminal.render(input, console.terminal().style()));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private Map<Quantity, Double> bounds(Run recorded) {
        if (slo != null) {
            return ExplainMeasure.bounds(slo);
        }
        if (recorded.manifest().slo() == null) {
            throw new CliException(
                    ExitCode.USAGE, "no bounds: the run was made without an SLO, so say --slo \"ttft<=500ms, …\"");
        }
        return ExplainMeasure.bounds(RecordedSlo.read(recorded.manifest()).constraints());
    }

    private static int maxMeasurements(Run run) {
        long chunks = 1
                + run.traces().stream()
                        .mapToLong(trace -> trace.chunks().size())
                        .sum();
        return Math.clamp(CHUNKS_TO_READ / chunks, FEWEST_MEASUREMENTS, MOST_MEASUREMENTS);
    }

    private static RequestTrace find(Run run, String wanted) {
        return run.traces().stream()
                .filter(trace -> trace.id().equals(wanted))
                .findFirst()
                .or(() -> run.traces().stream()
                        .filter(trace -> String.valueOf(trace.index()).equals(wanted))
                        .findFirst())
                .orElseThrow(() -> new CliException(ExitCode.USAGE, unknownRequest(run, wanted)));
    }

    private static String unknownRequest(Run run, String wanted) {
        String known = run.traces().isEmpty()
                ? "; the run has none"
                : "; indices run from " + run.traces().getFirst().index() + " to "
                        + run.traces().getLast().index();
        return "no request '" + wanted + "' in the run"
                + Suggestions.nearest(
                                wanted,
                                run.traces().stream().map(RequestTrace::id).toList())
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse(known);
    }
}
