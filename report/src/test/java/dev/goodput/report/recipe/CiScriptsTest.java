package dev.goodput.report.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The shell scripts inside CI files: their grammar, and what they do with goodput's exit code.
class CiScriptsTest {
    private static final Pattern GROOVY_SCRIPT = Pattern.compile("'''(.*?)'''", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(value = CiKind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void bashCanReadThem(CiKind ci) throws Exception {
        List<String> scripts = scripts(ci);
        assertThat(scripts).isNotEmpty();
        for (String script : scripts) {
            Path file = Files.writeString(directory.resolve("script.sh"), script);
            assertThat(run(Map.of(), "bash", "-n", file.toString()).code())
                    .as(script)
                    .isZero();
            // Where there is a shellcheck, it has nothing to say either.
            String check = "! command -v shellcheck >/dev/null || shellcheck --shell bash \"$0\"";
            Ran checked = run(Map.of(), "bash", "-c", check, file.toString());
            assertThat(checked.code()).as(checked.output()).isZero();
        }
    }

    /// The launcher is a script that answers with a given exit code: what is asked here is what CI makes of it. It is
    /// fetched as goodput would be, from a git repository.
    @ParameterizedTest
    @CsvSource({
        "0, PASS",
        "1, FAIL",
        "2, MISCONFIGURED",
        "3, INCONCLUSIVE",
        "4, INVALID",
        "5, UNREACHABLE",
        "130, ERROR"
    })
    void theExitCodeOfGithubsGateIsGoodputs(int code, String verdict) throws Exception {
        Path repository = launcherRepository(code);
        Path output = directory.resolve("output");
        Path environment = directory.resolve("environment");
        Map<String, String> settings = Map.of(
                "GOODPUT_GIT", repository.toString(),
                "GOODPUT_REF", "main",
                "GITHUB_ENV", environment.toString(),
                "GITHUB_OUTPUT", output.toString());
        List<String> scripts = scripts(CiKind.GITHUB);
        assertThat(bash(scripts.getFirst(), settings).code()).isZero();
        Map<String, String> next = new LinkedHashMap<>(settings);
        next.put("GOODPUT", Files.readString(environment).strip().replaceFirst("GOODPUT=", ""));
        Files.createDirectories(directory.resolve("work/goodput-baseline"));
        Ran gate = bash(scripts.getLast(), next);
        assertThat(gate.code()).isEqualTo(code);
        assertThat(gate.output()).contains("gate goodput.yaml --out goodput-run --baseline goodput-baseline");
        assertThat(Files.readString(output)).isEqualTo("verdict=" + verdict + "\nexit_code=" + code + "\n");
    }

    @ParameterizedTest
    @CsvSource({"0, PASS", "1, FAIL", "3, INCONCLUSIVE", "4, INVALID"})
    void soAreGitlabsAndJenkinss(int code, String verdict) throws Exception {
        Map<String, String> settings = Map.of(
                "GOODPUT_GIT",
                launcherRepository(code).toString(),
                "GOODPUT_REF",
                "main",
                // Nothing listens there: no baseline.
                "CI_API_V4_URL",
                "http://127.0.0.1:1",
                "CI_PROJECT_ID",
                "1",
                "CI_DEFAULT_BRANCH",
                "main",
                "CI_JOB_TOKEN",
                "t");
        Ran gitlab = bash(scripts(CiKind.GITLAB).getFirst(), settings);
        assertThat(gitlab.code()).isEqualTo(code);
        assertThat(gitlab.output())
                .contains("measuring without a baseline", "goodput gate: " + verdict + " (exit code " + code + ")");
        List<String> jenkins = scripts(CiKind.JENKINS);
        assertThat(bash(jenkins.getFirst(), settings).code()).isZero();
        assertThat(bash(jenkins.getLast(), settings).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource(
            value = CiKind.class,
            names = {"GITHUB", "GITLAB", "JENKINS"})
    void withoutAnAddressTheySayWhatToSet(CiKind ci) throws Exception {
        Ran ran = bash(scripts(ci).getFirst(), Map.of("GOODPUT_REF", "main", "GITHUB_ENV", "/dev/null"));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.output().strip())
                .isEqualTo("goodput gate: set the variable GOODPUT_GIT to the git URL of goodput");
    }

    private Path launcherRepository(int code) throws Exception {
        Path repository = Files.createDirectories(directory.resolve("repository"));
        Path launcher = Files.writeString(repository.resolve("goodput"), """
                #!/bin/sh
                echo "$@"
                [ "$1" = --version ] || exit %d
                """.formatted(code));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        String commit = "cd '" + repository + "' && git init -q -b main && git add . && git -c user.name=t -c"
                + " user.email=t@t.example commit -q -m launcher";
        assertThat(run(Map.of(), "bash", "-c", commit).code()).isZero();
        return repository;
    }

    static List<String> scripts(CiKind ci) {
        String job = Recipes.job(ci);
        List<String> found = new ArrayList<>();
        if (ci == CiKind.JENKINS) {
            Matcher matcher = GROOVY_SCRIPT.matcher(job);
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
        } else {
            new Load(LoadSettings.builder().build())
                    .loadAllFromString(job)
                    .forEach(document -> collect(document, found));
        }
        return found;
    }

    /// What stands under the keys that hold scripts.
    private static void collect(Object node, List<String> found) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                boolean isScript = Stream.of("run", "script", "args").anyMatch(key::equals);
                if (isScript && value instanceof String script) {
                    found.add(script);
                } else if (isScript && value instanceof List<?> list) {
                    list.forEach(script -> found.add(String.valueOf(script)));
                } else {
                    collect(value, found);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collect(item, found));
        }
    }

    private record Ran(int code, String output) {}

    private Ran bash(String script, Map<String, String> settings) throws Exception {
        Files.createDirectories(directory.resolve("work"));
        return run(settings, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script);
    }

    private Ran run(Map<String, String> settings, String... command) throws IOException, InterruptedException {
        Path work = directory.resolve("work");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory((Files.exists(work) ? work : directory).toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GOODPUT") || name.startsWith("GITHUB"));
        builder.environment().putAll(settings);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), output);
    }
}
