package dev.goodput.cli;

import dev.goodput.core.slo.SloException;
import dev.goodput.engine.config.ConfigException;
import dev.goodput.engine.fit.FitException;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.exports.ExportException;
import dev.goodput.runs.imports.ImportException;
import dev.goodput.server.ServerException;
import dev.goodput.server.fault.FaultException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Entry point. [#run] returns the exit code, so that tests can assert it.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintStream out = new PrintStream(
                new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err =
                new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.err), true, StandardCharsets.UTF_8);
        int code = run(args, out, err);
        out.flush();
        System.exit(code);
    }

    /// Runs the command line `args`. Results go to `out`, talk and errors to `err`.
    ///
    /// @return the exit code, see [ExitCode]
    public static int run(String[] args, PrintStream out, PrintStream err) {
        Console console = new Console(out, err, Terminal.detect());
        CommandLine command = GoodputCommand.commandLine(console)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler((e, _) -> usageError(e, err))
                .setExecutionExceptionHandler((e, _, _) -> failure(e, err));
        return command.execute(args);
    }

    private static int usageError(ParameterException e, PrintStream err) {
        String message = Console.oneLine(String.valueOf(e.getMessage()));
        String hint = "";
        if (e instanceof UnmatchedArgumentException unmatched) {
            hint = unmatched.getSuggestions().stream()
                    .findFirst()
                    .map(nearest -> "; did you mean '" + nearest + "'?")
                    .orElse("");
        }
        err.println("goodput: " + message + hint + " (see '"
                + e.getCommandLine().getCommandSpec().qualifiedName() + " --help')");
        return ExitCode.USAGE.code();
    }

    private static int failure(Exception e, PrintStream err) {
        ExitCode code = switch (e) {
            case CliException cli -> cli.exitCode();
            case SloException _,
                    RunDirectoryException _,
                    ConfigException _,
                    FitException _,
                    ServerException _,
                    FaultException _,
                    ImportException _,
                    ExportException _ -> ExitCode.USAGE;
            default -> ExitCode.INVALID;
        };
        if (code == ExitCode.INVALID) {
            err.println("goodput: internal error: " + Console.oneLine(e.toString())
                    + " (a fault of goodput; set GOODPUT_DEBUG=1 for the stack trace)");
            if (System.getenv("GOODPUT_DEBUG") != null) {
                e.printStackTrace(err);
            }
        } else {
            err.println("goodput: " + Console.oneLine(String.valueOf(e.getMessage())));
        }
        return code.code();
    }
}
