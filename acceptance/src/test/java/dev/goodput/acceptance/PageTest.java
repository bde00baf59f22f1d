package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.engine.LatencyProfiles;
import dev.goodput.server.GoodputServer;
import dev.goodput.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/// The HTML report in a real browser, opened from disk.
@Tag("browser")
class PageTest {
    @TempDir
    Path temp;

    private ChromeDriver driver;

    @BeforeEach
    void open() {
        driver = Browser.open(temp.resolve("profile"));
    }

    @AfterEach
    void close() {
        driver.quit();
    }

    @Test
    void theReportDrawsItsChartsWithoutANetworkAndWithoutAnError() {
        Path run = temp.resolve("run");
        Goodput.run(
                "simulate",
                "--requests",
                "300",
                "--seed",
                "7",
                "--slo",
                "ttft<=500ms, tpot<=7ms",
                "--out",
                run.toString());
        driver.manage().window().setSize(new Dimension(1280, 1000));
        driver.get(run.resolve("report.html").toUri().toString());

        assertThat(driver.findElement(By.tagName("h1")).getText()).contains("FAIL");
        List<WebElement> canvases = driver.findElements(By.tagName("canvas"));
        assertThat(canvases).hasSizeGreaterThanOrEqualTo(6).allMatch(canvas -> canvas.getSize().height > 50);
        assertThat(driver.findElements(By.tagName("table"))).hasSizeGreaterThanOrEqualTo(6);
        assertThat(driver.executeScript("return performance.getEntriesByType('resource').length"))
                .isEqualTo(0L);
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }

    @Test
    void theReportOfAnEngineDrawsWhatItDid() {
        Path run = temp.resolve("run");
        Goodput.run(
                "simulate",
                "--engine",
                "h100-llama3.1-8b",
                "--rate",
                "20/s",
                "--requests",
                "200",
                "--out",
                run.toString());
        driver.get(run.resolve("report.html").toUri().toString());

        for (String chart : List.of("batch", "steps", "decodes", "waiting", "kv")) {
            WebElement canvas = driver.findElement(By.cssSelector("[data-chart=" + chart + "] canvas"));
            assertThat(canvas.getSize().height).as(chart).isGreaterThan(50);
            // Something is drawn, and not in one colour: pixels of the curve, the grid and the labels.
            Long colours = (Long) driver.executeScript(
                    "const c = arguments[0], d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                            + "return new Set(new Uint32Array(d.buffer)).size",
                    canvas);
            assertThat(colours).as(chart).isGreaterThan(5);
        }
        assertThat(driver.findElement(By.cssSelector("[data-legend=batch]")).getText())
                .contains("prompt tokens", "decodes");
        assertThat(driver.findElements(By.cssSelector(".engine-bars .bar"))).hasSize(12);
        look(run.resolve("report.html"));
    }

    @Test
    void aSweepIsDrawnWithoutAScript() {
        Path out = temp.resolve("sweep");
        Goodput.Result result = Goodput.run(
                "simulate",
                "--engine",
                "h100-llama3.1-8b",
                "--rate",
                "20/s",
                "--requests",
                "100",
                "--sweep",
                "max-batched-tokens=256,2048,off",
                "--out",
                out.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        look(out.resolve("sweep.html"));
        assertThat(driver.findElement(By.tagName("h1")).getText()).isEqualTo("Sweep of max-batched-tokens");
        // Two lines for TTFT, three for gaps, two for TPOT, one for E2E and one for output, of three
        // points each.
        assertThat(driver.findElements(By.cssSelector(".curve circle")))
                .hasSize(27)
                .allMatch(WebElement::isDisplayed);
    }

    @Test
    void thePageFitsAPhone() {
        Path run = temp.resolve("run");
        Goodput.run("simulate", "--requests", "300", "--seed", "7", "--out", run.toString());
        driver.manage().window().setSize(new Dimension(500, 900));
        driver.get(run.resolve("report.html").toUri().toString());

        long overflow = (Long) driver.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(overflow).isZero();
    }

    @Test
    void hostileNamesStayText() {
        Path run = temp.resolve("run");
        String model = "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'>";
        Goodput.Result result = Goodput.run(
                "run",
                "--url",
                "http://127.0.0.1:1/v1",
                "--model",
                model,
                "--concurrency",
                "1",
                "--requests",
                "2",
                "--no-preflight",
                "--slo",
                "ttft<=1s",
                "--out",
                run.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(5);
        driver.get(run.resolve("report.html").toUri().toString());

        assertThat(driver.getTitle()).isNotEqualTo("owned").contains(model);
        assertThat(driver.findElement(By.tagName("body")).getText()).contains(model);
    }

    @Test
    void aComparisonIsDrawnWithoutAScript() {
        Path before = simulated("before", "1", "1%");
        Path after = simulated("after", "2", "20%");
        Path page = temp.resolve("compare.html");
        Goodput.Result result = Goodput.run(
                "compare",
                before.toString(),
                after.toString(),
                "--slo",
                "ttft<=1s, tpot<=10ms, goodput>=90%",
                "--html",
                page.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
        look(page);
        assertThat(driver.findElement(By.tagName("h1")).getText()).contains("REGRESSION");
        assertThat(driver.findElements(By.cssSelector(".forest circle")))
                .hasSize(4)
                .allMatch(WebElement::isDisplayed);
    }

    private Path simulated(String name, String seed, String spikes) {
        Path run = temp.resolve(name);
        Goodput.run("simulate", "--requests", "600", "--seed", seed, "--tail-spikes", spikes, "--out", run.toString());
        return run;
    }

    @Test
    void aCapacityIsDrawnWithoutAScript() throws IOException {
        Path out = temp.resolve("capacity");
        try (GoodputServer server =
                GoodputServer.start(ServerConfig.of("127.0.0.1", 0, LatencyProfiles.load("fast-8b"), 1, "tiny"))) {
            Goodput.Result result = Goodput.run(
                    "capacity",
                    "--url",
                    "http://127.0.0.1:" + server.port() + "/v1",
                    "--model",
                    "tiny",
                    "--slo",
                    "ttft<=30s, itl_max<=10s, goodput>=50%",
                    "--assume-independent",
                    "--input-tokens",
                    "20",
                    "--output-tokens",
                    "4",
                    "--step-requests",
                    "20",
                    "--verdict-requests",
                    "40",
                    "--concurrency-to",
                    "4",
                    "--out",
                    out.toString());
            assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        }
        look(out.resolve("capacity.html"));
        assertThat(driver.findElement(By.tagName("h1")).getText()).isEqualTo("Capacity 4 requests in flight");
        assertThat(driver.findElements(By.cssSelector(".curve circle")))
                .hasSize(9)
                .allMatch(WebElement::isDisplayed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chunked-prefill",
                "tail",
                "tool-trap",
                "mean-vs-p99",
                "open-vs-closed-loop",
                "coordinated-omission"
            })
    void aLessonIsDrawnWithoutAScript(String lesson) {
        Path out = temp.resolve(lesson);
        Goodput.Result result = Goodput.run("simulate", "--lesson", lesson, "--out", out.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        look(out.resolve("lesson.html"));
        assertThat(driver.findElement(By.tagName("h1")).getText()).endsWith("?");
        assertThat(driver.findElements(By.cssSelector("svg.drawing")))
                .isNotEmpty()
                .allMatch(picture -> picture.isDisplayed() && picture.getSize().height > 50);
        assertThat(driver.findElements(By.cssSelector("svg.drawing rect, svg.drawing circle, svg.drawing polyline")))
                .hasSizeGreaterThan(4);
    }

    /// Opens a page, wide and narrow: nothing is loaded, nothing overflows, nothing is refused.
    private void look(Path page) {
        for (int width : new int[] {1280, 500}) {
            driver.manage().window().setSize(new Dimension(width, 900));
            driver.get(page.toUri().toString());
            assertThat(driver.executeScript(
                            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                    .isEqualTo(0L);
            assertThat(driver.executeScript("return performance.getEntriesByType('resource').length"))
                    .isEqualTo(0L);
        }
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }
}
