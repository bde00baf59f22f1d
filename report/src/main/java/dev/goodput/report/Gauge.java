package dev.goodput.report;

import dev.goodput.core.gate.GoodputEstimate;

/// Share, bounds and target of goodput on one axis that shows no more than it must.
///
/// @param floor the share at the left end; the right end is 100 %
/// @param lower places on the axis as percentages of its width; so are the others
/// @param width from `lower` to `upper`
record Gauge(String floor, String lower, String width, String share, boolean hasShare, String target, String words) {

    static Gauge of(GoodputEstimate goodput) {
        double target = goodput.target().doubleValue();
        double share = Double.isNaN(goodput.share()) ? 0 : goodput.share();
        double least = Math.min(Math.min(goodput.lower(), target), share);
        // A third more than the distance to 100 %, cut at a whole per mille where the range is narrow.
        double steps = least > 0.9 ? 1000 : 20;
        double floor = Math.max(0, Math.floor((1 - (1 - least) * 1.33) * steps) / steps);
        double span = 1 - floor;
        return new Gauge(
                Format.percent(floor),
                Bars.width((goodput.lower() - floor) / span),
                Bars.width((goodput.upper() - goodput.lower()) / span),
                Bars.width((share - floor) / span),
                goodput.total() > 0,
                Bars.width((target - floor) / span),
                "Goodput " + Format.percent(goodput.share()) + ", between " + goodput.lowerText() + " and "
                        + goodput.upperText() + ", target " + Format.percent(goodput.target()));
    }
}
