package dev.goodput.report;

import dev.goodput.core.gate.Check;
import dev.goodput.core.gate.Comparison;
import dev.goodput.core.gate.GateResult;
import dev.goodput.core.gate.Headroom;
import dev.goodput.core.gate.PolicyResult;
import dev.goodput.core.gate.Regression;
import dev.goodput.core.gate.Verdict;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// A verdict as JUnit XML, so that a CI server shows it like a test run: one case a check of the SLO that decides.
///
/// A failure says the endpoint is not good enough; an error says that this could not be told (INCONCLUSIVE, INVALID).
/// Constraint checks do not decide alone: they are reported as failures only under FAIL, and as skipped otherwise.
/// Further SLOs are properties, because a tighter SLO that is shown for comparison must not break a build.
public final class JunitReport {
    private JunitReport() {}

    /// How one case ends.
    private enum End {
        PASSED(""),
        FAILURE("failure"),
        ERROR("error"),
        SKIPPED("skipped");

        private final String element;

        End(String element) {
            this.element = element;
        }
    }

    /// The document, well-formed whatever the texts in it hold.
    public static String render(ReportInput input) {
        return document(xml -> suite(xml, input));
    }

    /// A suite for what the policy adds to the verdict at 100 %, then that verdict's own. A warning is reported as
    /// skipped: it must not break a build.
    public static String render(PolicyResult policy) {
        return document(xml -> {
            policySuite(xml, policy);
            line(xml, 1);
            suite(xml, PolicySections.peak(policy));
        });
    }

    private interface Suites {
        void write(XMLStreamWriter xml) throws XMLStreamException;
    }

    private static String document(Suites suites) {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml, 0);
            xml.writeStartElement("testsuites");
            line(xml, 1);
            suites.write(xml);
            line(xml, 0);
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string could not be written to", e);
        }
        return out.append('\n').toString();
    }

    private static void suite(XMLStreamWriter xml, ReportInput input) throws XMLStreamException {
        List<Check> checks = input.decisive().map(GateResult::checks).orElse(List.of());
        String time =
                String.format(Locale.ROOT, "%.3f", input.metrics().throughput().windowSeconds());
        xml.writeStartElement("testsuite");
        attribute(
                xml,
                "name",
                input.decisive().map(result -> "goodput " + result.slo().name()).orElse("goodput"));
        attribute(xml, "tests", Integer.toString(Math.max(checks.size(), 1)));
        attribute(xml, "failures", count(input, End.FAILURE));
        attribute(xml, "errors", count(input, End.ERROR));
        attribute(xml, "skipped", checks.isEmpty() ? "1" : count(input, End.SKIPPED));
        attribute(xml, "time", time);
        attribute(xml, "timestamp", input.run().manifest().startedAt().toString());
        properties(xml, input);
        if (input.decisive().isPresent()) {
            GateResult result = input.decisive().get();
            for (Check check : checks) {
                testCase(
                        xml,
                        result.slo().name(),
                        check.name(),
                        end(result.verdict(), check),
                        result.verdict(),
                        check.reason());
            }
            out(xml, result);
        } else {
            testCase(xml, "measurement", "verdict", End.SKIPPED, null, "no SLO was given, so nothing was judged");
        }
        line(xml, 1);
        xml.writeEndElement();
    }

    private static void policySuite(XMLStreamWriter xml, PolicyResult policy) throws XMLStreamException {
        Headroom headroom = policy.headroom();
        Comparison comparison = policy.comparison();
        boolean isWorse = comparison != null && comparison.outcome() == Regression.REGRESSION;
        boolean isOpen = comparison != null && !isWorse && comparison.outcome() != Regression.NO_REGRESSION;
        boolean isWarned = headroom != null && !headroom.ok();
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "goodput policy");
        attribute(xml, "tests", Integer.toString((headroom == null ? 0 : 1) + (comparison == null ? 0 : 1)));
        attribute(xml, "failures", isWorse ? "1" : "0");
        attribute(xml, "errors", "0");
        attribute(xml, "skipped", Integer.toString((isOpen ? 1 : 0) + (isWarned ? 1 : 0)));
        line(xml, 2);
        xml.writeStartElement("properties");
        property(xml, Map.entry("verdict", policy.verdict().name()));
        for (ManifestFacts fact : PolicySections.facts(policy)) {
            property(xml, Map.entry(fact.label(), fact.value()));
        }
        line(xml, 2);
        xml.writeEndElement();
        if (headroom != null) {
            End end = isWarned ? End.SKIPPED : End.PASSED;
            testCase(xml, "policy", "headroom", end, policy.verdict(), headroom.reason());
        }
        if (comparison != null) {
            End end = isWorse ? End.FAILURE : isOpen ? End.SKIPPED : End.PASSED;
            testCase(xml, "policy", "baseline", end, policy.verdict(), policy.againstBaseline());
        }
        line(xml, 1);
        xml.writeEndElement();
    }

    private static String count(ReportInput input, End end) {
        return Long.toString(input.decisive().stream()
                .flatMap(result -> result.checks().stream().filter(check -> end(result.verdict(), check) == end))
                .count());
    }

    private static End end(Verdict verdict, Check check) {
        return switch (check.kind()) {
            case OBJECTIVE ->
                switch (verdict) {
                    case PASS -> End.PASSED;
                    case FAIL -> check.ok() ? End.PASSED : End.FAILURE;
                    case INCONCLUSIVE -> check.ok() ? End.PASSED : End.ERROR;
                    case INVALID -> End.SKIPPED;
                };
            case CONSTRAINT -> check.ok() ? End.PASSED : verdict == Verdict.FAIL ? End.FAILURE : End.SKIPPED;
            case MEASUREMENT -> check.ok() ? End.PASSED : End.ERROR;
            case TOO_KIND, TOO_HARSH -> check.ok() ? End.PASSED : verdict == Verdict.INVALID ? End.ERROR : End.SKIPPED;
        };
    }

    private static void properties(XMLStreamWriter xml, ReportInput input) throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("properties");
        property(xml, Map.entry("subject", Headline.subject(input.run().manifest())));
        for (String notice : Notices.of(input)) {
            property(xml, Map.entry("notice", notice));
        }
        for (GateResult result : input.results()) {
            property(
                    xml,
                    Map.entry(
                            "slo " + result.slo().name(),
                            result.verdict().name() + ", " + Headline.goodput(result) + ", "
                                    + result.slo().constraintText()));
        }
        line(xml, 2);
        xml.writeEndElement();
    }

    private static void property(XMLStreamWriter xml, Map.Entry<String, String> entry) throws XMLStreamException {
        line(xml, 3);
        xml.writeEmptyElement("property");
        attribute(xml, "name", entry.getKey());
        attribute(xml, "value", entry.getValue());
    }

    private static void testCase(
            XMLStreamWriter xml,
            String suite,
            String name,
            End end,
            @org.jspecify.annotations.Nullable Verdict verdict,
            String reason)
            throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("testcase");
        attribute(xml, "classname", "goodput." + suite);
        attribute(xml, "name", name);
        if (end != End.PASSED) {
            line(xml, 3);
            xml.writeStartElement(end.element);
            attribute(xml, "message", reason);
            if (end != End.SKIPPED && verdict != null) {
                attribute(xml, "type", verdict.name());
                xml.writeCharacters(PlainText.clean(reason));
            }
            xml.writeEndElement();
            line(xml, 2);
        }
        xml.writeEndElement();
    }

    private static void out(XMLStreamWriter xml, GateResult result) throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("system-out");
        StringBuilder text = new StringBuilder(result.verdict().name() + ": " + Headline.goodput(result) + "\n");
        result.reasons().forEach(reason -> text.append(PlainText.clean(reason)).append('\n'));
        xml.writeCharacters(text.toString());
        xml.writeEndElement();
    }

    /// Cleaning removes what XML 1.0 cannot carry at all, lone surrogates and control characters; the writer escapes
    /// the rest.
    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, PlainText.clean(value));
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
