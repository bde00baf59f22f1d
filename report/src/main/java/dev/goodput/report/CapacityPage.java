package dev.goodput.report;

import dev.goodput.core.gate.LoadCurve;
import dev.goodput.core.gate.LoadLevel;
import java.util.ArrayList;
import java.util.List;

/// Everything the HTML page of a capacity search shows, as text that its template escapes.
record CapacityPage(
        PageAssets assets,
        String headline,
        String subject,
        String tool,
        String slo,
        List<String> notices,
        List<Page.Tile> tiles,
        List<String> findings,
        List<LoadChart> charts,
        List<Section> sections) {

    private static final PageAssets ASSETS = PageAssets.withoutScript("curves.css");

    static String render(CapacityReport report) {
        return Templates.render("capacity.jte", of(report));
    }

    private static CapacityPage of(CapacityReport report) {
        CapacityInput input = report.input();
        return new CapacityPage(
                ASSETS,
                report.headline(),
                report.subject(),
                report.tool(),
                report.slo(),
                input.notices().stream().map(PlainText::clean).toList(),
                tiles(input.curve(), input.unit()),
                report.findings(),
                List.of(LoadChart.share(input), LoadChart.rates(input)),
                report.sections());
    }

    private static List<Page.Tile> tiles(LoadCurve curve, LoadUnit unit) {
        List<Page.Tile> tiles = new ArrayList<>();
        curve.capacity().ifPresent(level -> tiles.add(tile("Shown to pass", level, unit)));
        curve.smallestFailed().ifPresent(level -> tiles.add(tile("Shown to fail", level, unit)));
        tiles.add(tile("Most good requests/s", curve.knee(), unit));
        tiles.add(tile("Highest throughput", curve.highestThroughput(), unit));
        return tiles;
    }

    private static Page.Tile tile(String label, LoadLevel level, LoadUnit unit) {
        return new Page.Tile(
                label,
                unit.text(level.load()),
                unit == LoadUnit.RATE ? "" : unit.title(),
                Format.percent(level.result().goodput().share()) + " good · " + Format.rate(level.goodRate())
                        + " good/s");
    }
}
