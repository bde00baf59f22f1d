package dev.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.core.gate.Policy;
import dev.goodput.core.trace.Manifest;
import dev.goodput.runs.PolicyFile;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RecipeCommandTest {
    private static final String ALL = "--for chat --model m --hardware h --url http://h/v1 --concurrency 16";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private int run(String arguments) {
        String[] words = ("recipe --out " + directory + " " + arguments).strip().split("\\s+", -1);
        return Main.run(words, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> files() throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /// Nobody sits before a test: it must name what is missing and never wait.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --model m --hardware h --url http://h/v1 --concurrency 16                   | missing --for chat
            --for chat --hardware h --url http://h/v1 --concurrency 16                  | missing --model NAME
            --for chat --model m --url http://h/v1 --concurrency 16                     | missing --hardware TEXT
            --for chat --model m --hardware h --concurrency 16                          | missing --url URL
            --for chat --model m --hardware h --url http://h/v1                         | missing --concurrency N or --rate
            --for sleep --model m --hardware h --url http://h/v1 --concurrency 1        | is none of chat, voice, agent, one-shot
            --for chat --model m --hardware h --url http://h/v1 --concurrency 0         | --concurrency must be 1 to
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --rate 1/s | either --concurrency or --rate
            --for chat --model m --hardware h --url ftp://h/v1 --concurrency 1          | is not a URL like
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --ci bamboo | --ci: 'bamboo' is none of
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --weakness x | --weakness: 'x' is none of
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --input-tokens 0 | --input-tokens must be
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --ci kubernetes | needs --goodput-git URL
            --for chat --model m --hardware h --url http://h/v1 --concurrency 1 --goodput-git ${{x}} | a plain git URL
            """)
    void whatIsMissingOrWrongIsNamedInOneLine(String arguments, String message) throws Exception {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(errors()).hasSize(1);
        assertThat(errors().getFirst()).startsWith("goodput: ").contains(message);
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "github, .github/workflows/goodput-gate.yml",
        "gitlab, .gitlab-ci.yml",
        "jenkins, Jenkinsfile",
        "kubernetes, goodput-gate.k8s.yaml"
    })
    void writesTheGateIntoTheFolder(String ci, String job) throws Exception {
        assertThat(run(ALL + " --ci " + ci + " --goodput-git https://git.example/goodput.git"))
                .as(errors().toString())
                .isZero();
        assertThat(files()).containsExactlyInAnyOrder(job, "gate-spec.md", "goodput.yaml", "skill-slo-goodput-gate.md");
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"chat, --concurrency 16", "voice, --rate 2.5/s", "agent, --concurrency 1", "one-shot, --rate 20/s"})
    void theGateTakesThePolicyThatItWrites(String use, String load) throws Exception {
        assertThat(run("--for " + use + " --model m:1 --hardware h#2 --url http://h/v1 " + load))
                .as(errors().toString())
                .isZero();
        Policy policy = PolicyFile.read(directory.resolve("goodput.yaml"));
        assertThat(policy.refusals()).isEmpty();
        assertThat(policy.endpoint()).isEqualTo(new Manifest.Endpoint("http://h/v1", "chat", "m:1"));
        assertThat(policy.hardware()).isEqualTo("h#2");
        assertThat(policy.levels()).isEqualTo(Policy.LEVELS);
    }

    @Test
    void whatIsThereIsNeverReplacedUnasked() throws Exception {
        Files.writeString(directory.resolve("gate-spec.md"), "mine");
        assertThat(run(ALL)).isEqualTo(2);
        assertThat(errors()).hasSize(1);
        assertThat(errors().getFirst()).contains("already there: gate-spec.md; nothing was written", "--force");
        assertThat(files()).containsExactly("gate-spec.md");
        assertThat(run(ALL + " --force")).isZero();
        assertThat(Files.readString(directory.resolve("gate-spec.md"))).startsWith("# Gate: streaming chat");
    }

    @Test
    void aLinkToNowhereIsInTheWayToo() throws Exception {
        Path outside = directory.resolveSibling("outside-" + directory.getFileName());
        Files.createSymbolicLink(directory.resolve("goodput.yaml"), outside);
        assertThat(run(ALL)).isEqualTo(2);
        assertThat(outside).doesNotExist();
    }

    @Test
    void onATerminalItAsksForWhatIsMissing() throws Exception {
        assertThat(answering("\nagent\nmodel with \"quotes\"\nhttp://h/v1\n20/s\n2 x H100\ngitlab\n"))
                .isZero();
        assertThat(Files.readString(directory.resolve("goodput.yaml")))
                .contains("for agent", "model: \"model with \\\"quotes\\\"\"", "rate: 20/s", "hardware: \"2 x H100\"");
        assertThat(directory.resolve(".gitlab-ci.yml")).exists();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("use (chat, voice, agent, one-shot): ", "model: ");
    }

    @Test
    void anEndOfInputIsAnAnswerToo() {
        assertThat(answering("chat\n")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).endsWith("goodput: missing --model NAME\n");
    }

    @Test
    void aPeakThatIsNoneIsSaidSo() {
        assertThat(answering("chat\nm\nhttp://h/v1\nmany\n")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("'many' is neither like 16 nor like 20/s");
    }

    private int answering(String typed) {
        Console console = new Console(print(out), print(err), new Terminal(true, true, 100));
        Questions questions = new Questions(new BufferedReader(new StringReader(typed)), console, true);
        return new CommandLine(new RecipeCommand(console, questions))
                .setExecutionExceptionHandler((e, _, _) -> {
                    console.say("goodput: " + e.getMessage());
                    return ((CliException) e).exitCode().code();
                })
                .execute("--out", directory.toString());
    }

    @Test
    void withoutATerminalNobodyIsAsked() {
        Console console = new Console(print(out), print(err), new Terminal(false, false, 100));
        Questions questions = new Questions(new BufferedReader(new StringReader("chat\n")), console, false);
        assertThatThrownBy(() -> questions.ask("--for USE", "use")).hasMessage("missing --for USE");
        assertThat(err.size()).isZero();
    }
}
