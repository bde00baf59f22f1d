package dev.goodput.runs.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// GenAI-Perf's summary as JSON.
final class GenaiPerfSummary {
    static final GenaiPerfSummary NONE = new GenaiPerfSummary(JsonNodeFactory.instance.objectNode());

    private final JsonNode root;

    private GenaiPerfSummary(JsonNode root) {
        this.root = root;
    }

    static GenaiPerfSummary read(Path file) {
        return new GenaiPerfSummary(ImportSource.json(file));
    }

    double number(String metric, String statistic) {
        JsonNode value = root.path(metric).path(statistic);
        return value.isNumber() ? value.doubleValue(Double.NaN) : Double.NaN;
    }

    /// Names of the statistics of a metric.
    List<String> statistics(String metric) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : root.path(metric).properties()) {
            if (entry.getValue().isNumber()) {
                names.add(entry.getKey());
            }
        }
        return names;
    }

    /// The objectives of its goodput by metric, in ms or tokens per second.
    Map<String, Double> objectives() {
        Map<String, Double> objectives = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> slo :
                root.path("input_config").path("input").path("goodput").properties()) {
            if (slo.getValue().isNumber()) {
                objectives.put(slo.getKey(), slo.getValue().doubleValue(Double.NaN));
            }
        }
        return objectives;
    }

    String url() {
        JsonNode url = root.path("input_config").path("endpoint").path("url");
        return url.isString() ? url.stringValue() : "unknown";
    }

    /// Every number in it that is an aggregate.
    List<ToldAggregate> told(GenaiPerfRecipes recipes) {
        List<ToldAggregate> told = new ArrayList<>();
        for (Map.Entry<String, JsonNode> block : root.properties()) {
            if (block.getValue().path("unit").isString()) {
                StatisticsBlock.told(block.getKey(), block.getValue(), recipes, told);
            }
        }
        for (Map.Entry<String, JsonNode> session : root.path("sessions").properties()) {
            for (Map.Entry<String, JsonNode> block : session.getValue().properties()) {
                if (block.getValue().path("unit").isString()) {
                    List<ToldAggregate> ofSession = new ArrayList<>();
                    StatisticsBlock.told(
                            block.getKey(), block.getValue(), recipes.ofSession(session.getKey()), ofSession);
                    ofSession.forEach(one -> told.add(new ToldAggregate(
                            StatisticsBlock.name("sessions." + session.getKey() + "." + one.name()),
                            one.told(),
                            one.unit(),
                            one.decimals(),
                            one.recipe())));
                }
            }
        }
        StatisticsBlock.refused(
                "telemetry_stats",
                root.path("telemetry_stats"),
                "the samples of the GPU's telemetry are not in the records of the requests",
                told);
        return told;
    }
}
