package dev.goodput.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.engine.catalogue.Gpu;
import dev.goodput.engine.catalogue.Gpus;
import dev.goodput.engine.catalogue.Model;
import dev.goodput.engine.catalogue.Models;
import dev.goodput.engine.catalogue.Precision;
import dev.goodput.engine.cost.Breakdown;
import dev.goodput.engine.cost.Deployment;
import dev.goodput.engine.cost.Efficiency;
import dev.goodput.engine.cost.Roofline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/// The interactive roofline page in a real browser, opened from disk.
@Tag("browser")
class RooflinePageTest {
    private static final String GO =
            "location.hash = arguments[0];" + " dispatchEvent(new HashChangeEvent('hashchange'));";

    @TempDir
    Path temp;

    private ChromeDriver driver;

    @BeforeEach
    void open() {
        driver = Browser.open(temp.resolve("profile"));
        driver.manage().window().setSize(new Dimension(1280, 1000));
    }

    /// Whatever a test does, the page loads nothing and has nothing to complain about.
    @AfterEach
    void close() {
        try {
            assertThat(driver.executeScript("return performance.getEntriesByType('resource').length"))
                    .isEqualTo(0L);
            assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                    .extracting(LogEntry::getMessage)
                    .isEmpty();
        } finally {
            driver.quit();
        }
    }

    private Path page(String... args) {
        Path page = temp.resolve("roofline.html");
        Goodput.Result result =
                Goodput.run(Stream.concat(Stream.of("roofline", "--html", page.toString()), Stream.of(args))
                        .toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        driver.get(page.toUri().toString());
        return page;
    }

    private double value(String card, String name) {
        return Double.parseDouble(String.valueOf(driver.executeScript(
                "return document.getElementById(arguments[0]).dataset[arguments[1]]", card, name)));
    }

    /// What the page's script computes is what the engine computes, for settings of all kinds.
    @Test
    void theScriptAgreesWithTheEngine() {
        page("--gpu", "l4", "--model", "qwen3-8b");
        Random random = new Random(54);
        for (int round = 0; round < 150; round++) {
            Gpu gpu = Gpus.all().get(random.nextInt(Gpus.all().size()));
            Model model = Models.all().get(random.nextInt(Models.all().size()));
            Precision weights = possible(gpu, random);
            Precision kv = random.nextBoolean() ? Precision.BF16 : Precision.FP8;
            Efficiency efficiency = new Efficiency(
                    (1 + random.nextInt(100)) / 100.0,
                    (1 + random.nextInt(100)) / 100.0,
                    1_000L * random.nextInt(2_000),
                    1_000L * random.nextInt(100),
                    1_000L * random.nextInt(20),
                    1_000L * random.nextInt(30));
            List<Integer> degrees = new Deployment(gpu, model, 1, weights, kv, efficiency).tensorParallels();
            int gpus = degrees.get(random.nextInt(degrees.size()));
            int batch = 1 + random.nextInt(1024);
            int context = 1 + random.nextInt(Math.min(10_000, model.maxContext()));
            int prompt = 1 + random.nextInt(Math.min(10_000, model.maxContext()));
            int chunk = 1 + random.nextInt(prompt);
            double weightsRead =
                    model.experts() == null && random.nextInt(4) == 0 ? 1e9 + random.nextInt(1_000_000) : 0;
            String settings = "gpu=" + gpu.id() + "&model=" + model.id() + "&weights=" + weights.id() + "&kv=" + kv.id()
                    + "&gpus=" + gpus + "&batch=" + batch + "&context=" + context + "&prompt=" + prompt + "&chunk="
                    + chunk
                    + "&bandwidth_efficiency=" + efficiency.bandwidth() + "&compute_efficiency=" + efficiency.compute()
                    + "&step_us=" + efficiency.stepNs() / 1e3 + "&layer_us=" + efficiency.layerNs() / 1e3
                    + "&sequence_us=" + efficiency.sequenceNs() / 1e3 + "&all_reduce_us="
                    + efficiency.allReduceNs() / 1e3
                    + (weightsRead > 0 ? "&weights_read=" + weightsRead : "");
            driver.executeScript(GO, settings);
            Roofline roofline = new Roofline(new Deployment(gpu, model, gpus, weights, kv, efficiency));
            if (weightsRead > 0) {
                roofline = roofline.withWeightsRead(weightsRead);
            }
            agree(settings, "decode-step", roofline.decode(batch, context));
            agree(settings, "prefill-step", roofline.prompt(prompt, chunk).getFirst());
        }
    }

    private static Precision possible(Gpu gpu, Random random) {
        List<Precision> possible = Stream.of(Precision.values())
                .filter(precision -> gpu.peakFlops(precision).isPresent())
                .toList();
        return possible.get(random.nextInt(possible.size()));
    }

    private void agree(String settings, String card, Breakdown step) {
        Map<String, Double> expected = Map.of(
                "stepNs", step.stepNs(),
                "memoryNs", step.memoryNs(),
                "computeNs", step.computeNs(),
                "communicationNs", step.communicationNs(),
                "weightBytes", step.weightBytes(),
                "kvBytes", step.kvBytes(),
                "flops", step.flops());
        expected.forEach((name, value) -> assertThat(value(card, name))
                .as(card + " " + name + " of " + settings)
                .isCloseTo(value, within(Math.abs(value) * 1e-9)));
    }

    /// The tables that the script writes are those that the command wrote, figure by figure.
    @Test
    void theScriptWritesTheCommandsTables() throws IOException {
        Path page = page(
                "--gpu",
                "h100",
                "--model",
                "mixtral-8x7b",
                "--tp",
                "2",
                "--batch",
                "1,7,64",
                "--context",
                "512,4096",
                "--prompt",
                "5000",
                "--chunk",
                "2048");
        String html = Files.readString(page);
        List<String> cells = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("<(td|h2)[^>]*>([^<]*)</").matcher(html.substring(html.indexOf("id=\"decode\"")));
        while (matcher.find() && !matcher.group(2).startsWith("How this")) {
            cells.add(matcher.group(2));
        }
        assertThat(cells).hasSizeGreaterThan(100);
        assertThat(driver.executeScript("return [...document.querySelectorAll('#decode h2, #decode td, #prefill h2,"
                        + " #prefill td')].map(cell => cell.textContent)"))
                .isEqualTo(cells);
    }

    @Test
    void slidersWorkByKeyboard() {
        page("--gpu", "l4", "--model", "qwen3-8b");
        double before = value("decode-step", "stepNs");
        WebElement batch = driver.findElement(By.id("c-batch"));
        batch.sendKeys(Keys.ARROW_RIGHT);
        batch.sendKeys(Keys.ARROW_RIGHT);
        assertThat(driver.findElement(By.id("n-batch")).getDomProperty("value")).isEqualTo("4");
        assertThat(batch.getDomAttribute("aria-valuetext")).isEqualTo("4");
        assertThat(value("decode-step", "stepNs")).isGreaterThan(before);
        assertThat(driver.getCurrentUrl()).endsWith("#batch=4");

        WebElement exact = driver.findElement(By.id("n-context"));
        exact.clear();
        exact.sendKeys("99999", Keys.ENTER);
        // Qwen3 was made for 40,960 tokens.
        assertThat(exact.getDomProperty("value")).isEqualTo("40960");
        assertThat(driver.findElement(By.id("live")).getAttribute("textContent"))
                .contains("memory-bound");
    }

    @Test
    void everyControlHasALabel() {
        page("--gpu", "l4", "--model", "qwen3-8b");
        assertThat(driver.executeScript("return [...document.querySelectorAll('input, select')]"
                        + ".filter(one => one.labels.length === 0 && !one.ariaLabel).map(one => one.id)"))
                .isEqualTo(List.of());
        assertThat(driver.executeScript("return [...document.querySelectorAll('svg[role=img]')]"
                        + ".filter(one => one.getAttribute('aria-label').length > 30).length"))
                .isEqualTo(3L);
    }

    @Test
    void aModelThatDoesNotFitIsSaidAndHelpedWith() {
        page("--gpu", "l4", "--model", "qwen3-8b");
        WebElement notice = driver.findElement(By.id("notice"));
        assertThat(notice.isDisplayed()).isFalse();
        driver.executeScript(GO, "model=llama-3.1-70b");
        assertThat(notice.getText()).startsWith("Llama 3.1 70B in bf16 does not fit 1 × L4: 141.1 GB");
        notice.findElement(By.tagName("button")).click();
        assertThat(notice.isDisplayed()).isFalse();
        assertThat(driver.findElement(By.tagName("h1")).getText()).startsWith("Llama 3.1 70B on 8 × L4");
    }

    /// A link that somebody wrote, or broke, shows something that GPU and model can do.
    @Test
    void strangeLinksAreSettled() {
        page("--gpu", "l4", "--model", "qwen3-8b");
        driver.executeScript(
                GO,
                "gpu=none&model=../x&weights=fp4&gpus=7&batch=-3&context=NaN&bandwidth_efficiency=9&step_us=-1&x=1");
        assertThat(driver.findElement(By.tagName("h1")).getText())
                .isEqualTo("Qwen3 8B on 4 × L4 · bf16 weights, bf16 KV cache");
        assertThat(value("decode-step", "stepNs")).isBetween(15e6, 25e6);
    }

    @Test
    void bothColourSchemesAreReadable() {
        page("--gpu", "h100", "--model", "llama-3.1-8b");
        List<String> papers = new ArrayList<>();
        for (String scheme : List.of("light", "dark")) {
            driver.executeCdpCommand(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
            papers.add(String.valueOf(driver.executeScript("return getComputedStyle(document.body).backgroundColor")));
            // Contrast of text and what is behind it by WCAG, at least 4.5 for text of this size.
            assertThat(driver.executeScript("""
                    const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255)
                      .map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                      .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
                    const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
                    const behind = (one) => { for (let at = one; at; at = at.parentElement) {
                      const rgb = numbers(getComputedStyle(at).backgroundColor);
                      if (rgb.length < 4 || rgb[3] > 0) return rgb; } };
                    return [...document.querySelectorAll('h1, h2, label, p, .bound, .lane span, td, .parts th, summary')]
                      .filter((one) => one.checkVisibility() && one.textContent.trim())
                      .map((one) => { const a = light(numbers(getComputedStyle(one).color)), b = light(behind(one));
                        return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), one.textContent]; })
                      .filter(([contrast]) => contrast < 4.5).map(String);
                    """)).as(scheme).isEqualTo(List.of());
        }
        assertThat(papers).doesNotHaveDuplicates();
    }

    @Test
    void thePageFitsAPhone() {
        page("--gpu", "b200", "--model", "deepseek-v3", "--tp", "8");
        for (int width : new int[] {360, 700, 1000}) {
            driver.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
            for (String settings : List.of("batch=1", "model=llama-3.1-405b&gpus=1", "gpu=mi300x&batch=65536")) {
                driver.executeScript(GO, settings);
                assertThat(driver.executeScript(
                                "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                        .as(width + " " + settings)
                        .isEqualTo(0L);
            }
        }
    }
}
