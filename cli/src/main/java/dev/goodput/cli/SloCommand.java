package dev.goodput.cli;

import dev.goodput.core.slo.Slo;
import dev.goodput.core.slo.SloExplanation;
import dev.goodput.core.slo.Units;
import dev.goodput.runs.SloPresets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput slo`: objectives to look at before anything is measured.
@Command(
        name = "slo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows presets, checks an SLO, and explains in words what one asks for and what it leaves open.")
final class SloCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    static CommandLine commandLine(Console console) {
        return new CommandLine(new SloCommand())
                .addSubcommand(new Show(console))
                .addSubcommand(new Check(console))
                .addSubcommand(new Explain(console));
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "say show, check or explain");
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Lists the presets, or prints one as the file that it is.")
    static final class Show implements Callable<Integer> {
        private final Console console;

        @Parameters(paramLabel = "ID", arity = "0..1", description = "A preset (default: a list of all).")
        @Nullable
        private String id;

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (id == null) {
                SloPresets.IDS.forEach(this::summary);
            } else {
                String name = id.startsWith(SloPresets.PREFIX) ? id.substring(SloPresets.PREFIX.length()) : id;
                console.out().print(SloPresets.text(name));
            }
            console.out().flush();
            return ExitCode.OK.code();
        }

        private void summary(String preset) {
            Slo slo = SloPresets.byId(preset);
            console.out().println(preset);
            console.out().println("    " + slo.clauseText());
            console.out()
                    .println("    " + slo.provenance().version() + " · "
                            + slo.provenance().source());
        }
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Reads an SLO and prints it in its plain form; exit code 2 with place and reason if it is wrong.")
    static final class Check implements Callable<Integer> {
        private final Console console;

        @Parameters(paramLabel = "SLO", description = "A YAML file, constraints and objectives, or preset:ID.")
        @SuppressWarnings("NullAway.Init")
        private String text;

        Check(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Slo slo = SloOptions.parse(text, "SLO");
            console.out().println("ok: " + slo.clauseText());
            console.out().flush();
            return ExitCode.OK.code();
        }
    }

    @Command(
            name = "explain",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Says in words what an SLO asks for, what it leaves open, and how many requests a verdict takes.")
    static final class Explain implements Callable<Integer> {
        private final Console console;

        @Parameters(paramLabel = "SLO", description = "A YAML file, constraints and objectives, or preset:ID.")
        @SuppressWarnings("NullAway.Init")
        private String text;

        Explain(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Slo slo = SloOptions.parse(text, "SLO");
            SloExplanation explanation = SloExplanation.of(slo);
            console.out()
                    .println(Console.oneLine(slo.name()) + ", shown with "
                            + Units.percent(slo.confidence().value()) + " confidence");
            say(slo.provenance().description(), "");
            say(slo.provenance().source(), "source: ");
            console.out().println();
            explanation.clauses().forEach(clause -> {
                console.out().println("  " + clause.text());
                console.out().println("      " + clause.words());
            });
            list("rules", explanation.rules());
            list("leaves open", explanation.open());
            list("a verdict takes", explanation.needs());
            console.out().flush();
            return ExitCode.OK.code();
        }

        private void say(@Nullable String words, String what) {
            if (words != null) {
                console.out().println(what + Console.oneLine(words));
            }
        }

        private void list(String title, List<String> sentences) {
            if (!sentences.isEmpty()) {
                console.out().println();
                console.out().println(title);
                sentences.forEach(sentence -> console.out().println("  - " + Console.oneLine(sentence)));
            }
        }
    }
}
