package dev.goodput.cli;

import dev.goodput.core.gate.PeakLoad;
import dev.goodput.report.recipe.CiKind;
import dev.goodput.report.recipe.Recipe;
import dev.goodput.report.recipe.RecipeFiles;
import dev.goodput.report.recipe.UseKind;
import dev.goodput.report.recipe.Weakness;
import dev.goodput.runs.RunFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// `goodput recipe`: a gate for a repository, from a few answers.
@Command(
        name = "recipe",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Writes a release gate into a repository: spec, policy, CI job and agent skill.",
        footer = {
            "",
            "On a terminal it asks for what is missing. Limits are a start: edit goodput.yaml.",
            "Example:",
            "  goodput recipe --for chat --model llama-70b --hardware \"2 x H100\" --concurrency 16 \\",
            "    --url http://llm.example:8000/v1 --ci github"
        })
final class RecipeCommand implements Callable<Integer> {
    private static final String LOAD = "--concurrency N or --rate R/s";

    private final Console console;
    private final Questions questions;

    @Option(names = "--for", paramLabel = "USE", description = "chat, voice, agent or one-shot.")
    @Nullable
    private String use;

    @Option(names = "--model", paramLabel = "NAME", description = "Model name as the endpoint calls it.")
    @Nullable
    private String model;

    @Option(names = "--hardware", paramLabel = "TEXT", description = "What it runs on, such as \"2 x H100 80GB\".")
    @Nullable
    private String hardware;

    @Option(names = "--url", paramLabel = "URL", description = "Base URL, such as http://HOST:PORT/v1.")
    @Nullable
    private String url;

    @Option(names = "--concurrency", paramLabel = "N", description = "Requests in flight at the expected peak.")
    @Nullable
    private Integer concurrency;

    @Option(
            names = "--rate",
            paramLabel = "R/s",
            converter = Values.RateConverter.class,
            description = "Instead: arrivals at the expected peak, such as 20/s.")
    @Nullable
    private Double ratePerSecond;

    @Option(names = "--input-tokens", paramLabel = "N", description = "Mean prompt length (default: the use's).")
    @Nullable
    private Integer inputTokens;

    @Option(names = "--input-tokens-sd", paramLabel = "N", description = "Its standard deviation.")
    @Nullable
    private Integer inputTokensSd;

    @Option(names = "--output-tokens", paramLabel = "N", description = "Mean answer length (default: the use's).")
    @Nullable
    private Integer outputTokens;

    @Option(names = "--output-tokens-sd", paramLabel = "N", description = "Its standard deviation.")
    @Nullable
    private Integer outputTokensSd;

    @Option(
            names = "--weakness",
            paramLabel = "NAME",
            description =
                    "What is known to go wrong, for \"what to measure next\" (default: the use's): prefill-stalls,"
                            + " queueing, long-prompts, cold-cache, bursts, cut-answers, first-sentence.")
    @Nullable
    private String weakness;

    @Option(
            names = "--ci",
            paramLabel = "SYSTEM",
            description = "github, gitlab, jenkins, kubernetes or none (default where nobody can be asked: none).")
    @Nullable
    private String ci;

    @Option(
            names = "--goodput-git",
            paramLabel = "URL",
            defaultValue = "",
            description = "Where CI clones goodput from (default: the CI variable GOODPUT_GIT).")
    private String goodputGit = "";

    @Option(
            names = "--goodput-ref",
            paramLabel = "REF",
            defaultValue = "main",
            description = "Its branch or tag (default: ${DEFAULT-VALUE}).")
    private String goodputRef = "main";

    @Option(names = "--out", paramLabel = "DIR", description = "Where the files go (default: here).")
    private Path out = Path.of("");

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean force;

    RecipeCommand(Console console, Questions questions) {
        this.console = console;
        this.questions = questions;
    }

    @Override
    public Integer call() {
        Map<String, String> files = RecipeFiles.render(recipe());
        if (!force) {
            List<String> inTheWay = files.keySet().stream()
                    .filter(name -> Files.exists(out.resolve(name), LinkOption.NOFOLLOW_LINKS))
                    .toList();
            if (!inTheWay.isEmpty()) {
                throw new CliException(
                        ExitCode.USAGE,
                        "already there: " + String.join(", ", inTheWay)
                                + "; nothing was written (--force replaces, --out DIR writes elsewhere)");
            }
        }
        files.forEach(this::write);
        files.keySet().forEach(name -> console.out().println(out.resolve(name)));
        console.out().flush();
        console.say("next: read " + out.resolve(RecipeFiles.SPEC) + ", then: goodput gate "
                + out.resolve(RecipeFiles.POLICY));
        return ExitCode.OK.code();
    }

    private Recipe recipe() {
        UseKind kind = named(
                use == null
                        ? questions.ask("--for chat|voice|agent|one-shot", "use (chat, voice, agent, one-shot)")
                        : use,
                "--for",
                UseKind.values(),
                UseKind::id);
        Weakness suspect =
                weakness == null ? kind.weakness() : named(weakness, "--weakness", Weakness.values(), Weakness::id);
        String name = text(model, "--model NAME", "model");
        String base = EndpointUrl.parse(text(url, "--url URL", "endpoint URL (http://HOST:PORT/v1)"))
                .toString();
        PeakLoad load = load();
        String machine = text(hardware, "--hardware TEXT", "hardware (such as 2 x H100 80GB)");
        CiKind system = system();
        if (system == CiKind.KUBERNETES && goodputGit.isEmpty()) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--ci kubernetes needs --goodput-git URL: a cluster has no CI variables to take it from");
        }
        try {
            return new Recipe(kind, name, machine, base, load, lengths(kind), suspect, system, goodputGit, goodputRef);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /// The last question, and the only one with an answer of its own where nobody can be asked.
    private CiKind system() {
        String answer = ci;
        if (answer == null) {
            answer = questions.interactive()
                    ? questions.ask("--ci SYSTEM", "CI (github, gitlab, jenkins, kubernetes, none)")
                    : CiKind.NONE.id();
        }
        return named(answer, "--ci", CiKind.values(), CiKind::id);
    }

    private String text(@Nullable String given, String option, String question) {
        String text = given == null ? questions.ask(option, question) : given;
        if (text.isBlank()) {
            throw new CliException(ExitCode.USAGE, option.substring(0, option.indexOf(' ')) + " is empty");
        }
        return text;
    }

    private PeakLoad load() {
        if (concurrency != null && ratePerSecond != null) {
            throw new CliException(ExitCode.USAGE, "the peak is either --concurrency or --rate, not both");
        }
        if (ratePerSecond != null) {
            return new PeakLoad.Rate(BigDecimal.valueOf(ratePerSecond));
        }
        if (concurrency != null) {
            return inFlight(concurrency);
        }
        String answer = questions.ask(LOAD, "expected peak (16 requests in flight, or 20/s)");
        try {
            return answer.contains("/")
                    ? new PeakLoad.Rate(BigDecimal.valueOf(new Values.RateConverter().convert(answer)))
                    : inFlight(Integer.parseInt(answer));
        } catch (NumberFormatException | TypeConversionException e) {
            throw new CliException(
                    ExitCode.USAGE,
                    "expected peak: '" + Console.oneLine(answer) + "' is neither like 16 nor like 20/s");
        }
    }

    private static PeakLoad inFlight(int requests) {
        if (requests < 1 || requests > 100_000) {
            throw new CliException(ExitCode.USAGE, "--concurrency must be 1 to 100000, but is " + requests);
        }
        return new PeakLoad.Concurrency(requests);
    }

    private UseKind.Lengths lengths(UseKind kind) {
        UseKind.Lengths usual = kind.lengths();
        return new UseKind.Lengths(
                length("--input-tokens", inputTokens, usual.inputTokens(), 1),
                length("--input-tokens-sd", inputTokensSd, spread(inputTokens, usual.inputTokensSd()), 0),
                length("--output-tokens", outputTokens, usual.outputTokens(), 1),
                length("--output-tokens-sd", outputTokensSd, spread(outputTokens, usual.outputTokensSd()), 0));
    }

    /// The use's spread belongs to the use's mean; a third of a mean that was given.
    private static int spread(@Nullable Integer mean, int usual) {
        return mean == null ? usual : mean / 3;
    }

    private static int length(String option, @Nullable Integer given, int usual, int least) {
        int value = given == null ? usual : given;
        if (value < least) {
            throw new CliException(ExitCode.USAGE, option + " must be at least " + least + ", but is " + value);
        }
        return value;
    }

    private static <T> T named(String text, String option, T[] known, Function<T, String> id) {
        return Arrays.stream(known)
                .filter(value -> id.apply(value).equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE,
                        option + ": '" + Console.oneLine(text) + "' is none of "
                                + String.join(", ", Arrays.stream(known).map(id).toList())));
    }

    private void write(String name, String content) {
        Path file = out.resolve(name);
        try {
            Path parent = file.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            RunFiles.replace(file, content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, "cannot write " + file + ": " + RunFiles.reason(e));
        }
    }
}
