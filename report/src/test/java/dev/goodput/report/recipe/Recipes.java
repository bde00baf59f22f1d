package dev.goodput.report.recipe;

import dev.goodput.core.gate.PeakLoad;
import java.util.Map;
import java.util.Objects;

/// Recipes for tests, and their files.
final class Recipes {
    static final String HARMLESS = "llama-70b";

    private Recipes() {}

    static Recipe of(UseKind kind, CiKind ci) {
        return of(kind, ci, HARMLESS, "https://git.example/goodput.git");
    }

    static Recipe of(UseKind kind, CiKind ci, String text, String git) {
        return new Recipe(
                kind,
                text,
                text,
                "http://llm.example:8000/v1",
                new PeakLoad.Concurrency(16),
                kind.lengths(),
                kind.weakness(),
                ci,
                git,
                "main");
    }

    static String file(Recipe recipe, String name) {
        Map<String, String> files = RecipeFiles.render(recipe);
        return Objects.requireNonNull(files.get(name), () -> name + " is not among " + files.keySet());
    }

    static String job(CiKind ci) {
        return file(of(UseKind.CHAT, ci), ci.file().orElseThrow());
    }
}
