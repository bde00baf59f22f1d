package dev.goodput.runs.imports;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.trace.Coverage;
import dev.goodput.core.trace.RequestTrace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/// guidellm's `benchmarks.json`: a run a benchmark, so a sweep is several. The CSV beside it is read for its
/// aggregates.
final class GuidellmImporter implements Importer {
    private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");

    @Override
    public String tool() {
        return "guidellm";
    }

    @Override
    public boolean recognises(ImportSource source) {
        return SourceTree.files(source).stream().anyMatch(file -> isReport(file) || GuidellmCsv.is(file));
    }

    private static boolean isReport(Path file) {
        String start = ImportSource.beginning(file);
        return start.stripLeading().startsWith("{") && start.contains("\"guidellm_version\"");
    }

    @Override
    public List<Imported> read(ImportSource source) {
        List<Path> files = SourceTree.files(source);
        List<Path> reports = files.stream().filter(GuidellmImporter::isReport).toList();
        if (reports.isEmpty()) {
            throw new ImportException(
                    source.path()
                            + ": a guidellm CSV holds aggregates only; import the JSON of the same run, or run with --output kind=json");
        }
        List<Imported> runs = new ArrayList<>();
        for (Path report : reports) {
            Map<String, List<GuidellmRequest>> requests = new HashMap<>();
            FlatNumbers.Paths paths = new FlatNumbers.Paths();
            JsonFields document = RecordDocument.read(
                    report,
                    GuidellmBenchmark.lists(),
                    (list, row) -> requests.computeIfAbsent(list, _ -> new ArrayList<>())
                            .add(GuidellmRequest.of(row, paths)));
            String version = document.child("metadata").textOr("guidellm_version", "");
            for (JsonFields benchmark : document.list("benchmarks")) {
                runs.add(read(report, GuidellmBenchmark.of(benchmark, requests), dialect(version)));
            }
            if (document.list("benchmarks").isEmpty()) {
                throw new ImportException(report + ": holds no benchmark");
            }
        }
        return runs;
    }

    private static Dialect dialect(String version) {
        Matcher numbers = VERSION.matcher(version);
        boolean old =
                numbers.matches() && Integer.parseInt(numbers.group(1)) == 0 && Integer.parseInt(numbers.group(2)) < 8;
        return Dialects.byId(old ? "guidellm" : "guidellm-081").orElseThrow();
    }

    private static Imported read(Path file, GuidellmBenchmark requests, Dialect dialect) {
        JsonFields benchmark = requests.fields();
        JsonFields config = benchmark.child("config");
        JsonFields strategy = config.child("strategy");
        String kind = strategy.textOr("type_", "unknown");
        // "throughput" targets every request at the start of the run, which is no schedule.
        boolean scheduled = !kind.equals("throughput")
                && requests.all().stream().noneMatch(request -> Double.isNaN(request.targetedS()));
        GuidellmTrace traces = new GuidellmTrace(epochS(requests), scheduled);
        List<RequestTrace> made = new ArrayList<>();
        for (Map.Entry<String, List<GuidellmRequest>> status :
                requests.byStatus().entrySet()) {
            for (GuidellmRequest request : status.getValue()) {
                made.add(traces.of(request, made.size(), status.getKey()));
            }
        }
        Coverage coverage = new Coverage(
                dialect.id(),
                scheduled,
                true,
                Coverage.Events.FIRST_AND_LAST,
                true,
                List.of(
                        "stamps are of the wall clock, in steps of 240 ns, and can step",
                        "chunks between the first and the last are counted and not timed",
                        requests.isSample() ? "the file keeps a sample of the requests" : "the file keeps all requests",
                        scheduled
                                ? "in a closed loop a request is targeted at the end of the one before it"
                                : "the strategy has no schedule"));
        ImportedRuns run = new ImportedRuns(dialect, file)
                .windowNs(Math.max(GuidellmRequest.orZero(benchmark.number("duration")) * 1e9, 0))
                .scheduled(requests.made())
                .workload("guidellm " + kind);
        describe(run, config, strategy, kind, epochS(requests));
        List<ToldAggregate> aggregates = new ArrayList<>(new GuidellmAggregates(requests).all());
        aggregates.addAll(GuidellmCsv.aggregates(file, config.textOr("id_", ""), aggregates));
        return new Imported(run.build(made, coverage), dialect, aggregates);
    }

    /// The first thing that happened to any request.
    private static double epochS(GuidellmBenchmark requests) {
        return requests.all().stream()
                .flatMapToDouble(
                        request -> DoubleStream.of(request.targetedS(), request.resolveStartS(), request.startS()))
                .filter(stampS -> !Double.isNaN(stampS))
                .min()
                .orElse(0);
    }

    private static void describe(ImportedRuns run, JsonFields config, JsonFields strategy, String kind, double epochS) {
        JsonFields backend = config.child("backend");
        run.endpoint(
                backend.textOr("target", "unknown"),
                backend.textOr("request_format", "unknown"),
                backend.textOr("model", "unknown"));
        if (epochS > 0 && epochS < 1e11) {
            run.startedAt(Instant.ofEpochSecond((long) epochS, (long) ((epochS - Math.floor(epochS)) * 1e9)));
        }
        switch (kind) {
            case "synchronous" -> run.closedLoop(1);
            case "concurrent" -> run.closedLoop(Math.max(strategy.count("streams"), 0));
            case "poisson" -> run.poisson(GuidellmRequest.orZero(strategy.number("rate")), 0);
            default -> {}
        }
    }
}
