package dev.goodput.runs.imports;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Which records each of inference-perf's aggregate files is about. Records carry no stage; stages run one after the
/// other, so the counts that the stage files tell split the records in order of start.
final class InferencePerfStages {
    private static final Pattern STAGE = Pattern.compile("stage_([0-9]{1,6})_");

    private final List<InferencePerfRow> rows;
    private final InferencePerfConfig config;
    private final List<JsonFields> summaries = new ArrayList<>();
    private final Map<Integer, JsonFields> stages = new TreeMap<>();

    InferencePerfStages(List<InferencePerfRow> rows, InferencePerfConfig config) {
        this.rows = rows;
        this.config = config;
    }

    void add(JsonFields told) {
        Matcher named = STAGE.matcher(String.valueOf(told.file().getFileName()));
        if (named.find()) {
            stages.put(Integer.parseInt(named.group(1)), told);
        } else if (told.child("load_summary").has("send_duration")) {
            stages.put(stages.size(), told);
        } else {
            summaries.add(told);
        }
    }

    List<ToldAggregate> aggregates() {
        List<ToldAggregate> aggregates = new ArrayList<>();
        List<Integer> all = IntStream.range(0, rows.size()).boxed().toList();
        for (JsonFields summary : summaries) {
            addAll(aggregates, "summary.", summary, new InferencePerfAggregates(rows, all, config, -1));
        }
        List<Integer> byStart = all.stream()
                .sorted(Comparator.comparingDouble(i -> rows.get(i).startS()))
                .toList();
        int counted =
                stages.values().stream().mapToInt(InferencePerfStages::count).sum();
        int from = 0;
        for (Map.Entry<Integer, JsonFields> stage : stages.entrySet()) {
            String prefix = "stage_" + stage.getKey() + ".";
            if (counted == rows.size()) {
                int to = from + count(stage.getValue());
                List<Integer> part = byStart.subList(from, to);
                addAll(
                        aggregates,
                        prefix,
                        stage.getValue(),
                        new InferencePerfAggregates(rows, part, config, stage.getKey()));
                from = to;
            } else {
                stage.getValue()
                        .eachNumber((path, told) -> aggregates.add(ToldAggregate.ofDouble(
                                prefix + path,
                                told,
                                ToldAggregate.PLAIN,
                                Told.impossible(
                                        "the stage files do not add up to the records, which carry no stage"))));
            }
        }
        return aggregates;
    }

    private static int count(JsonFields stage) {
        return Math.max(stage.child("load_summary").count("count"), 0);
    }

    private static void addAll(
            List<ToldAggregate> aggregates, String prefix, JsonFields told, InferencePerfAggregates recipes) {
        told.eachNumber((path, value) ->
                aggregates.add(ToldAggregate.ofDouble(prefix + path, value, recipes.unit(path), recipes.of(path))));
    }
}
