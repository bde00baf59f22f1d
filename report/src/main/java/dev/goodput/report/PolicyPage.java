package dev.goodput.report;

import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.trace.Manifest;
import java.util.List;

/// Everything the HTML template of a policy shows, as text that it escapes.
///
/// @param links from the name of a level to its own report
record PolicyPage(
        PageAssets assets,
        String title,
        String subject,
        String tool,
        String started,
        Page.VerdictPart verdict,
        List<String> reasons,
        List<String> notices,
        PolicyCurve curve,
        List<Section> sections,
        List<Section> verdictSections,
        List<Link> links,
        List<ManifestFacts> facts) {

    record Link(String label, String href) {}

    static PolicyPage of(PolicyResult policy, PageAssets assets) {
        Manifest manifest = policy.peak().side().run().manifest();
        String subject = Headline.subject(manifest);
        Headroom headroom = policy.headroom();
        return new PolicyPage(
                assets,
                policy.verdict() + " · " + subject,
                subject,
                PlainText.clean(manifest.tool()),
                manifest.startedAt().toString(),
                Page.VerdictPart.of(policy.peak().side().result(), policy.verdict()),
                policy.reasons().stream().map(PlainText::clean).toList(),
                headroom == null || headroom.ok() ? List.of() : List.of(headroom.reason()),
                PolicyCurve.of(policy),
                PolicySections.of(policy),
                VerdictSections.of(PolicySections.peak(policy)),
                policy.levels().stream()
                        .map(level ->
                                new Link(level.percent() + "%", "level-" + level.percent() + "/" + ReportFiles.HTML))
                        .toList(),
                PolicySections.facts(policy));
    }
}
