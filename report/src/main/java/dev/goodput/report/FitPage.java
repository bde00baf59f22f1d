package dev.goodput.report;

import dev.goodput.engine.fit.Coefficient;
import dev.goodput.engine.fit.EngineFit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// Everything the HTML page of a fitted engine shows, as text that its template escapes.
record FitPage(
        PageAssets assets,
        String headline,
        String subject,
        String tool,
        List<String> warnings,
        List<Page.Tile> tiles,
        List<String> findings,
        List<FitChart> charts,
        List<Section> sections) {

    private static final PageAssets ASSETS = PageAssets.withoutScript("curves.css");

    static String render(FitReport report) {
        return Templates.render("fit.jte", of(report));
    }

    private static FitPage of(FitReport report) {
        EngineFit fit = report.input().fit();
        return new FitPage(
                ASSETS,
                report.headline(),
                report.input().subject(),
                report.input().tool(),
                report.warnings(),
                tiles(fit),
                report.findings(),
                List.of(FitChart.steps(fit), FitChart.speed(fit)),
                report.sections());
    }

    private static List<Page.Tile> tiles(EngineFit fit) {
        List<Page.Tile> tiles = new ArrayList<>();
        Coefficient constant = fit.coefficients().get(0);
        Coefficient prefill = fit.coefficients().get(1);
        tiles.add(new Page.Tile(
                "Step without prefill",
                FitSections.number(fit.usualDecodeMs()),
                "ms",
                "constant " + FitSections.number(constant.ms()) + " ± " + FitSections.number(constant.errorMs())));
        tiles.add(new Page.Tile(
                "Prompt token", FitSections.number(prefill.ms()), "ms", "± " + FitSections.number(prefill.errorMs())));
        tiles.add(new Page.Tile("Front end", FitSections.number(fit.frontEndMs()), "ms", "before the engine sees it"));
        tiles.add(new Page.Tile(
                "Steps found", Format.count(fit.stepsFound()), "", "in " + Format.count(fit.requests()) + " requests"));
        tiles.add(new Page.Tile(
                "Step off the fit",
                String.format(Locale.ROOT, "%.1f", fit.medianResidual() * 100),
                "%",
                "in the middle of " + Format.count(fit.stepsMeasured())));
        tiles.add(new Page.Tile(
                "Machine's speed",
                Format.ratio(Collections.min(fit.speed())) + "–" + Format.ratio(Collections.max(fit.speed())),
                "",
                "of a mean step, by second"));
        return tiles;
    }
}
