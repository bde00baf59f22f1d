package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Text from a model, a server or a user must not act in any rendering. The same text is the model's name, the URL,
/// the hardware, the command, a remark, a host fact and an error message.
class HostileTextTest {

    static Stream<String> texts() {
        return Stream.of(
                "</script><script>alert(1)</script>",
                "</title></style><img src=x onerror=alert(1)>",
                "\" onmouseover=\"alert(1)\" x='",
                "<!--",
                "]]>",
                "&lt;b&gt;&#60;",
                "\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b]8;;http://evil\u001b\\link",
                "\u009b2Jcleared\u0085\u0000\u0008\u007f",
                "\u202egnp.exe\u202c\u2066\u200b",
                "line\r\nbreak\u2028and\u2029more\u000b",
                "a|b\\|c `code` ``` **bold** [x](http://evil) ![i](http://evil/p.png) @everyone #1 <details>",
                "www.evil.example https://evil.example",
                "\ud800 lone \udfff surrogate \ufffe\uffff",
                "${7*7} {{7*7}} $unsafe{x}",
                "x".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void html(String text) {
        String html = HtmlReport.render(input(text));
        String outside = withoutOwnScripts(html);
        assertThat(outside).doesNotContainIgnoringCase("<img", "<script>alert", "<!--", "<b>", "<details");
        // Elements of the templates alone: as many as in a report on harmless text.
        String harmless = withoutOwnScripts(HtmlReport.render(input("harmless")));
        assertThat(tags(outside)).isEqualTo(tags(harmless));
        assertThat(outside).doesNotContain("\u001b", "\u0000", "\u202e", "\u009b");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void terminal(String text) {
        String report = TerminalReport.render(input(text), new TerminalStyle(true, 80));
        String withoutOwn = report.replaceAll("\u001b\\[[0-9;]*m", "");
        assertThat(withoutOwn.codePoints().filter(c -> c != '\n' && isUnsafe(c)).boxed())
                .isEmpty();
        assertThat(report).doesNotContain("\u001b[31mred");
        String plain = TerminalReport.render(input(text), TerminalStyle.PLAIN);
        assertThat(plain).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void markdown(String text) {
        String report = MarkdownReport.render(input(text));
        assertThat(report.codePoints().filter(c -> c != '\n' && isUnsafe(c)).boxed())
                .isEmpty();
        // The only tags and quotes are ours.
        assertThat(report.replaceAll("</?(code|details|summary)>", "").replace("> ", ""))
                .doesNotContain("<", "`", "](", "![i", "@everyone", "://", "www.");
        // Every row has as many cells as its table's head.
        int cells = 0;
        for (String line : report.split("\n", -1)) {
            int now = line.startsWith("|") ? line.split("\\|", -1).length : 0;
            assertThat(now == cells || now == 0 || cells == 0).as(line).isTrue();
            cells = now;
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void xml(String text) throws Exception {
        String xml = JunitReport.render(input(text));
        Document document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)));
        assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(8);
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void inlinedData(String text) {
        String inlined = Json.inline(List.of(text));
        assertThat(inlined).doesNotContain("<", ">", "&", "\u2028", "\u2029");
        JsonNode back = JsonMapper.shared().readTree(inlined);
        assertThat(back.get(0).asString()).isEqualTo(text);
    }

    private static ReportInput input(String text) {
        return SampleRuns.judged(SampleRuns.hostile(text), SampleRuns.TARGET.withName(text));
    }

    private static boolean isUnsafe(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE;
    }

    private static String withoutOwnScripts(String html) {
        PageAssets assets = PageAssets.load();
        assertThat(html).contains(assets.script()).contains(assets.style());
        return html.replace(assets.script(), "").replace(assets.style(), "");
    }

    private static List<String> tags(String html) {
        Matcher matcher = Pattern.compile("</?[a-zA-Z][a-z0-9]*").matcher(html);
        return matcher.results().map(result -> result.group()).toList();
    }
}
