package dev.goodput.cli;

import dev.goodput.core.metric.Dialect;
import dev.goodput.core.metric.Dialects;
import dev.goodput.core.metric.Formula;
import dev.goodput.core.metric.Measure;
import dev.goodput.core.metric.Statistic;
import dev.goodput.core.metric.axis.Axis;
import dev.goodput.report.Definitions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `goodput definitions`: what tools mean by their metrics.
@Command(
        name = "definitions",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows how goodput and other tools define their metrics: choices, formulas, defects.")
final class DefinitionsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "ID", arity = "0..1", description = "A dialect (default: a list of all).")
    @Nullable
    private String id;

    @Option(names = "--metric", paramLabel = "METRIC", description = "Only the choices that matter for this metric.")
    @Nullable
    private String metric;

    @Option(names = "--diff", arity = "2", paramLabel = "ID", description = "Only what two dialects differ on.")
    @Nullable
    private List<String> diff;

    @Option(names = "--matrix", description = "All dialects and all their choices.")
    private boolean matrix;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "One of ${COMPLETION-CANDIDATES} (default: terminal).")
    private Definitions.Format format = Definitions.Format.TERMINAL;

    DefinitionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (Stream.of(id != null, diff != null, matrix).filter(given -> given).count() > 1) {
            throw new CliException(ExitCode.USAGE, "say only one of ID, --diff and --matrix");
        }
        console.out().print(page().render(format, console.terminal().style()));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private Definitions page() {
        if (diff != null) {
            Dialect a = Names.dialect(diff.getFirst());
            Dialect b = Names.dialect(diff.getLast());
            return Definitions.diff(a, b, axes(List.of(a, b)));
        }
        if (id != null) {
            Dialect dialect = Names.dialect(id);
            return Definitions.of(dialect, axes(List.of(dialect)), formulas(dialect));
        }
        if (matrix || metric != null) {
            return Definitions.matrix(Dialects.all(), axes(Dialects.all()));
        }
        return Definitions.list(Dialects.all());
    }

    /// The axes that the metric consults under any of the dialects; all of them where no metric is named.
    private List<Class<? extends Axis>> axes(List<Dialect> dialects) {
        if (metric == null) {
            return Dialect.AXES;
        }
        Set<Class<? extends Axis>> consulted = new LinkedHashSet<>();
        for (Measure measure : measures(metric)) {
            dialects.forEach(dialect -> consulted.addAll(measure.consults(dialect)));
        }
        return Dialect.AXES.stream().filter(consulted::contains).toList();
    }

    private static List<Measure> measures(String metric) {
        // Mean and a percentile together consult what any statistic does, but for the spread.
        return Stream.of(Statistic.mean(), Statistic.p(99))
                .map(statistic -> ExplainMeasure.of(metric, statistic, ExplainMeasure.ANY_BOUNDS, false))
                .distinct()
                .toList();
    }

    private List<Formula> formulas(Dialect dialect) {
        return Formula.of(dialect).stream()
                .filter(formula -> metric == null
                        || formula.name().equalsIgnoreCase(metric)
                        || (metric.equals(Names.GOODPUT_RATE) && formula.name().equals("goodput"))
                        || (metric.endsWith("_rate") && formula.name().equals("rates")))
                .toList();
    }
}
