package dev.goodput.report.recipe;

import dev.goodput.core.gate.Policy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A recipe as files for the root of a repository.
public final class RecipeFiles {
    public static final String POLICY = "goodput.yaml";
    public static final String SPEC = "gate-spec.md";
    public static final String SKILL = "skill-slo-goodput-gate.md";

    private static final String TARGET = "99%";

    private RecipeFiles() {}

    /// Every file's text by its path.
    public static Map<String, String> render(Recipe recipe) {
        Map<String, String> values = values(recipe);
        Map<String, String> files = new LinkedHashMap<>();
        files.put(POLICY, Template.fill("goodput.yaml", values));
        values.put("policy", files.get(POLICY));
        values.put("next", Template.fill("weakness/" + recipe.weakness().id() + ".md", values));
        files.put(SPEC, Template.fill("gate-spec.md", values));
        files.put(SKILL, Template.fill("skill.md", values));
        values.put("get_goodput", Template.fill("get-goodput.sh", values).stripTrailing());
        values.put("gate", Template.fill("gate.sh", values).stripTrailing());
        recipe.ci()
                .file()
                .ifPresent(file -> files.put(file, Template.fill(recipe.ci().template(), values)));
        return files;
    }

    private static Map<String, String> values(Recipe recipe) {
        UseKind kind = recipe.kind();
        UseKind.Lengths lengths = recipe.lengths();
        Map<String, String> values = new HashMap<>();
        values.put("model", recipe.model());
        values.put("hardware", recipe.hardware());
        values.put("url", recipe.url());
        values.put("git", recipe.goodputGit());
        values.put(
                "github_git",
                recipe.goodputGit().isEmpty() ? "${{ vars.GOODPUT_GIT }}" : Quoting.YAML.apply(recipe.goodputGit()));
        values.put(
                "gitlab_git",
                recipe.goodputGit().isEmpty()
                        ? "# GOODPUT_GIT comes from the project's CI/CD variables"
                        : "GOODPUT_GIT: " + Quoting.YAML.apply(recipe.goodputGit()));
        values.put("ref", recipe.goodputRef());
        values.put("kind", kind.title());
        values.put("essence", kind.essence());
        values.put("source", kind.source());
        values.put("input_tokens", String.valueOf(lengths.inputTokens()));
        values.put("input_tokens_sd", String.valueOf(lengths.inputTokensSd()));
        values.put("output_tokens", String.valueOf(lengths.outputTokens()));
        values.put("output_tokens_sd", String.valueOf(lengths.outputTokensSd()));
        values.put("target", TARGET);
        values.put("rounds", String.valueOf(Policy.LEAST_ROUNDS));
        values.put("requests_per_round", String.valueOf(Policy.LEAST_REQUESTS_PER_ROUND));
        values.put("sweep_requests", String.valueOf(Policy.SWEEP_REQUESTS));
        values.put("peak_requests", String.valueOf(Policy.LEAST_ROUNDS * Policy.LEAST_REQUESTS_PER_ROUND));
        values.put("slo", kind.limits().stream().map(UseKind.Limit::text).collect(Collectors.joining(", ")));
        values.put("load", recipe.load().words());
        values.put("load_entry", recipe.load().entry());
        values.put("load_option", recipe.load().option());
        values.put("double_option", recipe.load().at(200).option());
        values.put("levels", Policy.LEVELS.stream().map(level -> level + "%").collect(Collectors.joining(", ")));
        values.put(
                "constraints",
                kind.limits().stream()
                        .map(limit -> "- " + Quoting.YAML.apply(limit.text()))
                        .collect(Collectors.joining("\n")));
        values.put(
                "limit_rows",
                kind.limits().stream()
                        .map(limit -> "| `" + limit.text() + "` | " + limit.why() + " |")
                        .collect(Collectors.joining("\n")));
        values.put(
                "level_rows",
                Policy.LEVELS.stream()
                        .map(level ->
                                "| " + level + "% | " + recipe.load().at(level).words() + " | | | | | | |")
                        .collect(Collectors.joining("\n")));
        return values;
    }
}
