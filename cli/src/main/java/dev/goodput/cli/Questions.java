package dev.goodput.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Asks a person for what the command line did not say; where there is no person, names the missing option instead.
///
/// @param interactive whether somebody is there to answer
record Questions(BufferedReader answers, Console console, boolean interactive) {

    /// Standard input, asked only when both it and standard output are a terminal.
    @SuppressWarnings("SystemConsoleNull") // JDK 25 does return null without a terminal, unlike 22 to 24.
    static Questions onTerminal(Console console) {
        java.io.Console terminal = System.console();
        return new Questions(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                console,
                terminal != null && terminal.isTerminal());
    }

    /// @param option what to name where nobody can be asked, such as `--model NAME`
    /// @throws CliException without a terminal, and when the input ends
    String ask(String option, String question) {
        if (!interactive) {
            throw missing(option);
        }
        while (true) {
            String answer = read(question + ": ");
            if (answer == null) {
                throw missing(option);
            }
            if (!answer.isBlank()) {
                return answer.strip();
            }
        }
    }

    private @org.jspecify.annotations.Nullable String read(String prompt) {
        console.err().print(prompt);
        console.err().flush();
        try {
            return answers.readLine();
        } catch (IOException e) {
            return null;
        }
    }

    private static CliException missing(String option) {
        return new CliException(ExitCode.USAGE, "missing " + option);
    }
}
