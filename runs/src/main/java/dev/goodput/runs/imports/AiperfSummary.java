package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// AIPerf's summary as JSON: one block of statistics a metric, at top level or (before October 2025) under `records`.
final class AiperfSummary {
    static final AiperfSummary NONE = new AiperfSummary(JsonNodeFactory.instance.objectNode());

    private final JsonNode root;

    private AiperfSummary(JsonNode root) {
        this.root = root;
    }

    static AiperfSummary read(Path file) {
        return new AiperfSummary(ImportSource.json(file));
    }

    /// Empty for versions that do not name themselves.
    String version() {
        JsonNode version = root.path("aiperf_version");
        return version.isString() ? version.stringValue() : "";
    }

    /// Start of the phase in nanoseconds of the Unix epoch, as printed; 0 when it is not there. The zone is not
    /// printed:
    /// UTC since the summary names a version.
    long startNs() {
        return time("start_time");
    }

    long endNs() {
        return time("end_time");
    }

    private long time(String name) {
        JsonNode time = root.path(name);
        if (!time.isString()) {
            return 0;
        }
        try {
            return ChronoUnit.NANOS.between(
                    Instant.EPOCH, LocalDateTime.parse(time.stringValue()).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException | ArithmeticException e) {
            return 0;
        }
    }

    double number(String metric, String statistic) {
        JsonNode value = blocks().path(metric).path(statistic);
        return value.isNumber() ? value.doubleValue(Double.NaN) : Double.NaN;
    }

    private JsonNode blocks() {
        return root.path("records").isObject() ? root.path("records") : root;
    }

    /// The objectives of its goodput by metric, in display units.
    Map<String, Double> objectives() {
        JsonNode config = root.path("input_config");
        JsonNode slos = config.path("slos").isObject()
                ? config.path("slos")
                : config.path("input").path("goodput");
        Map<String, Double> objectives = new LinkedHashMap<>();
        if (slos.isObject()) {
            for (Map.Entry<String, JsonNode> slo : slos.properties()) {
                if (slo.getValue().isNumber()) {
                    objectives.put(slo.getKey(), slo.getValue().doubleValue(Double.NaN));
                }
            }
        }
        return objectives;
    }

    ImportedRuns describe(ImportedRuns run) {
        JsonNode config = root.path("input_config");
        JsonNode endpoint = config.path("endpoint");
        String model = first(
                config.path("models").path("items").path(0).path("name"),
                endpoint.path("model_names").path(0));
        if (!model.isEmpty()) {
            run.endpoint(
                    first(endpoint.path("urls").path(0), endpoint.path("url")), first(endpoint.path("type")), model);
        }
        for (JsonNode phase : config.path("phases")) {
            boolean closed = phase.path("type").isString()
                    && phase.path("type").stringValue().equals("concurrency")
                    && phase.path("concurrency").canConvertToInt()
                    && phase.path("concurrency").isIntegralNumber();
            if (closed && "profiling".equals(first(phase.path("kind")))) {
                run.closedLoop(phase.path("concurrency").intValue());
            }
        }
        JsonNode old = config.path("loadgen").path("concurrency");
        if (old.isIntegralNumber() && old.canConvertToInt()) {
            run.closedLoop(old.intValue());
        }
        return run;
    }

    private static String first(JsonNode... nodes) {
        for (JsonNode node : nodes) {
            if (node.isString()) {
                return node.stringValue();
            }
        }
        return "";
    }

    /// Every number in it that is an aggregate.
    ///
    /// @param errors how to count the requests that failed with an error
    List<ToldAggregate> told(RecipeBook recipes, Function<AiperfRecords.ErrorKey, Recipe> errors) {
        List<ToldAggregate> told = new ArrayList<>();
        for (Map.Entry<String, JsonNode> block : blocks().properties()) {
            if (block.getValue().path("unit").isString()) {
                StatisticsBlock.told(block.getKey(), block.getValue(), recipes, told);
            }
        }
        errors(errors, told);
        Set<String> elsewhere = Set.of("telemetry_data", "telemetry_stats", "warmup_metrics", "server_metrics_data");
        for (String name : elsewhere.stream().sorted().toList()) {
            StatisticsBlock.refused(
                    name,
                    root.path(name),
                    "what '" + name + "' summarises is not in the records of the requests",
                    told);
        }
        return told;
    }

    private void errors(Function<AiperfRecords.ErrorKey, Recipe> errors, List<ToldAggregate> told) {
        int i = 0;
        for (JsonNode error : root.path("error_summary")) {
            if (error.path("count").isNumber()) {
                told.add(ToldAggregate.ofDouble(
                        "error_summary." + i + ".count",
                        error.path("count").doubleValue(Double.NaN),
                        ToldAggregate.PLAIN,
                        errors.apply(AiperfRecords.ErrorKey.of(error.path("error_details")))));
            }
            i++;
        }
    }
}
