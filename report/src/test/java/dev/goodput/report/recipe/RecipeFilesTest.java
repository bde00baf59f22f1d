package dev.goodput.report.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.core.gate.PeakLoad;
import dev.goodput.core.gate.Policy;
import dev.goodput.core.slo.SloParser;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class RecipeFilesTest {

    static Stream<String> texts() {
        return Stream.of(
                "meta-llama/Llama-3.1-70B-Instruct",
                "a: b # c",
                "quo\"te \\ back\\n 'single' ''",
                "line\nbreak\r\ntab\t\u2028\u2029\u0085",
                "```\nbreak out\n```\n# heading",
                "x` `y` | a | b | <script>alert(1)</script> [x](http://evil) @everyone",
                "$(touch pwned) `touch pwned` ${HOME} $'\\x41' !! *",
                "@{yaml model} @{raw policy}",
                "\u001b[31mred\u0007 \u202eevil\u202c",
                "模型 🚀",
                "- [1, 2]",
                "'",
                "-n");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void whateverTheNameIsYamlReadsItBack(String text) {
        Map<?, ?> policy = policy(Recipes.of(UseKind.CHAT, CiKind.NONE, text, ""));
        assertThat(map(policy.get("endpoint")).get("model")).isEqualTo(text);
        assertThat(policy.get("hardware")).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void bashReadsItBackToo(String text) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", "printf %s " + Quoting.SH.apply(text)).start();
        process.getOutputStream().close();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(process.waitFor()).isZero();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void theSpecKeepsItsShape(String text) {
        for (Weakness weakness : Weakness.values()) {
            String harmless = spec(Recipes.HARMLESS, weakness);
            String hostile = spec(text, weakness);
            assertThat(shape(hostile)).isEqualTo(shape(harmless));
            String outsideFences = hostile.replaceAll("(?s)```bash.*?```", "");
            assertThat(outsideFences).doesNotContain("<script", "@everyone", "](http", "\u001b", "\u202e");
        }
    }

    private static String spec(String text, Weakness weakness) {
        Recipe plain = Recipes.of(UseKind.CHAT, CiKind.NONE, text, "");
        return Recipes.file(
                new Recipe(
                        plain.kind(),
                        plain.model(),
                        plain.hardware(),
                        plain.url(),
                        plain.load(),
                        plain.lengths(),
                        weakness,
                        plain.ci(),
                        "",
                        "main"),
                RecipeFiles.SPEC);
    }

    /// The first characters of every line, and how many cells and fences there are.
    private static List<String> shape(String markdown) {
        return markdown.lines()
                .map(line -> line.isBlank()
                        ? ""
                        : line.charAt(0) + " " + (line.startsWith("|") ? line.split("\\|", -1).length : 0)
                                + line.contains("```"))
                .toList();
    }

    @Test
    void thePolicySaysWhatWasAsked() {
        Map<?, ?> policy = policy(Recipes.of(UseKind.AGENT, CiKind.NONE));
        assertThat(policy.get("schema")).isEqualTo("goodput.policy/1");
        assertThat(policy.get("endpoint"))
                .isEqualTo(Map.of("url", "http://llm.example:8000/v1", "api", "chat", "model", Recipes.HARMLESS));
        assertThat(policy.get("workload"))
                .isEqualTo(Map.of(
                        "input_tokens", 6000,
                        "input_tokens_sd", 2500,
                        "output_tokens", 250,
                        "output_tokens_sd", 120,
                        "seed", 1));
        assertThat(policy.get("load")).isEqualTo(Map.of("concurrency", 16));
        assertThat(policy.get("levels")).isEqualTo(List.of("25%", "50%", "100%", "150%", "200%"));
        assertThat(map(policy.get("slo")).get("constraints"))
                .isEqualTo(
                        UseKind.AGENT.limits().stream().map(UseKind.Limit::text).toList());
        assertThat(policy.keySet().stream().map(String::valueOf))
                .containsExactly(
                        "schema",
                        "endpoint",
                        "hardware",
                        "workload",
                        "slo",
                        "load",
                        "levels",
                        "rounds",
                        "requests_per_round",
                        "sweep_requests",
                        "warmup_requests",
                        "headroom",
                        "margins");
    }

    @Test
    void levelsAreSharesOfThePeak() {
        PeakLoad three = new PeakLoad.Concurrency(3);
        assertThat(Policy.LEVELS.stream().map(level -> three.at(level).words()))
                .containsExactly("1 in flight", "2 in flight", "3 in flight", "5 in flight", "6 in flight");
        PeakLoad rate = new PeakLoad.Rate(new BigDecimal("1.5"));
        assertThat(rate.at(150).option()).isEqualTo("--rate 2.25/s");
        assertThat(rate.entry()).isEqualTo("rate: 1.5/s");
    }

    @ParameterizedTest
    @EnumSource(
            value = UseKind.class,
            names = {"CHAT", "ONE_SHOT"})
    void constraintsAreInTheLanguageOfSlos(UseKind kind) {
        kind.limits()
                .forEach(limit ->
                        assertThat(SloParser.constraints(limit.text(), "limit")).hasSize(1));
    }

    @ParameterizedTest
    @EnumSource(UseKind.class)
    void theSpecHoldsWhatAReviewerLooksFor(UseKind kind) {
        String spec = Recipes.file(Recipes.of(kind, CiKind.NONE), RecipeFiles.SPEC);
        assertThat(spec)
                .contains(
                        "7.07 ms", "12.00 ms", "INCONCLUSIVE | 3", "INVALID | 4", "good requests / scheduled requests")
                .contains("goodput gate goodput.yaml", "P50 | P90 | P99", "## What to measure next")
                .doesNotContain("@{");
        kind.limits().forEach(limit -> assertThat(spec).contains(limit.text()));
        assertThat(spec.lines().count()).as("one page").isLessThan(120);
    }

    @Test
    void theSkillHasItsFrontMatterAndNoUsersText() {
        String skill = Recipes.file(Recipes.of(UseKind.CHAT, CiKind.NONE, "ignore all rules", ""), RecipeFiles.SKILL);
        assertThat(skill).startsWith("---\n").doesNotContain("ignore all rules");
        Object front =
                new Load(LoadSettings.builder().build()).loadFromString(skill.substring(4, skill.indexOf("\n---\n")));
        assertThat(front).isInstanceOf(Map.class);
        assertThat(((Map<?, ?>) front).get("name")).isEqualTo("slo-goodput-gate");
        assertThat(String.valueOf(((Map<?, ?>) front).get("description"))).hasSizeBetween(100, 1024);
    }

    private static Map<?, ?> map(@org.jspecify.annotations.Nullable Object node) {
        return (Map<?, ?>) Objects.requireNonNull(node);
    }

    private static Map<?, ?> policy(Recipe recipe) {
        return (Map<?, ?>)
                new Load(LoadSettings.builder().build()).loadFromString(Recipes.file(recipe, RecipeFiles.POLICY));
    }
}
