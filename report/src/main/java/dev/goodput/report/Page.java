package dev.goodput.report;

import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Verdict;
import dev.goodput.core.metric.RunMetrics;
import dev.goodput.core.stat.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Everything the HTML templates show, as text that they escape.
///
/// @param verdict null where no SLO was given
/// @param checks null where no SLO was given
record Page(
        PageAssets assets,
        String title,
        String subject,
        String tool,
        String started,
        @Nullable VerdictPart verdict,
        List<String> notices,
        List<Tile> tiles,
        List<Section> verdictSections,
        List<Section> metricSections,
        @Nullable Section checks,
        List<ManifestFacts> facts,
        @Nullable Bars sensitivity,
        Ranges split,
        Ranges lengths,
        @Nullable EngineBars slowest,
        ChartData charts,
        String chartJson) {

    /// @param word lower case, used as a class
    record VerdictPart(
            String word,
            String sign,
            String name,
            String meaning,
            String goodput,
            String good,
            String target,
            String bounds,
            String slo,
            List<String> reasons,
            Gauge gauge,
            Bars losses) {

        static VerdictPart of(GateResult result) {
            return of(result, result.verdict());
        }

        /// @param verdict that was reached, which a policy may see otherwise than the run alone
        static VerdictPart of(GateResult result, Verdict verdict) {
            return new VerdictPart(
                    verdict.name().toLowerCase(Locale.ROOT),
                    Headline.sign(verdict),
                    verdict.name(),
                    Headline.meaning(verdict),
                    Format.percent(result.goodput().share()),
                    Format.count(result.goodput().good()) + " of "
                            + Format.count(result.goodput().total()),
                    Format.percent(result.goodput().target()),
                    Headline.bounds(result.goodput()),
                    Headline.slo(result),
                    result.reasons().stream().map(PlainText::clean).toList(),
                    Gauge.of(result.goodput()),
                    Bars.losses(result));
        }
    }

    /// One figure at a glance: a percentile never alone.
    record Tile(String label, String value, String unit, String beside) {}

    static Page of(ReportInput input, PageAssets assets) {
        ChartData charts = ChartData.of(input);
        VerdictPart verdict = input.decisive().map(VerdictPart::of).orElse(null);
        String subject = Headline.subject(input.run().manifest());
        return new Page(
                assets,
                (verdict == null ? "" : verdict.name() + " · ") + subject,
                subject,
                PlainText.clean(input.run().manifest().tool()),
                input.run().manifest().startedAt().toString(),
                verdict,
                Notices.of(input),
                tiles(input),
                VerdictSections.of(input),
                MetricSections.of(input),
                input.decisive().map(VerdictSections::checks).orElse(null),
                ManifestFacts.of(input),
                TpotSensitivity.of(input).map(Bars::sensitivity).orElse(null),
                Ranges.split(input),
                Ranges.lengths(input.metrics()),
                input.engineRequests().map(EngineBars::of).orElse(null),
                charts,
                Json.inline(charts));
    }

    private static List<Tile> tiles(ReportInput input) {
        RunMetrics metrics = input.metrics();
        List<Tile> tiles = new ArrayList<>();
        tiles.add(latency("TTFT", metrics.ttft()));
        tiles.add(latency("TPOT", metrics.tpot()));
        tiles.add(latency("E2E", metrics.e2e()));
        input.decisive()
                .ifPresent(result -> tiles.add(new Tile(
                        "Good requests",
                        Format.rate(result.goodput().ratePerSecond()),
                        "/s",
                        Format.rate(metrics.throughput().requestsPerSecond()) + " completed/s")));
        tiles.add(new Tile(
                "Output tokens",
                Format.rate(metrics.throughput().outputTokensPerSecond()),
                "/s",
                "over " + Format.seconds(metrics.throughput().windowSeconds())));
        tiles.add(new Tile(
                "Requests",
                Format.count(metrics.counts().scheduled()),
                "",
                Format.count(metrics.counts().failed()) + " failed"));
        return tiles;
    }

    private static Tile latency(String label, Distribution values) {
        return new Tile(
                label + " P99",
                MetricSections.percentile(values, 990),
                "ms",
                "P50 " + Format.ms(values.p50()) + " · P90 " + Format.ms(values.p90()));
    }

    /// The section of that name; templates place figures beside some of them.
    Section metric(String id) {
        return metricSections.stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    boolean hasFailures() {
        return metricSections.stream().anyMatch(section -> section.id().equals("failures"));
    }

    /// What only a modelled engine can tell.
    List<Section> engineSections() {
        return metricSections.stream()
                .filter(section -> section.id().startsWith(EngineSections.PREFIX))
                .toList();
    }

    boolean hasEngine() {
        return charts.steps() != null || engineFacts() != null;
    }

    /// Which engine was modelled; null where nobody wrote it down.
    @Nullable
    Section engineFacts() {
        return metricSections.stream()
                .filter(section -> section.id().equals(EngineSections.ENGINE))
                .findFirst()
                .orElse(null);
    }
}
