package dev.goodput.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput`: names the subcommands.
@Command(
        name = "goodput",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = HelpCommand.class,
        description = "Decides whether an LLM endpoint is good enough to ship.",
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0 PASS or success    1 FAIL            2 wrong usage or configuration",
            "  3 INCONCLUSIVE       4 INVALID         5 endpoint unreachable or every request failed",
            "  130 interrupted (what was measured is kept and reported)",
            "",
            "Start with: goodput demo"
        })
final class GoodputCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no command given");
    }

    /// Subcommands are made here rather than by picocli, so that each gets the console.
    static CommandLine commandLine(Console console) {
        return new CommandLine(new GoodputCommand())
                .addSubcommand(new DemoCommand(console))
                .addSubcommand(new RunCommand(console))
                .addSubcommand(new GateCommand(console))
                .addSubcommand(new CompareCommand(console))
                .addSubcommand(new CapacityCommand(console))
                .addSubcommand(new PlanCommand(console))
                .addSubcommand(SloCommand.commandLine(console))
                .addSubcommand(new ReportCommand(console))
                .addSubcommand(new ImportCommand(console))
                .addSubcommand(new ExportCommand(console))
                .addSubcommand(new ExplainCommand(console))
                .addSubcommand(new DefinitionsCommand(console))
                .addSubcommand(new ClaimsCommand(console))
                .addSubcommand(new RecipeCommand(console, Questions.onTerminal(console)))
                .addSubcommand(new RooflineCommand(console))
                .addSubcommand(new SimulateCommand(console))
                .addSubcommand(new FitCommand(console))
                .addSubcommand(new ServeCommand(console));
    }
}
