package dev.goodput.report;

import java.util.ArrayList;
import java.util.List;

/// The slowest requests of a modelled engine, each a bar of the places where its time went, drawn
/// without a script.
///
/// @param axisEnd the time at the right end, with its unit
record EngineBars(List<Bar> bars, String axisEnd) {
    private static final int MOST = 12;

    /// One stretch of a bar.
    ///
    /// @param start place as a percentage of the full width, as is `width`
    /// @param shade a class of the style sheet
    record Stretch(String shade, String start, String width) {}

    record Bar(String label, List<Stretch> stretches, String text) {}

    static EngineBars of(EngineRequests requests) {
        List<EngineRequests.Parts> slowest = requests.slowest(MOST);
        double endNs = Math.max(1, slowest.getFirst().e2eNs());
        return new EngineBars(slowest.stream().map(parts -> bar(parts, endNs)).toList(), Format.time(endNs));
    }

    private static Bar bar(EngineRequests.Parts parts, double endNs) {
        List<Stretch> stretches = new ArrayList<>();
        double atNs = add(stretches, "way", 0, parts.thereNs(), endNs);
        atNs = add(stretches, "queue", atNs, parts.queueNs(), endNs);
        atNs = add(stretches, "prefill", atNs, parts.prefillNs(), endNs);
        atNs = add(stretches, "decode", atNs, parts.decodeNs(), endNs);
        add(stretches, "way", atNs, parts.backNs(), endNs);
        String lost = parts.preemptions() == 0 ? "" : " · preempted " + parts.preemptions() + "×";
        return new Bar(
                "#" + parts.index() + " · " + Format.count(parts.promptTokens()) + " → "
                        + Format.count(parts.outputTokens()) + " tokens",
                stretches,
                "TTFT " + Format.time(parts.ttftNs()) + " · E2E " + Format.time(parts.e2eNs()) + lost);
    }

    private static double add(List<Stretch> stretches, String shade, double atNs, double ns, double endNs) {
        stretches.add(new Stretch(shade, Bars.width(atNs / endNs), Bars.width(ns / endNs)));
        return atNs + ns;
    }
}
