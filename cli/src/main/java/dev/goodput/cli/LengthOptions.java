package dev.goodput.cli;

import dev.goodput.load.Lengths;
import picocli.CommandLine.Option;

/// How long prompts and answers are.
final class LengthOptions {
    @Option(
            names = "--input-tokens",
            paramLabel = "N",
            defaultValue = "800",
            description = "Mean prompt length (default: ${DEFAULT-VALUE}).")
    private int inputTokens;

    @Option(
            names = "--input-tokens-sd",
            paramLabel = "N",
            defaultValue = "0",
            description = "Its standard deviation (default: ${DEFAULT-VALUE}).")
    private int inputTokensSd;

    @Option(
            names = "--output-tokens",
            paramLabel = "N",
            defaultValue = "150",
            description = "Mean output length to ask for (default: ${DEFAULT-VALUE}).")
    private int outputTokens;

    @Option(
            names = "--output-tokens-sd",
            paramLabel = "N",
            defaultValue = "0",
            description = "Its standard deviation (default: ${DEFAULT-VALUE}).")
    private int outputTokensSd;

    Lengths lengths() {
        LoadOptions.atLeast("--input-tokens", inputTokens, 1);
        LoadOptions.atLeast("--output-tokens", outputTokens, 1);
        LoadOptions.atLeast("--input-tokens-sd", inputTokensSd, 0);
        LoadOptions.atLeast("--output-tokens-sd", outputTokensSd, 0);
        return new Lengths(inputTokens, inputTokensSd, outputTokens, outputTokensSd);
    }
}
