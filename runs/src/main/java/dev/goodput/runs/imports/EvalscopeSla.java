package dev.goodput.runs.imports;

import dev.goodput.core.metric.Answer;
import dev.goodput.core.metric.DialectRun;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The summary of evalscope's search for a load that keeps an SLA: for each load probed, the plain average of the
/// rounded aggregates of its runs, percentiles among them.
final class EvalscopeSla {
    private static final String FILE = "sla_summary.json";

    private EvalscopeSla() {}

    /// Adds the averages of each load to the first of its runs.
    ///
    /// @param runs by the path of their database
    static List<Imported> attach(ImportSource source, Map<Path, Imported> runs) {
        Map<Path, Imported> attached = new LinkedHashMap<>(runs);
        SourceTree.files(source).stream()
                .filter(file -> file.endsWith(FILE))
                .forEach(file -> attach(JsonFields.of(file, ImportSource.json(file)), attached));
        return List.copyOf(attached.values());
    }

    private static void attach(JsonFields summary, Map<Path, Imported> runs) {
        for (Map.Entry<String, JsonFields> load : summary.entries()) {
            List<Path> probes = runs.keySet().stream()
                    .filter(database -> isProbe(database, load.getKey()))
                    .toList();
            if (!probes.isEmpty()) {
                List<Imported> ofLoad = probes.stream().map(runs::get).toList();
                Imported first = ofLoad.getFirst();
                List<ToldAggregate> aggregates = new ArrayList<>(first.aggregates());
                aggregates.addAll(aggregates(load.getKey(), load.getValue(), ofLoad));
                runs.put(probes.getFirst(), new Imported(first.run(), first.dialect(), aggregates));
            }
        }
    }

    private static boolean isProbe(Path database, String load) {
        Path folder = database.getParent();
        return folder != null && String.valueOf(folder.getFileName()).startsWith("sla_" + load + "_run_");
    }

    private static List<ToldAggregate> aggregates(String load, JsonFields told, List<Imported> runs) {
        List<ToldAggregate> aggregates = new ArrayList<>();
        String prefix = "sla_summary." + load + ".";
        for (Map.Entry<String, JsonFields> metric : told.child("metrics").entries()) {
            if (metric.getValue().node().isNumber()) {
                aggregates.add(
                        average(prefix, metric.getKey(), metric.getValue().number(), runs));
            }
        }
        JsonFields percentiles = told.child("percentiles");
        List<String> labels = percentiles.list("Percentiles").stream()
                .map(label -> label.node().asString(""))
                .toList();
        for (Map.Entry<String, JsonFields> column : percentiles.entries()) {
            List<JsonFields> values = column.getKey().equals("Percentiles")
                    ? List.of()
                    : column.getValue().elements();
            for (int i = 0; i < Math.min(values.size(), labels.size()); i++) {
                if (values.get(i).node().isNumber()) {
                    String name = column.getKey() + "." + labels.get(i);
                    aggregates.add(average(prefix, name, values.get(i).number(), runs));
                }
            }
        }
        return aggregates;
    }

    private static ToldAggregate average(String prefix, String name, double told, List<Imported> runs) {
        List<ToldAggregate> parts = runs.stream()
                .flatMap(run -> run.aggregates().stream()
                        .filter(aggregate -> aggregate.name().equals(name))
                        .limit(1))
                .toList();
        Recipe recipe = parts.size() == runs.size()
                ? new Recipe.Computed(_ -> average(parts, runs))
                : Told.impossible("not every run of this load is there");
        return ToldAggregate.ofDouble(prefix + name, told, ToldAggregate.PLAIN, recipe);
    }

    private static Answer average(List<ToldAggregate> parts, List<Imported> runs) {
        double sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            ToldAggregate part = parts.get(i);
            DialectRun seen = DialectRun.of(runs.get(i).run(), runs.get(i).dialect());
            Answer answer = Verification.answer(part.recipe(), seen);
            if (answer instanceof Answer.Refused) {
                return answer;
            }
            sum += rounded(answer.orNaN() / part.unit(), part.decimals());
        }
        return new Answer.Value(sum / parts.size());
    }

    private static double rounded(double value, int decimals) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? value
                : new BigDecimal(value)
                        .setScale(decimals, RoundingMode.HALF_EVEN)
                        .doubleValue();
    }
}
