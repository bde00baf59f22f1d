package dev.goodput.core.metric;

import dev.goodput.core.metric.axis.PromptTokens;
import dev.goodput.core.trace.RequestTrace;
import dev.goodput.core.trace.Usage;

/// How many tokens the prompt of a request had, by the count that a dialect takes.
public final class PromptCount {
    private PromptCount() {}

    /// [Usage#UNKNOWN] where the trace does not have the count.
    public static int of(RequestTrace trace, PromptTokens rule) {
        int asked = trace.asked().promptTokens();
        return switch (rule) {
            case SERVER_ELSE_CLIENT, SERVER_ELSE_REQUESTED -> {
                int server = byServer(trace);
                yield server == Usage.UNKNOWN ? asked : server;
            }
            case SERVER -> byServer(trace);
            case CLIENT, REQUESTED -> asked;
            case NONE -> Usage.UNKNOWN;
        };
    }

    /// A server that counts 0 tokens does not count.
    private static int byServer(RequestTrace trace) {
        Usage usage = trace.usage();
        return usage != null && usage.promptTokens() > 0 ? usage.promptTokens() : Usage.UNKNOWN;
    }
}
