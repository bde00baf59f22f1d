package dev.goodput.report.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;

/// CI files, each held against the schema or the grammar of its own system.
class CiFilesTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "https://git.example/goodput.git"})
    void githubAcceptsItsWorkflow(String git) {
        Recipe recipe = Recipes.of(UseKind.AGENT, CiKind.GITHUB, "m", git);
        String workflow = Recipes.file(recipe, ".github/workflows/goodput-gate.yml");
        assertThat(errors("github-workflow", SpecificationVersion.DRAFT_7, workflow))
                .isEmpty();
        assertThat(errors("github-workflow", SpecificationVersion.DRAFT_7, workflow.replace("runs-on:", "runs-at:")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "https://git.example/goodput.git"})
    void gitlabAcceptsItsPipeline(String git) {
        String pipeline = Recipes.file(Recipes.of(UseKind.CHAT, CiKind.GITLAB, "m", git), ".gitlab-ci.yml");
        assertThat(errors("gitlab-ci", SpecificationVersion.DRAFT_7, pipeline)).isEmpty();
        assertThat(errors("gitlab-ci", SpecificationVersion.DRAFT_7, pipeline.replace("when: always", "when: ever")))
                .isNotEmpty();
    }

    @Test
    void kubernetesAcceptsItsObjects() {
        String manifest = Recipes.job(CiKind.KUBERNETES);
        assertThat(documents(manifest)).hasSize(3);
        assertThat(errors("kubernetes", SpecificationVersion.DRAFT_2020_12, manifest))
                .isEmpty();
        assertThat(errors(
                        "kubernetes",
                        SpecificationVersion.DRAFT_2020_12,
                        manifest.replace("backoffLimit: 0", "backOffLimit: 0")))
                .isNotEmpty();
        assertThat(manifest).contains("restartPolicy: Never", "secretKeyRef");
    }

    /// A Jenkinsfile is Groovy; what its steps are is known to Jenkins alone, so names and nesting are looked at here.
    @Test
    void jenkinsfilesAreGroovy() {
        String jenkinsfile = Recipes.job(CiKind.JENKINS);
        parseGroovy(jenkinsfile);
        assertThatThrownBy(() -> parseGroovy(jenkinsfile.substring(0, jenkinsfile.lastIndexOf('}'))))
                .isInstanceOf(CompilationFailedException.class);
        assertThat(jenkinsfile
                        .lines()
                        .filter(line -> line.matches("  \\w+ \\{"))
                        .map(String::strip))
                .containsExactly("agent {", "parameters {", "options {", "environment {", "stages {", "post {");
        assertThat(jenkinsfile)
                .contains("stage('Gate')", "junit(", "archiveArtifacts(", "credentials('openai-api-key')");
    }

    private static void parseGroovy(String source) {
        CompilationUnit unit = new CompilationUnit();
        unit.addSource("Jenkinsfile.groovy", source);
        unit.compile(Phases.CONVERSION);
    }

    /// CI files have expressions of their own (`${{ … }}`), so no text of a user stands in them, and no key.
    @ParameterizedTest
    @EnumSource(value = CiKind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void noUsersTextStandsInThem(CiKind ci) {
        String file = ci.file().orElseThrow();
        String hostile = "${{ secrets.X }} $(id) `id` ''' \u001b";
        String job = Recipes.file(Recipes.of(UseKind.CHAT, ci, hostile, "https://git.example/g.git"), file);
        if (ci == CiKind.KUBERNETES) {
            // Its policy is part of it, as data.
            assertThat(job).contains("model: \"${{ secrets.X }} $(id) `id` ''' \\u001b\"");
        } else {
            assertThat(job)
                    .isEqualTo(
                            Recipes.job(ci).replace("goodput.git\"", "g.git\"").replace("goodput.git'", "g.git'"));
        }
        assertThat(job).contains("OPENAI_API_KEY").doesNotContain("@{").endsWith("\n");
    }

    @Test
    void whatIsNoPlainRepositoryIsRefused() {
        for (String git :
                List.of("${{ secrets.X }}", "a b", "a\nb", "--upload-pack=x", "https://user:pw@git.example/g")) {
            assertThatThrownBy(() -> Recipes.of(UseKind.CHAT, CiKind.GITHUB, "m", git))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Recipes.of(UseKind.CHAT, CiKind.GITHUB, "m", "git@git.example:team/goodput.git")
                        .goodputGit())
                .isEqualTo("git@git.example:team/goodput.git");
    }

    private static List<Object> documents(String yaml) {
        List<Object> documents = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(documents::add);
        return documents;
    }

    private static List<String> errors(String name, SpecificationVersion version, String yaml) {
        InputStream in = Objects.requireNonNull(CiFilesTest.class.getResourceAsStream("/schemas/" + name + ".json"));
        Schema schema = SchemaRegistry.withDefaultDialect(version).getSchema(in, InputFormat.JSON);
        return documents(yaml).stream()
                .flatMap(document ->
                        schema.validate(JsonMapper.shared().writeValueAsString(document), InputFormat.JSON).stream())
                .map(Object::toString)
                .toList();
    }
}
