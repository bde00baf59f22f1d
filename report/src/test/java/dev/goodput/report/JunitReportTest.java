package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.trace.Run;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JunitReportTest {

    @Test
    void aPassHasNeitherFailuresNorErrors() throws Exception {
        Element suite = suite(SampleRuns.healthy(600), "0.9");
        assertThat(suite.getAttribute("failures") + suite.getAttribute("errors"))
                .isEqualTo("00");
        assertThat(count(suite, "testcase")).isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
    }

    @Test
    void aFailIsAFailureWithItsReason() throws Exception {
        Element suite = suite(SampleRuns.allFailing(), "0.99");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("FAIL");
        assertThat(failure.getAttribute("message")).startsWith("0 of 25 scheduled requests were good");
    }

    @Test
    void inconclusiveIsAnErrorBecauseNothingWasShown() throws Exception {
        Element suite = suite(SampleRuns.healthy(20), "0.99");
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        Element error = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(error.getAttribute("type")).isEqualTo("INCONCLUSIVE");
    }

    @Test
    void invalidIsAnErrorOfTheCheckThatFailed() throws Exception {
        Element suite = suite(SampleRuns.empty(), "0.99");
        Element error = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(((Element) error.getParentNode()).getAttribute("name")).isEqualTo("requests were made");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(Integer.parseInt(suite.getAttribute("skipped"))).isEqualTo(count(suite, "skipped"));
    }

    @Test
    void withoutSloTheOneCaseIsSkipped() throws Exception {
        Element suite = parse(JunitReport.render(SampleRuns.judged(SampleRuns.golden())));
        assertThat(suite.getAttribute("tests") + suite.getAttribute("skipped")).isEqualTo("11");
        assertThat(count(suite, "skipped")).isEqualTo(1);
    }

    private static Element suite(Run run, String target) throws Exception {
        return parse(JunitReport.render(
                SampleRuns.judged(run, SampleRuns.slo("slo", "ttft<=2s, tpot<=40ms, e2e<=6s", target))));
    }

    private static Element parse(String xml) throws Exception {
        return (Element) DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getElementsByTagName("testsuite")
                .item(0);
    }

    private static int count(Element suite, String name) {
        return suite.getElementsByTagName(name).getLength();
    }
}
