package dev.goodput.runs.imports;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One block of statistics, `{unit, avg, p1, …}`, of AIPerf or GenAI-Perf.
final class StatisticsBlock {
    private static final int MAX_NAME_CHARS = 120;
    private static final int MAX_DEPTH = 12;

    private StatisticsBlock() {}

    static void told(String metric, JsonNode block, RecipeBook recipes, List<ToldAggregate> told) {
        String unit = block.path("unit").stringValue();
        for (Map.Entry<String, JsonNode> entry : block.properties()) {
            if (entry.getValue().isNumber()) {
                String statistic = entry.getKey();
                double unitNs = unitOf(unit, statistic);
                told.add(ToldAggregate.ofDouble(
                        name(metric + "." + statistic),
                        entry.getValue().doubleValue(Double.NaN),
                        unitNs,
                        recipes.of(metric, statistic, unitNs)));
            }
        }
    }

    /// A count has no unit, whatever is counted.
    static double unitOf(String unit, String statistic) {
        return statistic.equals("count")
                ? ToldAggregate.PLAIN
                : NvidiaUnits.ns(unit).orElse(ToldAggregate.PLAIN);
    }

    /// Every number below a node, none of which can be recomputed.
    static void refused(String path, JsonNode node, String reason, List<ToldAggregate> told) {
        refused(path, node, reason, told, 0);
    }

    private static void refused(String path, JsonNode node, String reason, List<ToldAggregate> told, int depth) {
        if (node.isNumber()) {
            told.add(ToldAggregate.ofDouble(
                    name(path), node.doubleValue(Double.NaN), ToldAggregate.PLAIN, new Recipe.Impossible(reason)));
        } else if (node.isObject() && depth < MAX_DEPTH) {
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                refused(path + "." + entry.getKey(), entry.getValue(), reason, told, depth + 1);
            }
        } else if (node.isArray() && depth < MAX_DEPTH) {
            for (int i = 0; i < node.size(); i++) {
                refused(path + "." + i, node.get(i), reason, told, depth + 1);
            }
        }
    }

    /// Names come from the file; they are cut and freed of control characters.
    static String name(String raw) {
        return raw.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .limit(MAX_NAME_CHARS)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
