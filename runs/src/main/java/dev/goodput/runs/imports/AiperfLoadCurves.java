package dev.goodput.runs.imports;

import dev.goodput.core.metric.LoadCurves;
import dev.goodput.core.metric.LoadCurves.Curve;
import dev.goodput.core.metric.LoadCurves.Span;
import dev.goodput.core.metric.Statistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// AIPerf's `effective_*`, `active_*` and `tokens_in_flight`: how many requests and tokens were under way at each
/// instant of the phase, weighted by time. `active_*` leaves out the time in which nothing was.
/// Stamps are doubles of the Unix epoch, as in AIPerf.
final class AiperfLoadCurves {
    private static final double NS_PER_MS = 1e6;
    private static final String EFFECTIVE = "effective_";
    private static final String ACTIVE = "active_";

    private final AiperfRecords records;
    private final AiperfWindow window;
    private final double toldConcurrency;
    private @Nullable Drawn drawn;

    /// The curves, and the bounds of the phase between which the tool took their statistics.
    private record Drawn(LoadCurves curves, AiperfWindow.Bounds bounds) {}

    /// @param toldConcurrency mean of `effective_concurrency` in the file: the one number that tells which of the
    ///     instants that the printed start of the phase allows it was
    AiperfLoadCurves(AiperfRecords records, AiperfWindow window, double toldConcurrency) {
        this.records = records;
        this.window = window;
        this.toldConcurrency = toldConcurrency;
    }

    /// Nothing for a metric that is not drawn over time.
    Optional<Recipe> recipe(String metric, Statistic asked) {
        boolean onlyActive = metric.startsWith(ACTIVE);
        String name = metric.replaceFirst("^(" + ACTIVE + "|" + EFFECTIVE + ")", "");
        return Arrays.stream(Curve.values())
                .filter(curve -> curve.name().toLowerCase(Locale.ROOT).equals(name))
                .filter(curve -> curve == Curve.TOKENS_IN_FLIGHT || !name.equals(metric))
                .findFirst()
                .map(curve -> recipe(curve, onlyActive, asked));
    }

    private Recipe recipe(Curve curve, boolean onlyActive, Statistic asked) {
        if (!window.isKnown()) {
            return new Recipe.Impossible("the file does not say when the phase began and ended");
        }
        return new Recipe.Computed(_ -> {
            AiperfWindow.Bounds bounds = drawn().bounds();
            return LoadCurves.answer(
                    drawn().curves().within(curve, bounds.fromNs(), bounds.toNs(), onlyActive), curve, asked);
        });
    }

    private Drawn drawn() {
        if (drawn == null) {
            LoadCurves curves = new LoadCurves(spans());
            drawn = new Drawn(
                    curves,
                    window.candidates().stream()
                            .min(Comparator.comparingDouble(candidate -> Math.abs(
                                    curves.within(Curve.CONCURRENCY, candidate.fromNs(), candidate.toNs(), false)
                                                    .mean()
                                            - toldConcurrency)))
                            .orElseThrow());
        }
        return drawn;
    }

    private List<Span> spans() {
        MetricColumns columns = records.columns();
        List<Span> spans = new ArrayList<>(records.rows().size());
        for (int i = 0; i < records.rows().size(); i++) {
            AiperfRow row = records.rows().get(i);
            double ttftNs = NvidiaUnits.wholeNs(columns.at(i, "time_to_first_token") * NS_PER_MS);
            double firstNs = Double.isNaN(ttftNs) ? Double.NaN : (double) (row.startNs() + (long) ttftNs);
            double[] gapsNs = row.gapsNs() == null ? new double[0] : row.gapsNs();
            double[] chunkNs = new double[gapsNs.length];
            double sinceFirstNs = 0;
            for (int k = 0; k < gapsNs.length; k++) {
                sinceFirstNs += gapsNs[k];
                chunkNs[k] = firstNs + sinceFirstNs;
            }
            spans.add(new Span(
                    row.startNs(),
                    firstNs,
                    row.endNs(),
                    columns.at(i, "input_sequence_length"),
                    columns.at(i, "output_sequence_length"),
                    gapsNs,
                    chunkNs));
        }
        return spans;
    }
}
